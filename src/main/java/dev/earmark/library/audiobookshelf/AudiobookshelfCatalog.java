package dev.earmark.library.audiobookshelf;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.PlainText;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressExchange;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.AlbumIds;
import dev.earmark.library.http.Languages;
import dev.earmark.library.http.Lenient;
import dev.earmark.library.http.Recent;
import dev.earmark.library.http.WebClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import tools.jackson.databind.JsonNode;

/**
 * The books of an Audiobookshelf server, by the interface of its version 2.26 and later (its {@code
 * server/routers/ApiRouter.js}). Thread-safe; methods block for the network, but for {@link
 * #resolve}.
 */
public final class AudiobookshelfCatalog implements Catalog, ProgressExchange {
  private static final int HITS = 25;
  private static final int LISTED = 50;
  private static final Duration LIBRARIES = Duration.ofHours(1);
  private static final Pattern ID = Pattern.compile("[0-9a-zA-Z_-]{1,64}");

  private final String name;
  private final AudiobookshelfSettings settings;
  private final AudiobookshelfServer server;
  private final Places places;
  private final Recent<List<String>> libraries;

  /**
   * Makes the catalogue; nothing is asked yet.
   *
   * @param name begins the ids of its albums
   * @param shared whose connections and threads are used
   */
  public AudiobookshelfCatalog(
      String name, AudiobookshelfSettings settings, OkHttpClient shared, Clock clock) {
    this.name = name;
    this.settings = settings;
    WebClient web = new WebClient(name, settings.web(), shared, clock);
    this.server = new AudiobookshelfServer(web, settings.key(), clock);
    this.places = new Places(name, server, clock);
    this.libraries = new Recent<>(1, clock);
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the ids of the libraries of books. */
  private List<String> libraries(CancelFlag cancel) throws IOException {
    if (!settings.library().isEmpty()) {
      return List.of(settings.library());
    }
    List<String> known = libraries.get("all").orElse(null);
    if (known != null) {
      return known;
    }
    JsonNode answer = server.get(server.path("api/libraries").build(), cancel);
    List<String> ids = new ArrayList<>();
    for (JsonNode library : Lenient.list(answer.path("libraries"))) {
      String id = Lenient.text(library.path("id"));
      if (Lenient.text(library.path("mediaType")).equals("book") && ID.matcher(id).matches()) {
        ids.add(id);
      }
    }
    libraries.put("all", ids, LIBRARIES);
    return ids;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    if (page > 1) {
      return new Page(List.of(), page, 0); // the server's search has no further pages
    }
    Map<String, Album> albums = new LinkedHashMap<>();
    for (String library : libraries(cancel)) {
      HttpUrl url =
          server
              .path("api/libraries/" + library + "/search")
              .addQueryParameter("q", keyword)
              .addQueryParameter("limit", Integer.toString(HITS))
              .build();
      JsonNode found = server.get(url, cancel);
      for (JsonNode hit : Lenient.list(found.path("book"))) {
        add(albums, hit.path("libraryItem"));
      }
      for (JsonNode series : Lenient.list(found.path("series"))) {
        Lenient.list(series.path("books")).forEach(book -> add(albums, book));
      }
      for (JsonNode author : Lenient.list(found.path("authors"))) {
        String id = Lenient.text(author.path("id"));
        if (ID.matcher(id).matches()) {
          HttpUrl books =
              server
                  .path("api/authors/" + id)
                  .addQueryParameter("include", "items")
                  .addQueryParameter("library", library)
                  .build();
          Lenient.list(server.get(books, cancel).path("libraryItems"))
              .forEach(book -> add(albums, book));
        }
      }
    }
    return new Page(List.copyOf(albums.values()), page, albums.isEmpty() ? 0 : 1);
  }

  @Override
  public Page browse(int page, CancelFlag cancel) throws IOException {
    Map<String, Album> albums = new LinkedHashMap<>();
    int pages = 0;
    for (String library : libraries(cancel)) {
      HttpUrl url =
          server
              .path("api/libraries/" + library + "/items")
              .addQueryParameter("limit", Integer.toString(LISTED))
              .addQueryParameter("page", Integer.toString(page - 1))
              .addQueryParameter("minified", "1")
              .addQueryParameter("sort", "media.metadata.title")
              .build();
      JsonNode answer = server.get(url, cancel);
      Lenient.list(answer.path("results")).forEach(item -> add(albums, item));
      long total = Lenient.whole(answer.path("total"));
      pages = (int) Math.max(pages, Math.min(10_000, (total + LISTED - 1) / LISTED));
    }
    return new Page(List.copyOf(albums.values()), page, albums.isEmpty() ? page - 1 : pages);
  }

  private void add(Map<String, Album> albums, JsonNode item) {
    Album album = album(item, List.of());
    if (ID.matcher(Lenient.text(item.path("id"))).matches() && !album.title().isEmpty()) {
      albums.putIfAbsent(album.id(), album);
    }
  }

  private Album album(JsonNode item, List<Section> sections) {
    String id = Lenient.text(item.path("id"));
    JsonNode media = item.path("media");
    JsonNode told = media.path("metadata");
    boolean hasCover = !Lenient.text(media.path("coverPath")).isEmpty();
    int chapters = (int) Math.min(10_000, Lenient.whole(media.path("numChapters")));
    int tracks = (int) Math.min(10_000, Lenient.whole(media.path("numTracks")));
    String series = Lenient.text(told.path("seriesName")).replaceFirst(" #([^ ]+)$", " $1");
    return new Album(
        name + ":" + id,
        Lenient.text(told.path("title")),
        series.isEmpty() ? List.of() : List.of(series),
        names(told, "authorName", "authors"),
        names(told, "narratorName", "narrators"),
        Languages.code(Lenient.text(told.path("language"))),
        PlainText.of(Lenient.text(told.path("description")), /* longest= */ 2_000),
        hasCover ? server.path("api/items/" + id + "/cover").build().toString() : "",
        sections.isEmpty() ? Math.max(chapters, tracks) : sections.size(),
        sections);
  }

  /** Returns the names as one text: told so, or as a list of names or of objects with a name. */
  private static String names(JsonNode told, String joined, String list) {
    String names = Lenient.text(told.path(joined));
    if (!names.isEmpty()) {
      return names;
    }
    List<String> all = new ArrayList<>();
    for (JsonNode one : Lenient.list(told.path(list))) {
      String text = one.isObject() ? Lenient.text(one.path("name")) : Lenient.text(one);
      if (!text.isEmpty()) {
        all.add(text);
      }
    }
    return String.join(", ", all);
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    String id = AlbumIds.key(name, albumId, ID);
    HttpUrl url = server.path("api/items/" + id).addQueryParameter("expanded", "1").build();
    JsonNode item = server.get(url, cancel);
    List<Section> sections = Timeline.sections(item.path("media"));
    if (sections.isEmpty()) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, name + " has no book " + id + " with anything to hear");
    }
    return album(item, sections);
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    String id = AlbumIds.key(name, album.id(), ID);
    if (album.sections().stream().noneMatch(s -> s.fileId().equals(section.fileId()))) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId());
    }
    HttpUrl url = server.path("api/items/" + id + "/file/" + section.fileId()).build();
    return new SectionSource(url.uri(), server.headers(), "", section.sizeBytes());
  }

  @Override
  public List<Position> places(AlbumLookup known, CancelFlag cancel) throws IOException {
    return places.all(known, cancel);
  }

  @Override
  public boolean tell(
      Album album, Position place, boolean playing, double listenedS, CancelFlag cancel)
      throws IOException {
    String id = AlbumIds.key(name, album.id(), ID);
    return places.tell(id, album, place, playing, listenedS, cancel);
  }
}
