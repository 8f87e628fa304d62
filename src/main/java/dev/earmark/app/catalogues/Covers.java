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
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/**
 * Reads covers that lie beside local books or in their audio, and fetches those that catalogues
 * name, so that a browser asks nobody but Earmark. The newest are kept in memory.
 */
public final class Covers implements CoverSource {
  private static final int LARGEST = 5 << 20; // bytes
  private static final int KEPT = 100;
  private static final Duration LIFETIME = Duration.ofHours(6);
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
  private final Predicate<Album> isTrusted;
  private final Recent<Cover> recent;

  /**
   * Makes it.
   *
   * @param isLocal whether the cover of an album is a path on this machine
   * @param isTrusted whether the cover of an album may lie in the private network
   */
  public Covers(
      OkHttpClient http, Clock clock, Predicate<Album> isLocal, Predicate<Album> isTrusted) {
    this.http = http;
    this.clock = clock;
    this.isLocal = isLocal;
    this.isTrusted = isTrusted;
    this.recent = new Recent<>(KEPT, clock);
  }

  @Override
  public Optional<Cover> cover(Album album) throws IOException {
    String where = album.cover();
    if (where.isEmpty()) {
      return Optional.empty();
    }
    if (isLocal.test(album)) {
      return local(Path.of(where));
    }
    HttpUrl url = HttpUrl.parse(where);
    if (url == null) {
      return Optional.empty();
    }
    Optional<Cover> known = recent.get(where);
    return known.isPresent() ? known : Optional.of(fetched(album, where, url));
  }

  private static Optional<Cover> local(Path file) throws IOException {
    if (FolderCatalog.isAudio(file.toString())) {
      return embedded(file);
    }
    String type = TYPES.get(extension(file.toString()));
    if (type == null || !Files.isRegularFile(file) || Files.size(file) > LARGEST) {
      return Optional.empty();
    }
    return Optional.of(new Cover(type, Files.readAllBytes(file)));
  }

  /** Returns the picture inside an audio file, if browsers can show it. */
  private static Optional<Cover> embedded(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    byte[] bytes = TagReader.picture(MediaSources.file(file));
    String type = type(bytes);
    return type.isEmpty() || bytes.length > LARGEST
        ? Optional.empty()
        : Optional.of(new Cover(type, bytes));
  }

  /** Tells a picture by its first bytes: what the tags call it is wrong often. */
  private static String type(byte[] bytes) {
    String head = new String(bytes, 0, Math.min(12, bytes.length), StandardCharsets.ISO_8859_1);
    if (head.startsWith("\u00ff\u00d8\u00ff")) {
      return "image/jpeg";
    }
    if (head.startsWith("\u0089PNG")) {
      return "image/png";
    }
    if (head.startsWith("GIF8")) {
      return "image/gif";
    }
    return head.startsWith("RIFF") && head.endsWith("WEBP") ? "image/webp" : "";
  }

  private static String extension(String name) {
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  private Cover fetched(Album album, String where, HttpUrl url) throws IOException {
    // The address is a link and not the service itself, so a private one is no base of a client.
    String base = isTrusted.test(album) ? where : "https://invalid.invalid";
    WebSettings settings =
        new WebSettings(
            base,
            Duration.ofSeconds(10),
            Duration.ZERO,
            /* mostPerDay= */ 0,
            LARGEST,
            /* allowPrivate= */ false);
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
    recent.put(where, cover, LIFETIME);
    return cover;
  }
}
