package dev.earmark.speak.voices;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.base.net.NetworkFailures;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Fetches voices and puts them on the shelf. Thread-safe; calls block for as long as it takes.
 *
 * <p>The list is the {@code voices.json} of the repository rhasspy/piper-voices: by name, the
 * {@code language.family}, {@code quality} and {@code files}, whose paths are relative to the list
 * and have {@code size_bytes} and {@code md5_digest}. What has arrived of them stays in a hidden
 * folder, so that another try goes on where the last one broke off; a voice by its address comes
 * without a checksum and begins anew.
 */
public final class VoiceInstaller {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LARGEST_LIST = 8 << 20;
  private static final List<String> QUALITIES = List.of("medium", "low", "x_low", "high");

  /** The voices that are taken for a language when the list has them. */
  private static final Map<Language, String> PREFERRED =
      Map.of(Language.ZH, "zh_CN-huayan-medium", Language.EN, "en_US-lessac-medium");

  private final OkHttpClient http;
  private final VoiceShelf shelf;
  private final String listUrl;

  /** Makes an installer. */
  public VoiceInstaller(OkHttpClient http, VoiceShelf shelf, String listUrl) {
    this.http = http;
    this.shelf = shelf;
    this.listUrl = listUrl;
  }

  /** Is told how an installation goes on. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Called on the installing thread about every 64 kB.
     *
     * @param total bytes in all, or −1 when nobody said
     */
    void update(String file, long bytes, long total);
  }

  /**
   * A file of a voice.
   *
   * @param bytes −1 when nobody said
   * @param md5 hexadecimal, empty when nobody said
   */
  private record Part(String name, String url, long bytes, String md5) {}

  /** A voice that can be fetched. */
  private record Offer(String name, List<Part> parts) {}

  /**
   * Installs a voice.
   *
   * @param what a language ({@code zh}, {@code en}), a name from the list, or the address of an
   *     {@code .onnx} file that has its {@code .onnx.json} beside it
   * @return the voice's name
   * @throws FailureException with the kind that tells whether another try makes sense
   */
  public String install(String what, Progress progress, CancelFlag cancel) throws IOException {
    boolean address = what.startsWith("http://") || what.startsWith("https://");
    Offer offer = address ? ofAddress(what) : ofList(what, cancel);
    Path work = shelf.folder().resolve("." + offer.name() + ".part");
    if (address) {
      VoiceShelf.delete(work); // nothing tells whether it is a part of the same file
    }
    Files.createDirectories(work);
    for (Part part : offer.parts()) {
      fetch(part, work, progress, cancel);
    }
    shelf.place(work, offer.name());
    return offer.name();
  }

  private static Offer ofAddress(String address) throws FailureException {
    HttpUrl url = url(address);
    String file = url.pathSegments().get(url.pathSize() - 1);
    if (!file.matches("[A-Za-z0-9_-][A-Za-z0-9._-]*\\.onnx")) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST, "the address of a voice ends in .onnx: " + address);
    }
    HttpUrl config = url.newBuilder().setPathSegment(url.pathSize() - 1, file + ".json").build();
    return new Offer(
        file.substring(0, file.length() - ".onnx".length()),
        List.of(
            new Part(file + ".json", config.toString(), -1, ""), new Part(file, address, -1, "")));
  }

  private Offer ofList(String what, CancelFlag cancel) throws IOException {
    JsonNode list = list(cancel);
    String name = list.has(what) ? what : best(list, what);
    List<Part> parts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> file : list.path(name).path("files").properties()) {
      String path = file.getKey();
      if (path.endsWith(".onnx") || path.endsWith(".onnx.json")) {
        HttpUrl url = url(listUrl).resolve(path);
        parts.add(
            new Part(
                path.substring(path.lastIndexOf('/') + 1),
                url == null ? path : url.toString(),
                file.getValue().path("size_bytes").asLong(-1),
                file.getValue().path("md5_digest").asString("").toLowerCase(Locale.ROOT)));
      }
    }
    boolean safe = name.matches("[A-Za-z0-9._-]+") && !name.startsWith(".");
    if (parts.size() != 2 || !safe) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT, "the list of voices names no files of " + name);
    }
    return new Offer(name, parts);
  }

  /** Returns the name of the voice that a language gets. */
  private static String best(JsonNode list, String what) throws FailureException {
    Language language;
    try {
      language = Language.of(what);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          "'" + what + "' is neither zh, en, an address of an .onnx file nor a name in the list");
    }
    String preferred = PREFERRED.getOrDefault(language, "");
    if (list.has(preferred)) {
      return preferred;
    }
    String best = "";
    int rank = QUALITIES.size();
    for (Map.Entry<String, JsonNode> voice : list.properties()) {
      String family = voice.getValue().path("language").path("family").asString("");
      int quality = QUALITIES.indexOf(voice.getValue().path("quality").asString(""));
      if (family.equals(language.code()) && quality >= 0 && quality < rank) {
        best = voice.getKey();
        rank = quality;
      }
    }
    if (best.isEmpty()) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, "the list of voices has none for " + language.code());
    }
    return best;
  }

  @SuppressWarnings("try") // the hook is there to be closed
  private JsonNode list(CancelFlag cancel) throws IOException {
    Call call = http.newCall(new Request.Builder().url(url(listUrl)).build());
    try (CancelFlag.Registration hook = cancel.onSet(call::cancel);
        Response response = call.execute()) {
      check(response, listUrl);
      byte[] bytes = response.body().byteStream().readNBytes(LARGEST_LIST + 1);
      if (bytes.length > LARGEST_LIST) {
        throw new FailureException(Failure.Kind.WRONG_CONTENT, "the list of voices is too long");
      }
      return JSON.readTree(bytes);
    } catch (JacksonException e) {
      throw new FailureException(
          new Failure(Failure.Kind.WRONG_CONTENT, "the list of voices is no JSON: " + listUrl), e);
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw network(e, cancel);
    }
  }

  private void fetch(Part part, Path work, Progress progress, CancelFlag cancel)
      throws IOException {
    Path whole = work.resolve(part.name());
    if (Files.exists(whole)) {
      return; // arrived and checked in an earlier try
    }
    Path arriving = work.resolve(part.name() + ".part");
    download(part, arriving, progress, cancel);
    if (!part.md5().isEmpty() && !md5(arriving).equals(part.md5())) {
      Files.delete(arriving);
      throw new FailureException(
          Failure.Kind.CHECKSUM, part.name() + " did not arrive as the list says; try again");
    }
    Files.move(arriving, whole, StandardCopyOption.ATOMIC_MOVE);
  }

  @SuppressWarnings("try") // the hook is there to be closed
  private void download(Part part, Path arriving, Progress progress, CancelFlag cancel)
      throws IOException {
    long have = Files.exists(arriving) ? Files.size(arriving) : 0;
    if (part.bytes() >= 0 && have == part.bytes()) {
      return;
    }
    Request.Builder request = new Request.Builder().url(url(part.url()));
    if (have > 0) {
      request.header("Range", "bytes=" + have + "-");
    }
    Call call = http.newCall(request.build());
    try (CancelFlag.Registration hook = cancel.onSet(call::cancel);
        Response response = call.execute()) {
      if (response.code() == 416) {
        Files.delete(arriving);
        throw new FailureException(
            Failure.Kind.CHANGED, part.name() + " changed on the server; try again");
      }
      check(response, part.url());
      @Nullable String range = response.header("Content-Range");
      boolean goesOn =
          response.code() == 206 && range != null && range.startsWith("bytes " + have + "-");
      save(part, response, arriving, goesOn ? have : 0, progress);
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw network(e, cancel);
    }
  }

  private static void save(Part part, Response response, Path to, long from, Progress progress)
      throws IOException {
    long announced = response.body().contentLength();
    long total = part.bytes() >= 0 ? part.bytes() : announced < 0 ? -1 : from + announced;
    long bytes = from;
    StandardOpenOption mode =
        from > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
    try (InputStream in = response.body().byteStream();
        OutputStream out =
            Files.newOutputStream(to, StandardOpenOption.CREATE, StandardOpenOption.WRITE, mode)) {
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        bytes += n;
        progress.update(part.name(), bytes, total);
      }
    }
    if (total >= 0 && bytes != total) {
      if (bytes > total) {
        Files.delete(to);
      }
      throw new FailureException(
          bytes < total ? Failure.Kind.TRUNCATED : Failure.Kind.CHANGED,
          part.name() + " came with " + bytes + " of " + total + " bytes; try again");
    }
  }

  private static void check(Response response, String url) throws FailureException {
    if (!response.isSuccessful()) {
      throw new FailureException(
          HttpFailures.kindOf(response.code()),
          "the server answers " + response.code() + " for " + url);
    }
  }

  private static FailureException network(IOException e, CancelFlag cancel) {
    if (cancel.isSet()) {
      return new FailureException(Failure.Kind.CANCELLED, "the installation was cancelled");
    }
    return new FailureException(NetworkFailures.of("the server of voices", e), e);
  }

  private static HttpUrl url(String text) throws FailureException {
    HttpUrl url = HttpUrl.parse(text);
    if (url == null) {
      throw new FailureException(Failure.Kind.BAD_REQUEST, "not a web address: " + text);
    }
    return url;
  }

  private static String md5(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has MD5", e);
    }
  }
}
