package dev.earmark.library.jellyfin;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.PlainText;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Numbering;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.AlbumIds;
import dev.earmark.library.http.Languages;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import tools.jackson.databind.JsonNode;

/**
 * A Jellyfin server, read only (api.jellyfin.org). A file with chapters is an album of chapters; of
 * a book in several files, which the server tells as an item each, the folder is the album.
 * Thread-safe; methods block for the network.
 */
public final class JellyfinCatalog implements Catalog {
  private static final int PAGE = 50;
  private static final double TICKS = 10_000_000; // a second has so many
  private static final String BOOKS = "AudioBook,MusicAlbum";
  private static final String FIELDS = "Overview,ParentId,Chapters,MediaSources,People,ChildCount";
  private static final Pattern ID = Pattern.compile("[0-9a-zA-Z-]{1,64}");

  private final String name;
  private final JellyfinSettings settings;
  private final JellyfinServer server;

  /**
   * Makes the catalogue; nothing is asked yet.
   *
   * @param name begins the ids of its albums
   * @param shared whose connections and threads are used
   */
  public JellyfinCatalog(String name, JellyfinSettings settings, OkHttpClient shared, Clock clock) {
    this.name = name;
    this.settings = settings;
    this.server =
        new JellyfinServer(new WebClient(name, settings.web(), shared, clock), settings.login());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    return list(books(page).addQueryParameter("searchTerm", keyword), page, cancel);
  }

  @Override
  public Page browse(int page, CancelFlag cancel) throws IOException {
    return list(books(page), page, cancel);
  }

  private HttpUrl.Builder books(int page) {
    HttpUrl.Builder url =
        server
            .path("Items")
            .addQueryParameter("includeItemTypes", BOOKS)
            .addQueryParameter("recursive", "true")
            .addQueryParameter("fields", FIELDS)
            .addQueryParameter("sortBy", "SortName")
            .addQueryParameter("startIndex", Integer.toString((page - 1) * PAGE))
            .addQueryParameter("limit", Integer.toString(PAGE));
    return settings.library().isEmpty()
        ? url
        : url.addQueryParameter("parentId", settings.library());
  }

  private Page list(HttpUrl.Builder url, int page, CancelFlag cancel) throws IOException {
    JsonNode answer = server.get(url.build(), cancel);
    List<JsonNode> items = items(answer);
    Map<String, Album> albums = new LinkedHashMap<>();
    for (JsonNode item : items) {
      Album album = summary(item);
      if (!album.title().isEmpty()) {
        albums.putIfAbsent(album.id(), album);
      }
    }
    long total = Lenient.whole(answer.path("TotalRecordCount"));
    int pages = (int) Math.min(10_000, (total + PAGE - 1) / PAGE);
    return new Page(List.copyOf(albums.values()), page, items.isEmpty() ? page - 1 : pages);
  }

  private static List<JsonNode> items(JsonNode answer) {
    List<JsonNode> items = new ArrayList<>(Lenient.list(answer.path("Items")));
    items.removeIf(item -> !ID.matcher(Lenient.text(item.path("Id"))).matches());
    return items;
  }

  /** Returns the item's own book, or the book of its folder when it is one of several files. */
  private Album summary(JsonNode item) {
    String folder = Lenient.text(item.path("ParentId"));
    String book = Lenient.text(item.path("Album"));
    boolean isPart =
        isType(item, "AudioBook")
            && !book.isEmpty()
            && Lenient.whole(item.path("IndexNumber")) > 0
            && ID.matcher(folder).matches();
    return isPart
        ? album(item, folder, book, 0, List.of())
        : album(
            item,
            Lenient.text(item.path("Id")),
            Lenient.text(item.path("Name")),
            (int) Math.min(10_000, Lenient.whole(item.path("ChildCount"))),
            List.of());
  }

  private static boolean isType(JsonNode item, String type) {
    return Lenient.text(item.path("Type")).equals(type);
  }

  private Album album(JsonNode item, String key, String title, int count, List<Section> sections) {
    boolean hasCover = item.path("ImageTags").has("Primary");
    String cover =
        hasCover ? server.path("Items/" + key + "/Images/Primary").build().toString() : "";
    return new Album(
        name + ":" + key,
        title,
        List.of(),
        author(item),
        person(item, "Narrator"),
        Languages.code(Lenient.text(item.path("PreferredMetadataLanguage"))),
        PlainText.of(Lenient.text(item.path("Overview")), /* longest= */ 2_000),
        cover,
        sections.isEmpty() ? count : sections.size(),
        sections);
  }

  private static String author(JsonNode item) {
    String author = Lenient.text(item.path("AlbumArtist"));
    if (author.isEmpty()) {
      author = Lenient.joined(item.path("Artists"));
    }
    return author.isEmpty() ? person(item, "Author") : author;
  }

  private static String person(JsonNode item, String role) {
    for (JsonNode person : Lenient.list(item.path("People"))) {
      if (Lenient.text(person.path("Type")).equals(role)
          || Lenient.text(person.path("Role")).equals(role)) {
        return Lenient.text(person.path("Name"));
      }
    }
    return "";
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    String key = AlbumIds.key(name, albumId, ID);
    HttpUrl own =
        server
            .path("Items")
            .addQueryParameter("ids", key)
            .addQueryParameter("fields", FIELDS)
            .build();
    List<JsonNode> found = items(server.get(own, cancel));
    if (found.isEmpty()) {
      throw nothing(key);
    }
    JsonNode item = found.get(0);
    boolean isFile = isType(item, "AudioBook") || isType(item, "Audio");
    List<JsonNode> files = isFile ? List.of(item) : children(key, cancel);
    if (files.isEmpty()) {
      throw nothing(key);
    }
    List<Section> sections = sections(files);
    String title = Lenient.text(item.path("Name"));
    JsonNode told = author(item).isEmpty() && !isFile ? files.get(0) : item;
    return album(told, key, title, sections.size(), sections);
  }

  private FailureException nothing(String key) {
    return new FailureException(
        Failure.Kind.NOT_FOUND, name + " has no album " + key + " with anything to hear");
  }

  private List<JsonNode> children(String key, CancelFlag cancel) throws IOException {
    HttpUrl url =
        server
            .path("Items")
            .addQueryParameter("parentId", key)
            .addQueryParameter("includeItemTypes", "Audio,AudioBook")
            .addQueryParameter("recursive", "true")
            .addQueryParameter("fields", FIELDS)
            .addQueryParameter("sortBy", "ParentIndexNumber,IndexNumber,SortName")
            .build();
    List<JsonNode> files = new ArrayList<>(items(server.get(url, cancel)));
    if (files.stream().allMatch(file -> Lenient.whole(file.path("IndexNumber")) > 0)) {
      files.sort(
          Comparator.comparingLong((JsonNode f) -> Lenient.whole(f.path("ParentIndexNumber")))
              .thenComparingLong(f -> Lenient.whole(f.path("IndexNumber"))));
    }
    return files;
  }

  private static List<Section> sections(List<JsonNode> files) {
    List<Section> sections = new ArrayList<>();
    List<Integer> printed = new ArrayList<>();
    for (JsonNode file : files) {
      List<JsonNode> chapters = files.size() == 1 ? Lenient.list(file.path("Chapters")) : List.of();
      String id = Lenient.text(file.path("Id"));
      double seconds = Lenient.whole(file.path("RunTimeTicks")) / TICKS;
      List<JsonNode> sources = Lenient.list(file.path("MediaSources"));
      long size = sources.isEmpty() ? 0 : Lenient.whole(sources.get(0).path("Size"));
      if (chapters.size() < 2) {
        sections.add(section(sections.size() + 1, file.path("Name"), id, 0, seconds, size));
        printed.add((int) Math.min(100_000, Lenient.whole(file.path("IndexNumber"))));
        continue;
      }
      for (int i = 0; i < chapters.size(); i++) {
        double start = start(chapters.get(i));
        double end = i + 1 < chapters.size() ? start(chapters.get(i + 1)) : seconds;
        sections.add(
            section(
                sections.size() + 1,
                chapters.get(i).path("Name"),
                id,
                start,
                Math.max(0, end - start),
                size));
        printed.add(0);
      }
    }
    return files.size() == 1 ? sections : Numbering.apply(sections, printed);
  }

  private static double start(JsonNode chapter) {
    return Lenient.whole(chapter.path("StartPositionTicks")) / TICKS;
  }

  private static Section section(
      int number, JsonNode title, String id, double startS, double seconds, long size) {
    String text = Lenient.text(title);
    return new Section(
        number, text.isEmpty() ? String.valueOf(number) : text, id, startS, seconds, size);
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    AlbumIds.key(name, album.id(), ID);
    if (album.sections().stream().noneMatch(s -> s.fileId().equals(section.fileId()))) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId());
    }
    HttpUrl url =
        server
            .path("Audio/" + section.fileId() + "/stream")
            .addQueryParameter("static", "true")
            .build();
    return new SectionSource(url.uri(), server.headers(cancel), "", section.sizeBytes());
  }
}
