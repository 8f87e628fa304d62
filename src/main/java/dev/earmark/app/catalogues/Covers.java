package dev.earmark.app.catalogues;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.CoverSource;
import dev.earmark.library.files.FolderCatalog;
import dev.earmark.library.http.Answer;
import dev.earmark.library.http.Recent;
import dev.earmark.library.http.WebClient;
import dev.earmark.library.http.WebSettings;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import dev.earmark.media.decode.TagReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads covers that lie beside local books or inside their sound, fetches those that catalogues
 * name, and takes the picture inside cached sound where they name none, so that a browser asks
 * nobody but Earmark. The newest are kept in memory.
 */
public final class Covers implements CoverSource {
  private static final Logger log = LoggerFactory.getLogger(Covers.class);
  private static final int LARGEST = 5 << 20; // bytes
  private static final int KEPT = 100;
  private static final Duration LIFETIME = Duration.ofHours(6);
  private static final Duration NONE_LIFETIME = Duration.ofMinutes(10);
  private static final Map<String, String> TYPES =
      Map.of(
          "jpg", "image/jpeg",
          "jpeg", "image/jpeg",
          "png", "image/png",
          "gif", "image/gif",
          "webp", "image/webp",
          "svg", "image/svg+xml");

  private final OkHttpClient http;
  private final Clock clock;
  private final Predicate<Album> isLocal;
  private final Function<Album, Reach> reach;
  private final Sounds sounds;
  private final Recent<Optional<Cover>> recent; // empty where a file was looked into for nothing

  /** Where the cover that a catalogue names may lie. */
  public enum Reach {
    /** In the public network only. */
    PUBLIC,
    /** On the listener's own server too, which may be a private address. */
    OWN_SERVER,
    /** Anywhere, as {@code allow-private} of the catalogue says. */
    ANYWHERE
  }

  /** Finds sound of a book. */
  @FunctionalInterface
  public interface Sounds {
    /** Returns a whole file of the book that lies on this machine; empty when none does. */
    Optional<MediaSource> of(Album album) throws IOException;
  }

  /**
   * Makes it.
   *
   * @param isLocal whether the cover of an album is a path on this machine
   * @param reach where the cover of an album may lie
   * @param sounds where to look for a picture when the catalogue has none
   */
  public Covers(
      OkHttpClient http,
      Clock clock,
      Predicate<Album> isLocal,
      Function<Album, Reach> reach,
      Sounds sounds) {
    this.sounds = sounds;
    this.http = http;
    this.clock = clock;
    this.isLocal = isLocal;
    this.reach = reach;
    this.recent = new Recent<>(KEPT, clock);
  }

  @Override
  public Optional<Cover> cover(Album album) throws IOException {
    String where = album.cover();
    if (where.isEmpty()) {
      return inside(album);
    }
    if (isLocal.test(album)) {
      return local(Path.of(where));
    }
    HttpUrl url = HttpUrl.parse(where);
    if (url == null) {
      return Optional.empty();
    }
    Optional<Cover> known = recent.get(where).flatMap(Function.identity());
    return known.isPresent() ? known : Optional.of(fetched(album, where, url));
  }

  /** Returns the picture inside the book's sound, where some of that lies on this machine. */
  private Optional<Cover> inside(Album album) throws IOException {
    String key = "inside " + album.id();
    Optional<Optional<Cover>> known = recent.get(key);
    if (known.isPresent()) {
      return known.get();
    }
    Optional<MediaSource> file = sounds.of(album);
    return file.isEmpty() ? Optional.empty() : kept(key, inside(file.get()));
  }

  private Optional<Cover> kept(String key, Optional<Cover> cover) {
    recent.put(key, cover, cover.isPresent() ? LIFETIME : NONE_LIFETIME);
    return cover;
  }

  /** Returns the picture inside a file and closes it; empty when there is none to show. */
  private static Optional<Cover> inside(MediaSource file) throws IOException {
    try {
      Optional<byte[]> picture = TagReader.picture(file, LARGEST);
      return picture.flatMap(bytes -> type(bytes).map(type -> new Cover(type, bytes)));
    } catch (FailureException e) {
      log.debug("no picture inside of a file", e);
      return Optional.empty();
    }
  }

  /** Returns what a picture is by its first bytes, whatever its tag says. */
  private static Optional<String> type(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(bytes.length, 12), StandardCharsets.ISO_8859_1);
    if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return Optional.of("image/jpeg");
    } else if (head.startsWith("\u0089PNG")) {
      return Optional.of("image/png");
    } else if (head.startsWith("GIF8")) {
      return Optional.of("image/gif");
    }
    boolean isWebp = head.startsWith("RIFF") && head.endsWith("WEBP");
    return isWebp ? Optional.of("image/webp") : Optional.empty();
  }

  private Optional<Cover> local(Path file) throws IOException {
    if (FolderCatalog.isAudio(file.toString())) {
      if (!Files.isRegularFile(file)) {
        return Optional.empty();
      }
      String key = "inside " + file + " of " + Files.getLastModifiedTime(file);
      Optional<Optional<Cover>> known = recent.get(key);
      return known.isPresent() ? known.get() : kept(key, inside(MediaSources.file(file)));
    }
    String type = TYPES.get(extension(file.toString()));
    if (type == null || !Files.isRegularFile(file) || Files.size(file) > LARGEST) {
      return Optional.empty();
    }
    return Optional.of(new Cover(type, Files.readAllBytes(file)));
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private Cover fetched(Album album, String where, HttpUrl url) throws IOException {
    // The address is a link and not the service itself, so a private one is no base of a client.
    Reach allowed = reach.apply(album);
    String base = allowed == Reach.OWN_SERVER ? where : "https://invalid.invalid";
    WebSettings settings =
        new WebSettings(
            base,
            Duration.ofSeconds(10),
            Duration.ZERO,
            /* mostPerDay= */ 0,
            LARGEST,
            /* allowPrivate= */ allowed == Reach.ANYWHERE);
    WebClient web = new WebClient(album.catalogue(), settings, http, clock);
    Request request =
        new Request.Builder().url(web.link(where)).header("Accept", "image/*").build();
    Answer answer = web.ask(request, new CancelFlag());
    String type = answer.header("Content-Type").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!answer.isSuccess()) {
      throw answer.refused();
    }
    if (!TYPES.containsValue(type)) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT, url.host() + " gave something that is no picture");
    }
    Cover cover = new Cover(type, answer.bytes());
    recent.put(where, Optional.of(cover), LIFETIME);
    return cover;
  }
}
