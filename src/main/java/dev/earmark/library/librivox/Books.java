package dev.earmark.library.librivox;

import dev.earmark.base.PlainText;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.library.http.Languages;
import dev.earmark.library.http.Lenient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Reads the feed's books. */
final class Books {
  private static final int DESCRIPTION = 2_000;
  private static final int NAMED_READERS = 3;
  private static final Pattern ITEM = Pattern.compile("/details/([A-Za-z0-9][\\w.-]{0,100})/?$");

  private Books() {}

  /** Returns the books of an answer, which may be a list or an object with numbers as keys. */
  static List<JsonNode> list(JsonNode answer) {
    JsonNode books = answer.path("books");
    if (books.isObject() && !books.has("id")) {
      List<JsonNode> values = new ArrayList<>();
      books.forEach(values::add);
      return values;
    }
    return Lenient.list(books);
  }

  /** Returns the sections in order; the numbers may begin with 0. */
  static List<JsonNode> sections(JsonNode book) {
    List<JsonNode> sections = new ArrayList<>(Lenient.list(book.path("sections")));
    sections.removeIf(section -> fileId(section).isEmpty());
    sections.sort(Comparator.comparingDouble(s -> Lenient.number(s.path("section_number"))));
    return sections;
  }

  static Album album(String catalogue, JsonNode book, List<JsonNode> sections) {
    String cover = Lenient.text(book.path("coverart_jpg"));
    return new Album(
        catalogue + ":" + Lenient.text(book.path("id")),
        PlainText.of(Lenient.text(book.path("title")), 300),
        List.of(),
        authors(book),
        narrator(sections),
        Languages.code(Lenient.text(book.path("language"))),
        PlainText.of(Lenient.text(book.path("description")), DESCRIPTION),
        cover.isEmpty() ? Lenient.text(book.path("coverart_thumbnail")) : cover,
        sections.isEmpty() ? (int) Lenient.whole(book.path("num_sections")) : sections.size(),
        numbered(sections));
  }

  private static List<Section> numbered(List<JsonNode> sections) {
    List<Section> numbered = new ArrayList<>();
    for (JsonNode section : sections) {
      int number = numbered.size() + 1;
      String title = PlainText.of(Lenient.text(section.path("title")), 300);
      numbered.add(
          new Section(
              number,
              title.isEmpty() ? "Section " + number : title,
              fileId(section),
              0,
              Lenient.seconds(section.path("playtime")),
              0));
    }
    return numbered;
  }

  private static String fileId(JsonNode section) {
    String id = Lenient.text(section.path("id"));
    String number = Lenient.text(section.path("section_number"));
    return id.isEmpty() && !number.isEmpty() ? "n" + number : id;
  }

  private static String authors(JsonNode book) {
    List<String> names = new ArrayList<>();
    for (JsonNode author : Lenient.list(book.path("authors"))) {
      String name =
          (Lenient.text(author.path("first_name")) + " " + Lenient.text(author.path("last_name")))
              .strip();
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return String.join(", ", names);
  }

  private static String narrator(List<JsonNode> sections) {
    Set<String> names = new LinkedHashSet<>();
    for (JsonNode section : sections) {
      for (JsonNode reader : Lenient.list(section.path("readers"))) {
        names.add(Lenient.text(reader.path("display_name")));
      }
    }
    names.remove("");
    return names.size() > NAMED_READERS ? "various readers" : String.join(", ", names);
  }

  /** Returns the link of each file, empty where there is none. */
  static Map<String, String> links(JsonNode book, List<JsonNode> sections) {
    Matcher item = ITEM.matcher(Lenient.text(book.path("url_iarchive")));
    String folder = item.find() ? "https://archive.org/download/" + item.group(1) + "/" : "";
    Map<String, String> links = new LinkedHashMap<>();
    for (JsonNode section : sections) {
      String link = Lenient.text(section.path("listen_url"));
      String file = Lenient.text(section.path("file_name"));
      boolean isFile = !folder.isEmpty() && file.matches("[\\w.-]{1,150}");
      links.put(fileId(section), link.isEmpty() && isFile ? folder + file : link);
    }
    return links;
  }
}
