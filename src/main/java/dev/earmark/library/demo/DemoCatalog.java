package dev.earmark.library.demo;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.base.net.NetworkFailures;
import dev.earmark.library.Album;
import dev.earmark.library.Catalog;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * The demo books as a catalogue on the network: it knows nothing by itself, lists and searches what
 * its server has, and its files are downloaded. Thread-safe.
 */
public final class DemoCatalog implements Catalog {
  private static final Duration CALL_LIMIT = Duration.ofSeconds(10);
  private static final long LARGEST_ANSWER = 4L * 1024 * 1024;
  private static final int KEPT_DETAILS = 64;

  private final String name;
  private final HttpUrl base;
  private final OkHttpClient client;
  private final Supplier<List<String>> titles;

  /** Newest details, which hold the checksums. */
  private final Map<String, Wire.Detail> details = new LinkedHashMap<>(); // guarded by this

  /**
   * Makes a catalogue that asks the server at the given address.
   *
   * @param name begins the ids of its albums
   * @param base the root of the server, with a slash at the end
   * @param titles what may be spoken before the first search; called on any thread
   */
  public DemoCatalog(String name, URI base, OkHttpClient client, Supplier<List<String>> titles) {
    this.name = name;
    this.base = Objects.requireNonNull(HttpUrl.get(base), "the address is http or https");
    this.client = client.newBuilder().callTimeout(CALL_LIMIT).build();
    this.titles = titles;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> titles() {
    return titles.get();
  }

  @Override
  public boolean tellsAllTitles() {
    return true;
  }

  @Override
  public Page search(String keyword, int page, CancelFlag cancel) throws IOException {
    HttpUrl url =
        base.newBuilder()
            .addPathSegment("search")
            .addQueryParameter("q", keyword)
            .addQueryParameter("page", Integer.toString(page))
            .build();
    return page(url, cancel);
  }

  @Override
  public Page browse(int page, CancelFlag cancel) throws IOException {
    HttpUrl url =
        base.newBuilder()
            .addPathSegment("albums")
            .addQueryParameter("page", Integer.toString(page))
            .build();
    return page(url, cancel);
  }

  private Page page(HttpUrl url, CancelFlag cancel) throws IOException {
    Wire.Page answer = get(url, Wire.Page.class, cancel);
    List<Album> albums =
        answer.albums().stream().map(summary -> album(summary, List.of())).toList();
    return new Page(albums, answer.page(), answer.pages());
  }

  @Override
  public Album detail(String albumId, CancelFlag cancel) throws IOException {
    Wire.Detail detail = fetch(albumId, cancel);
    List<Section> sections =
        detail.sections().stream()
            .map(
                part ->
                    new Section(
                        part.number(),
                        part.title(),
                        part.file(),
                        part.startS(),
                        part.durationS(),
                        part.sizeBytes()))
            .toList();
    return album(detail.album(), sections);
  }

  @Override
  public SectionSource resolve(Album album, Section section, CancelFlag cancel) throws IOException {
    Wire.Detail detail;
    synchronized (this) {
      detail = details.get(album.id());
    }
    if (detail == null) {
      detail = fetch(album.id(), cancel);
    }
    for (Wire.Part part : detail.sections()) {
      if (part.file().equals(section.fileId())) {
        HttpUrl url = base.resolve(part.href());
        if (url == null) {
          throw new FailureException(
              Failure.Kind.WRONG_CONTENT, name + " gave a link that is none: " + part.href());
        }
        return new SectionSource(url.uri(), Map.of(), part.sha256(), part.sizeBytes());
      }
    }
    throw notFound(album.id() + " has no file " + section.fileId());
  }

  /** Its server has another port after each start, and the covers lie there. */
  @Override
  public Album renewed(Album remembered) {
    HttpUrl old = HttpUrl.parse(remembered.cover());
    if (old == null) {
      return remembered;
    }
    String cover = base.newBuilder().encodedPath(old.encodedPath()).build().toString();
    return new Album(
        remembered.id(),
        remembered.title(),
        remembered.alternatives(),
        remembered.author(),
        remembered.narrator(),
        remembered.language(),
        remembered.description(),
        cover,
        remembered.sectionCount(),
        remembered.sections());
  }

  private Wire.Detail fetch(String albumId, CancelFlag cancel) throws IOException {
    String prefix = name + ":";
    if (!albumId.startsWith(prefix) || albumId.length() == prefix.length()) {
      throw notFound(name + " has no album " + albumId);
    }
    HttpUrl url =
        base.newBuilder()
            .addPathSegment("albums")
            .addPathSegment(albumId.substring(prefix.length()))
            .build();
    Wire.Detail detail = get(url, Wire.Detail.class, cancel);
    if (detail.album() == null || detail.sections().isEmpty()) {
      throw new FailureException(
          Failure.Kind.WRONG_CONTENT, name + " gave an album without sections: " + albumId);
    }
    synchronized (this) {
      details.put(albumId, detail);
      if (details.size() > KEPT_DETAILS) {
        details.remove(details.keySet().iterator().next());
      }
    }
    return detail;
  }

  private Album album(Wire.Summary summary, List<Section> sections) {
    HttpUrl cover = summary.cover().isEmpty() ? null : base.resolve(summary.cover());
    return new Album(
        name + ":" + summary.id(),
        summary.title(),
        summary.alternatives(),
        summary.author(),
        summary.narrator(),
        summary.language(),
        summary.description(),
        cover == null ? "" : cover.toString(),
        Math.max(summary.sectionCount(), sections.size()),
        sections);
  }

  private <T> T get(HttpUrl url, Class<T> type, CancelFlag cancel) throws IOException {
    Call call = client.newCall(new Request.Builder().url(url).build());
    CancelFlag.Registration hook = cancel.onSet(call::cancel);
    try (Response response = call.execute()) {
      check(response.code(), url);
      BufferedSource source = response.body().source();
      if (source.request(LARGEST_ANSWER)) {
        throw new FailureException(
            Failure.Kind.WRONG_CONTENT, name + " answered more than " + LARGEST_ANSWER + " bytes");
      }
      return parse(source.readByteArray(), type);
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw failure(e, cancel);
    } finally {
      hook.close();
    }
  }

  private <T> T parse(byte[] body, Class<T> type) throws FailureException {
    try {
      T value = Wire.JSON.readValue(body, type);
      if (value != null) {
        return value;
      }
    } catch (JacksonException e) {
      throw wrong(e);
    }
    throw wrong(null);
  }

  private FailureException wrong(@Nullable Throwable cause) {
    return new FailureException(
        new Failure(Failure.Kind.WRONG_CONTENT, name + " answered something that is not its JSON"),
        cause);
  }

  private void check(int status, HttpUrl url) throws FailureException {
    if (status == 200) {
      return;
    }
    Failure.Kind kind = HttpFailures.kindOf(status);
    throw new FailureException(
        kind, name + " answered status " + status + " to " + url.encodedPath());
  }

  private FailureException failure(IOException e, CancelFlag cancel) {
    if (cancel.isSet()) {
      return new FailureException(new Failure(Failure.Kind.CANCELLED, "cancelled"), e);
    }
    return new FailureException(NetworkFailures.of(name + " at " + base, e), e);
  }

  private static FailureException notFound(String detail) {
    return new FailureException(Failure.Kind.NOT_FOUND, detail);
  }
}
