package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.net.HttpFailures;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.cache.Part;
import dev.earmark.media.cache.Sidecar;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request for the rest of a file, and what its answer means.
 *
 * <p>Bytes are appended only when the answer proves that they belong behind those that are there:
 * status 206 (or 200 with Content-Range) that starts at our end or before it, with the total that
 * was said before. Anything else starts the file over.
 */
final class Attempt {
  private static final Logger log = LoggerFactory.getLogger(Attempt.class);
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final long ROOM_STEP_BYTES = 4L << 20;

  private final Job job;
  private final Part part;
  private final Hops hops;
  private final FileCache cache;
  private final Clock clock;
  private final DownloadSettings settings;
  private final CancelFlag cancel;
  private final Rate rate;
  private final Ahead ahead;
  private final Detours detours;
  private long roomFor;
  private boolean wholeAnswer;
  private boolean joined; // with what was fetched ahead, before the answer's end

  Attempt(
      Job job,
      Part part,
      Ahead ahead,
      Detours detours,
      Hops hops,
      FileCache cache,
      Clock clock,
      DownloadSettings settings) {
    this.job = job;
    this.part = part;
    this.ahead = ahead;
    this.detours = detours;
    this.hops = hops;
    this.cache = cache;
    this.clock = clock;
    this.settings = settings;
    this.cancel = job.cancelFlag();
    this.rate = new Rate(settings.rateLimitBytes(), clock);
  }

  /** Throws away what is there; {@code changed} when readers of it must not go on. */
  static void restart(Job job, Part part, boolean changed) throws IOException {
    part.truncate(0);
    part.note(part.sidecar().withServer("", "", -1));
    job.growth().noneAhead();
    if (changed) {
      job.growth().changed();
    }
    job.growth().at(part.file(), 0, -1);
  }

  /**
   * Makes the request and stores the body.
   *
   * @return whether the server rightly gave less than all, so that the rest is to be asked for
   */
  boolean run(Location location) throws IOException {
    if (cancel.isSet()) {
      throw cancelled(null);
    }
    ahead.join();
    Sidecar known = part.sidecar();
    if (part.bytes() > 0 && part.bytes() == known.total()) {
      return false;
    }
    if (part.bytes() > 0 && !mayResume(known)) {
      restart(job, part, /* changed= */ false);
    }
    try (Hops.Answer answer = hops.get(location, rangeHeaders(known, part.bytes()), cancel)) {
      Response response = answer.response();
      String host = response.request().url().host();
      return switch (response.code()) {
        case 200 -> full(response, location, host);
        case 206 -> partial(response, location, host);
        case 416 -> atTheEnd(response, host);
        default ->
            throw HttpFailure.ofStatus(
                response.code(),
                host,
                HttpFailures.retryAfter(response.header("Retry-After"), clock.now()));
      };
    } catch (IOException e) {
      throw cancel.isSet() ? cancelled(e) : e;
    }
  }

  /** Returns whether the answer came without a range, so that no total but its length was said. */
  boolean wasWholeAnswer() {
    return wholeAnswer;
  }

  /**
   * Asks for what lies behind the last byte. A file that ends there is answered 416, a server
   * without ranges sends the whole file again, which is not read; neither shows anything. Only a
   * range that begins right there proves that there is more. An answer that fails shows nothing
   * either.
   *
   * @return whether there is more, which is to be fetched by further attempts
   * @throws FailureException CANCELLED
   */
  boolean goesOn(Location location) throws IOException {
    Sidecar known = part.sidecar();
    try (Hops.Answer answer = hops.get(location, rangeHeaders(known, part.bytes()), cancel)) {
      Response response = answer.response();
      ContentRange range = ContentRange.parse(response.header("Content-Range"));
      boolean more =
          response.code() == 206
              && range != null
              && range.start() == part.bytes()
              && (range.total() < 0 || range.total() > part.bytes());
      if (!more || range == null) {
        return false;
      }
      log.info(
          "{} is longer than its server has said: {} bytes are there, and it goes on",
          job.request().key(),
          part.bytes());
      part.note(known.withServer(known.etag(), known.lastModified(), range.total()));
      return true;
    } catch (IOException e) {
      if (cancel.isSet()) {
        throw cancelled(e);
      }
      log.debug("the end of {} could not be checked", job.request().key(), e);
      return false;
    }
  }

  private boolean mayResume(Sidecar known) {
    boolean tooMuch = known.total() >= 0 && part.bytes() > known.total();
    boolean checkable =
        isStrong(known.etag()) || !known.lastModified().isEmpty() || known.total() >= 0;
    return !tooMuch && (checkable || job.progress().attempts() > 1);
  }

  /** Returns the headers that ask for a file from a byte on, if it is the one that is known. */
  static Map<String, String> rangeHeaders(Sidecar known, long from) {
    Map<String, String> headers = new HashMap<>();
    if (from > 0) {
      headers.put("Range", "bytes=" + from + "-");
      String validator = isStrong(known.etag()) ? known.etag() : known.lastModified();
      if (!validator.isEmpty()) {
        headers.put("If-Range", validator);
      }
    }
    return headers;
  }

  private static boolean isStrong(String etag) {
    return !etag.isEmpty() && !etag.toUpperCase(Locale.ROOT).startsWith("W/");
  }

  private boolean full(Response response, Location location, String host) throws IOException {
    ContentRange range = ContentRange.parse(response.header("Content-Range"));
    if (range != null && part.bytes() > 0 && range.start() == part.bytes()) {
      return partial(response, location, host);
    }
    wholeAnswer = true;
    ContentCheck.checkType(response.header("Content-Type"), host);
    String etag = header(response, "ETag");
    Packing packing = Packing.of(response.header("Content-Encoding"), host);
    boolean zipped = packing != Packing.NONE;
    long length = zipped ? -1 : response.body().contentLength();
    long total = length < 0 && location.sizeBytes() > 0 && !zipped ? location.sizeBytes() : length;
    Sidecar old = part.sidecar();
    long skip = 0;
    if (part.bytes() > 0) {
      boolean same = isStrong(etag) && etag.equals(old.etag());
      if (same) {
        skip = part.bytes();
      } else {
        boolean changed = !etag.equals(old.etag()) || (old.total() >= 0 && total != old.total());
        restart(job, part, changed);
      }
    }
    String type = response.header("Content-Type");
    String path = location.uri().getPath();
    part.note(
        part.sidecar()
            .withServer(etag, header(response, "Last-Modified"), total)
            .withExtension(ContentCheck.extension(type, path == null ? "" : path)));
    store(response, location, skip, packing);
    return finished(host, total, /* mayBeShort= */ joined);
  }

  private boolean partial(Response response, Location location, String host) throws IOException {
    ContentCheck.checkType(response.header("Content-Type"), host);
    ContentRange range = ContentRange.parse(response.header("Content-Range"));
    Sidecar known = part.sidecar();
    if (range == null || range.start() < 0 || range.start() > part.bytes()) {
      restart(job, part, /* changed= */ false);
      throw HttpFailure.of(
          Failure.Kind.CHANGED, "the server " + host + " answered with another range than asked");
    }
    boolean otherTotal = known.total() >= 0 && range.total() >= 0 && known.total() != range.total();
    String etag = header(response, "ETag");
    boolean otherTag = !etag.isEmpty() && !known.etag().isEmpty() && !etag.equals(known.etag());
    if (otherTotal || otherTag) {
      restart(job, part, /* changed= */ true);
      throw HttpFailure.of(
          Failure.Kind.CHANGED, "the file on the server " + host + " is another one now");
    }
    long before = part.bytes();
    part.truncate(range.start());
    long total = range.total() >= 0 ? range.total() : known.total();
    part.note(
        known.withServer(
            etag.isEmpty() ? known.etag() : etag,
            known.lastModified().isEmpty()
                ? header(response, "Last-Modified")
                : known.lastModified(),
            total));
    store(response, location, 0, Packing.NONE);
    return finished(host, total, /* mayBeShort= */ joined || part.bytes() > before);
  }

  private boolean atTheEnd(Response response, String host) throws IOException {
    ContentRange range = ContentRange.parse(response.header("Content-Range"));
    if (range != null && range.total() == part.bytes() && part.bytes() > 0) {
      Sidecar known = part.sidecar();
      part.note(known.withServer(known.etag(), known.lastModified(), part.bytes()));
      return false;
    }
    restart(job, part, /* changed= */ true);
    throw HttpFailure.of(
        Failure.Kind.CHANGED, "the file on the server " + host + " is shorter than before");
  }

  private boolean finished(String host, long total, boolean mayBeShort) throws IOException {
    if (part.bytes() == 0) {
      throw HttpFailure.of(Failure.Kind.TRUNCATED, "the server " + host + " sent an empty file");
    }
    if (total >= 0 && part.bytes() < total) {
      if (mayBeShort) {
        return true;
      }
      throw HttpFailure.of(
          Failure.Kind.TRUNCATED,
          "the server " + host + " sent " + part.bytes() + " of " + total + " bytes");
    }
    if (total >= 0 && part.bytes() > total) {
      restart(job, part, /* changed= */ true);
      throw HttpFailure.of(
          Failure.Kind.CHANGED, "the server " + host + " sent more bytes than it had said");
    }
    return false;
  }

  private void store(Response response, Location location, long skip, Packing packing)
      throws IOException {
    String host = response.request().url().host();
    long before = part.bytes();
    long total = part.sidecar().total();
    makeRoom(total);
    job.growth().at(part.file(), part.bytes(), total);
    try {
      copy(packing.unpack(response.body().byteStream()), location, host, skip);
    } catch (FailureException e) {
      throw e;
    } catch (InterruptedIOException e) {
      throw HttpFailure.of(
          Failure.Kind.TIMEOUT,
          "the server " + host + " sent nothing for " + settings.stallTimeout().toSeconds() + " s");
    } catch (IOException e) {
      String message = e.getMessage(); // none where only the next chunk is missing
      throw HttpFailure.of(
          Failure.Kind.TRUNCATED,
          "the connection to "
              + host
              + " broke off after "
              + (part.bytes() - before)
              + " bytes"
              + (message == null ? "" : ": " + message));
    }
  }

  private void copy(InputStream in, Location location, String host, long skip) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long started = clock.nanoTime();
    long received = 0;
    long at = skip > 0 ? 0 : part.bytes();
    int n = in.readNBytes(buffer, 0, ContentCheck.HEAD_BYTES);
    if (at == 0) {
      ContentCheck.checkHead(buffer, n, host);
    }
    while (n > 0) {
      if (cancel.isSet()) {
        throw cancelled(null);
      }
      int known = (int) Math.max(0, Math.min(n, part.bytes() - at));
      part.append(buffer, known, n - known);
      at += n;
      received += n;
      job.growth().at(part.file(), part.bytes(), part.sidecar().total());
      job.moved();
      if (part.bytes() > roomFor) {
        makeRoom(-1);
      }
      rate.hold(started, received);
      detours.makeThoseNeeded(location);
      if (ahead.join()) {
        joined = true;
        return;
      }
      n = in.read(buffer);
    }
  }

  /** Sees that the disk takes the whole file, or the next piece of one of unknown size. */
  private void makeRoom(long total) throws IOException {
    long wanted = total >= 0 ? total - part.bytes() : ROOM_STEP_BYTES;
    cache.makeRoom(Math.max(0, wanted), job.request().key());
    roomFor = part.bytes() + Math.max(wanted, ROOM_STEP_BYTES);
  }

  static FailureException cancelled(@Nullable Exception cause) {
    return new FailureException(
        new Failure(Failure.Kind.CANCELLED, "the download was cancelled"), cause);
  }

  private static String header(Response response, String name) {
    String value = response.header(name);
    return value == null ? "" : value.strip();
  }
}
