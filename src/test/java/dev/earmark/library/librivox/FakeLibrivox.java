package dev.earmark.library.librivox;

import dev.earmark.library.http.FakeService;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;

/**
 * Answers as LibriVox's feed does: titles by their whole or their beginning, authors by their last
 * name, numbers as texts, sections in no order, 404 for no hit, XML unless JSON is asked for.
 */
final class FakeLibrivox extends FakeService {
  private final List<Book> books = new ArrayList<>();

  record Book(String id, String title, String last, String url, String sections) {}

  FakeLibrivox() {
    books.add(
        new Book(
            "47",
            "西游记",
            "吴承恩",
            "https://librivox.org/xiyouji/",
            """
            {"id":"903","section_number":"2","title":"第三回 &amp; 四海","listen_url":"","file_name":"xiyouji_03_64kb.mp3","playtime":"1800","readers":[{"reader_id":"1","display_name":"Jing Li"}]},
            {"id":"901","section_number":"0","title":"第一回","listen_url":"https://www.archive.org/download/xiyouji_01/xiyouji_01_64kb.mp3","playtime":"1523","readers":[{"reader_id":"1","display_name":"Jing Li"}]},
            {"id":"902","section_number":"1","title":"","listen_url":"https://www.archive.org/download/xiyouji_01/xiyouji_02_64kb.mp3","playtime":null,"readers":null}\
            """));
    books.add(
        new Book(
            "48",
            "Treasure Island",
            "Stevenson",
            "https://librivox.org/treasure-island/",
            section("911", "1", "http://10.0.0.7/private.mp3") + "," + section("912", "2", "")));
    books.add(new Book("49", "Treasure of the Unfinished", "Nobody", "", ""));
    books.add(new Book("50", "The Lonely Way", "Nobody", "https://librivox.org/lonely/", ""));
  }

  private static String section(String id, String number, String link) {
    return "{\"id\":\"%s\",\"section_number\":\"%s\",\"title\":\"Part\",\"listen_url\":\"%s\"}"
        .formatted(id, number, link);
  }

  /** Adds so many books by one author. */
  void addMany(int count, String last) {
    for (int i = 0; i < count; i++) {
      books.add(
          new Book("1" + (1_000 + i), "Tale " + i, last, "https://librivox.org/tale" + i, ""));
    }
  }

  @Override
  protected MockResponse answer(HttpUrl url, RecordedRequest request) {
    if (!url.encodedPath().equals("/api/feed/audiobooks/")) {
      return json(404, "<html>no such page</html>");
    }
    if (!parameter(url, "format").equals("json")) {
      return json(200, "<?xml version=\"1.0\"?><xml><books/></xml>");
    }
    int offset = number(url, "offset", 0);
    List<String> hits =
        books.stream()
            .filter(book -> matches(book, url))
            .skip(offset)
            .limit(number(url, "limit", 50))
            .map(book -> json(book, parameter(url, "extended").equals("1")))
            .toList();
    return hits.isEmpty()
        ? json(404, "{\"error\":\"Audiobooks could not be found\"}")
        : json(200, "{\"books\":[" + String.join(",", hits) + "]}");
  }

  private static int number(HttpUrl url, String name, int fallback) {
    String value = parameter(url, name);
    return value.isEmpty() ? fallback : Integer.parseInt(value);
  }

  private static boolean matches(Book book, HttpUrl url) {
    String title = parameter(url, "title").toLowerCase(Locale.ROOT);
    String author = parameter(url, "author");
    String id = parameter(url, "id");
    String own = book.title().toLowerCase(Locale.ROOT);
    boolean byTitle =
        title.startsWith("^") ? own.startsWith(title.substring(1)) : own.equals(title);
    return (title.isEmpty() || byTitle)
        && (author.isEmpty() || book.last().equalsIgnoreCase(author))
        && (id.isEmpty() || book.id().equals(id));
  }

  private static String json(Book book, boolean extended) {
    return """
    {"id":"%s","title":"%s","description":"<p>A <b>book</b>.</p>","language":"%s","num_sections":"3",\
    "url_librivox":"%s","url_iarchive":"https://www.archive.org/details/xiyouji_01","totaltimesecs":5123,\
    "coverart_jpg":"https://archive.org/cover.jpg","authors":[{"id":"1","first_name":"Robert Louis","last_name":"%s"}]%s}\
    """
        .formatted(
            book.id(),
            book.title(),
            book.title().equals("西游记") ? "Chinese" : "English",
            book.url(),
            book.last(),
            extended ? ",\"sections\":[" + book.sections() + "]" : "");
  }
}
