package dev.earmark.listen.models;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Fetches models and puts them on the shelf. Thread-safe; calls block for as long as it takes.
 *
 * <p>What has arrived stays in a hidden {@code .part} file, so that another try goes on where the
 * last one broke off.
 */
public final class ModelInstaller {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long LARGEST_LIST = 4L << 20;
  private static final long SPACE_FACTOR = 3;

  private final OkHttpClient http;
  private final ModelShelf shelf;
  private final ModelSettings settings;

  /** Makes an installer. */
  public ModelInstaller(OkHttpClient http, ModelShelf shelf, ModelSettings settings) {
    this.http = http;
    this.shelf = shelf;
    this.settings = settings;
  }

  /** Is told how an installation goes on. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Called on the installing thread about every 64 kB.
     *
     * @param total bytes in all, or −1 when nobody said
     */
    void update(String name, long bytes, long total);
  }

  /**
   * A model that can be fetched.
   *
   * @param md5 hexadecimal, or empty when nobody said
   * @param bytes size of the ZIP file, or −1
   */
  record Offer(String name, String url, String md5, long bytes, String version) {}

  /**
   * Installs a model.
   *
   * @param what a language ({@code zh}, {@code en}), the address of a ZIP file, or a ZIP file
   * @return the model's folder
   * @throws FailureException with the kind that tells whether another try makes sense
   */
  public Path install(String what, Progress progress, CancelFlag cancel) throws IOException {
    if (what.startsWith("http://") || what.startsWith("https://")) {
      return fetch(new Offer(fileName(what), what, "", -1, ""), progress, cancel);
    }
    Path file = Path.of(what);
    if (Files.isRegularFile(file)) {
      return shelf.installZip(file, what, "", cancel);
    }
    try {
      return install(Language.of(what), progress, cancel);
    } catch (IllegalArgumentException e) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          "'" + what + "' is neither zh, en, an address nor a ZIP file that is there");
    }
  }

  /** Installs the official small model of a language. */
  public Path install(Language language, Progress progress, CancelFlag cancel) throws IOException {
    return fetch(offer(language, cancel), progress, cancel);
  }

  private Offer offer(Language language, CancelFlag cancel) throws IOException {
    List<Offer> offers = new ArrayList<>();
    try {
      for (JsonNode entry : JSON.readTree(list(cancel))) {
        if (isFor(entry, language)) {
          offers.add(
              new Offer(
                  entry.path("name").asString(""),
                  entry.path("url").asString(""),
                  entry.path("md5").asString("").toLowerCase(Locale.ROOT),
                  entry.path("size").asLong(-1),
                  entry.path("version").asString("0")));
        }
      }
    } catch (JacksonException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.WRONG_CONTENT, "the list of models is no JSON: " + settings.listUrl()),
          e);
    }
    return offers.stream()
        .filter(offer -> !offer.url().isEmpty())
        .max(Comparator.comparing(Offer::version, ModelInstaller::compareLoosely))
        .orElseThrow(
            () ->
                new FailureException(
                    Failure.Kind.NOT_FOUND,
                    "the list of models has no small one for " + language.code()));
  }

  private static int compareLoosely(String one, String other) {
    String plain = "\\d+(\\.\\d+)*";
    return ModelShelf.compareVersions(
        one.matches(plain) ? one : "0", other.matches(plain) ? other : "0");
  }

  private static boolean isFor(JsonNode entry, Language language) {
    String code = entry.path("lang").asString("").toLowerCase(Locale.ROOT);
    boolean same =
        language == Language.ZH
            ? code.equals("cn") || code.equals("zh") || code.startsWith("zh-")
            : code.equals("en-us") || code.equals("en");
    return same
        && entry.path("type").asString("").equals("small")
        && !entry.path("obsolete").asString("false").equals("true");
  }

  @SuppressWarnings("try") // the hook is there to be closed
  private byte[] list(CancelFlag cancel) throws IOException {
    Call call = http.newCall(new Request.Builder().url(url(settings.listUrl())).build());
    try (CancelFlag.Registration hook = cancel.onSet(call::cancel);
        Response response = execute(call, cancel)) {
      checkStatus(response, settings.listUrl());
      InputStream body = response.body().byteStream();
      byte[] list = body.readNBytes((int) LARGEST_LIST + 1);
      if (list.length > LARGEST_LIST) {
        throw new FailureException(Failure.Kind.WRONG_CONTENT, "the list of models is too long");
      }
      return list;
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw network(e, settings.listUrl(), cancel);
    }
  }

  private static HttpUrl url(String text) throws FailureException {
    HttpUrl url = HttpUrl.parse(text);
    if (url == null) {
      throw new FailureException(Failure.Kind.BAD_REQUEST, "not a web address: " + text);
    }
    return url;
  }

  private static String fileName(String address) throws FailureException {
    List<String> segments = url(address).pathSegments();
    String last = segments.get(segments.size() - 1).replaceAll("[^A-Za-z0-9._-]", "_");
    return last.isEmpty() ? "model" : last.replaceFirst("\\.zip$", "");
  }

  private Path fetch(Offer offer, Progress progress, CancelFlag cancel) throws IOException {
    Files.createDirectories(shelf.folder());
    String safe = offer.name().replaceAll("[^A-Za-z0-9._-]", "_");
    Path part = shelf.folder().resolve("." + safe + ".zip.part");
    checkSpace(offer);
    download(offer, part, progress, cancel);
    if (!offer.md5().isEmpty() && !InstallRecord.digest(part, "MD5").equals(offer.md5())) {
      Files.delete(part);
      throw new FailureException(
          Failure.Kind.CHECKSUM, offer.name() + " did not arrive as the list says; try again");
    }
    try {
      return shelf.installZip(part, offer.url(), offer.version(), cancel);
    } finally {
      if (!cancel.isSet()) {
        Files.deleteIfExists(part);
      }
    }
  }

  private void checkSpace(Offer offer) throws IOException {
    long free = Files.getFileStore(shelf.folder()).getUsableSpace();
    if (offer.bytes() > 0 && free < offer.bytes() * SPACE_FACTOR) {
      throw new FailureException(
          Failure.Kind.DISK_FULL,
          offer.name()
              + " needs "
              + offer.bytes() * SPACE_FACTOR
              + " bytes, "
              + free
              + " are free");
    }
  }

  @SuppressWarnings("try") // the hook is there to be closed
  private void download(Offer offer, Path part, Progress progress, CancelFlag cancel)
      throws IOException {
    long have = Files.exists(part) ? Files.size(part) : 0;
    if (offer.bytes() > 0 && have == offer.bytes()) {
      return;
    }
    Request.Builder request = new Request.Builder().url(url(offer.url()));
    if (have > 0) {
      request.header("Range", "bytes=" + have + "-");
    }
    Call call = http.newCall(request.build());
    try (CancelFlag.Registration hook = cancel.onSet(call::cancel);
        Response response = execute(call, cancel)) {
      if (response.code() == 416) {
        Files.delete(part);
        throw new FailureException(
            Failure.Kind.CHANGED, offer.name() + " changed on the server; try again");
      }
      checkStatus(response, offer.url());
      boolean goesOn = have > 0 && continues(response, have);
      save(offer, response.body(), part, goesOn ? have : 0, progress);
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw network(e, offer.url(), cancel);
    }
  }

  private static boolean continues(Response response, long have) {
    @Nullable String range = response.header("Content-Range");
    return response.code() == 206 && range != null && range.startsWith("bytes " + have + "-");
  }

  private static void save(Offer offer, ResponseBody body, Path part, long from, Progress progress)
      throws IOException {
    long announced = body.contentLength();
    long total = offer.bytes() > 0 ? offer.bytes() : announced < 0 ? -1 : from + announced;
    long bytes = from;
    StandardOpenOption mode =
        from > 0 ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
    try (InputStream in = body.byteStream();
        OutputStream out =
            Files.newOutputStream(
                part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, mode)) {
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
        bytes += n;
        progress.update(offer.name(), bytes, total);
        if (offer.bytes() > 0 && bytes > offer.bytes()) {
          throw new FailureException(
              Failure.Kind.CHANGED, offer.name() + " is larger than the list says");
        }
      }
    }
    if (total > 0 && bytes < total) {
      throw new FailureException(
          Failure.Kind.TRUNCATED,
          offer.name() + " broke off at " + bytes + " of " + total + " bytes; another try goes on");
    }
  }

  private static Response execute(Call call, CancelFlag cancel) throws IOException {
    try {
      return call.execute();
    } catch (IOException e) {
      throw network(e, call.request().url().toString(), cancel);
    }
  }

  private static void checkStatus(Response response, String url) throws FailureException {
    int code = response.code();
    if (response.isSuccessful()) {
      return;
    }
    Failure.Kind kind =
        switch (code) {
          case 401, 403 -> Failure.Kind.FORBIDDEN;
          case 404, 410 -> Failure.Kind.NOT_FOUND;
          case 429, 503 -> Failure.Kind.THROTTLED;
          default -> code >= 500 ? Failure.Kind.UNAVAILABLE : Failure.Kind.BAD_REQUEST;
        };
    throw new FailureException(kind, "the server answers " + code + " for " + url);
  }

  private static FailureException network(IOException e, String url, CancelFlag cancel) {
    if (e instanceof FailureException failure) {
      return failure;
    }
    if (cancel.isSet()) {
      return new FailureException(Failure.Kind.CANCELLED, "the installation was cancelled");
    }
    boolean late = e instanceof InterruptedIOException;
    boolean cut = e instanceof EOFException || e instanceof ProtocolException;
    Failure.Kind kind =
        late ? Failure.Kind.TIMEOUT : cut ? Failure.Kind.TRUNCATED : Failure.Kind.NETWORK;
    return new FailureException(new Failure(kind, url + ": " + e.getMessage()), e);
  }
}
