package dev.earmark.media.download;

import dev.earmark.base.Clock;
import dev.earmark.media.MediaRequest.Location;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.cache.Part;
import dev.earmark.media.cache.Sidecar;
import java.io.IOException;
import java.io.InputStream;
import okhttp3.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches first what a reader waits for far behind the edge: the index at the end of an MP4, or the
 * place to which a listener has jumped. Between two pieces of the usual answer, which waits
 * meanwhile, a second request asks for the file from that place on. It goes on until the end, until
 * what is there already, or until the reader waits elsewhere.
 *
 * <p>The usual connection stays open, so that a server without ranges costs one request in vain and
 * nothing that was fetched. Confined to the download's thread.
 */
final class Detours {
  /** What is nearer to the edge than this is waited for: it is sooner there than an answer. */
  static final long FAR_BYTES = 128 * 1024;

  /** So many detours one download makes: readers that jump to and fro would never be done. */
  static final int MOST = 24;

  private static final Logger log = LoggerFactory.getLogger(Detours.class);
  private static final int BUFFER_BYTES = 16 * 1024;

  private final Job job;
  private final Part part;
  private final Ahead ahead;
  private final Hops hops;
  private final FileCache cache;
  private final Clock clock;
  private final Rate rate;
  private int made;
  private boolean possible = true;
  private boolean lengthProved;

  Detours(
      Job job,
      Part part,
      Ahead ahead,
      Hops hops,
      FileCache cache,
      Clock clock,
      DownloadSettings settings) {
    this.job = job;
    this.part = part;
    this.ahead = ahead;
    this.hops = hops;
    this.cache = cache;
    this.clock = clock;
    this.rate = new Rate(settings.rateLimitBytes(), clock);
  }

  /**
   * Makes the detours that readers wait for now.
   *
   * @throws IOException when the job was cancelled; a detour that fails is none, and its reader
   *     waits for the edge
   */
  void makeThoseNeeded(Location location) throws IOException {
    while (possible) {
      long at = job.growth().needed();
      long total = part.sidecar().total();
      if (at < 0 || at >= total || at - part.bytes() < FAR_BYTES) {
        return;
      }
      made++;
      long before = job.growth().fetched();
      try {
        go(location, at, total);
      } catch (IOException e) {
        if (job.cancelFlag().isSet()) {
          throw Attempt.cancelled(e);
        }
        log.info("a detour of download {} broke off: {}", job.id(), e.getMessage());
      }
      possible = possible && made < MOST && job.growth().fetched() > before;
    }
  }

  /** Returns whether an answer with a range has confirmed the length of the file. */
  boolean isLengthProved() {
    return lengthProved;
  }

  private void go(Location location, long at, long total) throws IOException {
    Sidecar known = part.sidecar();
    try (Hops.Answer answer =
        hops.get(location, Attempt.rangeHeaders(known, at), job.cancelFlag())) {
      Response response = answer.response();
      if (!fits(response, known, at)) {
        possible = false;
        log.info(
            "{} can be read from its start on only: its server gives no ranges, or another file;"
                + " whoever jumps in it waits until the download is there",
            job.request().key());
        return;
      }
      ContentRange range = ContentRange.parse(response.header("Content-Range"));
      lengthProved |= range != null && range.total() == total;
      cache.makeRoom(total - at, job.request().key());
      copy(response.body().byteStream(), at, total);
    }
  }

  private static boolean fits(Response response, Sidecar known, long at) {
    ContentRange range = ContentRange.parse(response.header("Content-Range"));
    String etag = response.header("ETag");
    return response.code() == 206
        && range != null
        && range.start() == at
        && (range.total() < 0 || range.total() == known.total())
        && (etag == null || known.etag().isEmpty() || etag.strip().equals(known.etag()));
  }

  private void copy(InputStream in, long at, long total) throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    long started = clock.nanoTime();
    long next = job.growth().aheadFrom(at);
    long stop = next < 0 ? total : next;
    long cursor = at;
    while (cursor < stop && !job.cancelFlag().isSet()) {
      int n = in.read(buffer, 0, (int) Math.min(buffer.length, stop - cursor));
      if (n < 0) {
        return;
      }
      ahead.write(cursor, buffer, n);
      cursor += n;
      job.moved();
      rate.hold(started, cursor - at);
      long needed = job.growth().needed();
      if (needed >= 0 && (needed < cursor || needed - cursor >= FAR_BYTES)) {
        return;
      }
    }
  }
}
