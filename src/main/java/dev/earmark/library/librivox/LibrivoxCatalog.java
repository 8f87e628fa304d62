package dev.earmark.library.librivox;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.library.http.AlbumIds;
import dev.earmark.library.http.Answer;
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
import okhttp3.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * LibriVox, by its feed {@code /api/feed/audiobooks}. Thread-safe; methods block for the network.
 *
 * <p>What the feed does (its source is the repository LibriVox/librivox-catalog): titles are found
 * by their beginning ({@code title=^words}) and authors by their last name, so a search asks for
 * both; titles lack their article; no hit is status 404 with a JSON error; sections come in no
 * order; books that are not finished yet have no page of their own and are left out. It can only be
 * searched, so it lists nothing by itself.
 */
public final class LibrivoxCatalog implements Catalog {
  private static final Logger log = LoggerFactory.getLogger(LibrivoxCatalog.class);
  private static final int PAGE = 20;
  private static final int KEPT = 64;
  private static final Duration LINKS = Duration.ofHours(1);
  private static final Pattern ID = Pattern.compile("\\d{1,9}");
  private static final Pattern ARTICLE = Pattern.compile("(?i)(the|an?) (?=\\S)");

  private final String name;
  private final WebClient web;
  private final Recent<Map<String, String>> links;

  /**
   * Makes the catalogue; nothing is asked yet.
   *
   * @param name begins the ids of its albums
   * @param shared whose connections and threads are used
   */
  public LibrivoxCatalog(String name, LibrivoxSettings settings, OkHttpClient shared, Clock clock) {
    this.name = name;
    this.web = new WebClient(name, settings.web(), shared, clock);
    this.links = new Recent<>(KEPT, clock);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    Map<String, Album> albums = new LinkedHashMap<>();
    boolean more = false;
    FailureException failed = null;
    for (Question question : questions(keyword.strip())) {
      try {
        List<JsonNode> books = books(question.field(), question.value(), page, cancel);
        more |= books.size() >= PAGE;
        for (JsonNode book : books) {
          if (isPublished(book)) {
            Album album = Books.album(name, book, List.of());
            albums.putIfAbsent(album.id(), album);
          }
        }
      } catch (FailureException e) {
        if (cancel.isSet()) {
          throw e;
        }
        log.debug("{} did not answer to {}: {}", name, question, e.failure().detail());
        failed = e;
      }
    }
    if (failed != null && albums.isEmpty()) {
      throw failed;
    }
    boolean isBehindTheEnd = albums.isEmpty() && !more;
    return new Page(
        List.copyOf(albums.values()), page, isBehindTheEnd ? 0 : more ? page + 1 : page);
  }

  /** One way to ask; the caret is the feed's sign for a beginning. */
  private record Question(String field, String value) {}

  private static List<Question> questions(String keyword) {
    String title =
        ARTICLE.matcher(keyword).lookingAt() ? ARTICLE.matcher(keyword).replaceFirst("") : keyword;
    List<Question> questions = new ArrayList<>();
    questions.add(new Question("title", "^" + title));
    if (title.matches("\\p{IsLatin}.*")) {
      questions.add(new Question("title", "^The " + title));
    }
    questions.add(new Question("author", title.substring(title.lastIndexOf(' ') + 1)));
    return questions;
  }

  private List<JsonNode> books(String field, String value, int page, CancelFlag cancel)
      throws IOException {
    HttpUrl url =
        feed()
            .addQueryParameter(field, value)
            .addQueryParameter("limit", Integer.toString(PAGE))
            .addQueryParameter("offset", Integer.toString((page - 1) * PAGE))
            .build();
    return Books.list(answer(url, cancel));
  }

  private HttpUrl.Builder feed() {
    return web.path("api/feed/audiobooks/")
        .addQueryParameter("format", "json")
        .addQueryParameter("coverart", "1");
  }

  /** Returns the answer; the JSON error with which the feed says that there is nothing, too. */
  private JsonNode answer(HttpUrl url, CancelFlag cancel) throws IOException {
    Answer answer = web.ask(new Request.Builder().url(url).build(), cancel);
    if (answer.status() == 404) {
      JsonNode content = answer.content();
      return content.has("error") ? content : answer.json();
    }
    return answer.json();
  }

  private static boolean isPublished(JsonNode book) {
    return !Lenient.text(book.path("url_librivox")).isEmpty()
        && ID.matcher(Lenient.text(book.path("id"))).matches()
        && !Lenient.text(book.path("title")).isEmpty();
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    String id = AlbumIds.key(name, albumId, ID);
    HttpUrl url = feed().addQueryParameter("id", id).addQueryParameter("extended", "1").build();
    for (JsonNode book : Books.list(answer(url, cancel))) {
      if (Lenient.text(book.path("id")).equals(id)) {
        List<JsonNode> sections = Books.sections(book);
        if (sections.isEmpty()) {
          throw new FailureException(
              new Failure(
                  Failure.Kind.NOT_FOUND,
                  albumId + " has no sections yet",
                  new Failure.Words("这本书还没有录好", "this book is not recorded yet")),
              null);
        }
        links.put(albumId, Books.links(book, sections), LINKS);
        return Books.album(name, book, sections);
      }
    }
    throw new FailureException(Failure.Kind.NOT_FOUND, name + " has no album " + id);
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    if (album.sections().stream().noneMatch(s -> s.fileId().equals(section.fileId()))) {
      throw noFile(album, section);
    }
    Map<String, String> known = links.get(album.id()).orElse(null);
    if (known == null) {
      detail(album.id(), cancel);
      known = links.get(album.id()).orElse(Map.of());
    }
    String link = known.get(section.fileId());
    if (link == null) {
      throw noFile(album, section);
    }
    if (link.isEmpty()) {
      throw new FailureException(
          new Failure(
              Failure.Kind.NOT_FOUND,
              "section " + section.number() + " of " + album.id() + " is not available yet",
              new Failure.Words("这一集还没有录好", "this section is not recorded yet")),
          null);
    }
    return new SectionSource(web.link(link).uri(), Map.of(), "", section.sizeBytes());
  }

  private static FailureException noFile(Album album, Section section) {
    return new FailureException(
        Failure.Kind.NOT_FOUND, album.id() + " has no file " + section.fileId());
  }
}
