package dev.earmark.media.download;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.cache.CacheEntry;
import dev.earmark.media.cache.FileCache;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * What came of fetching one file: the download stage alone.
 *
 * @param path where the file is now
 * @param bytes its size
 * @param sha256 of it, lower-case hex
 * @param resumedFrom bytes that an earlier try had left
 * @param attempts requests made
 * @param elapsedS seconds
 */
public record FetchReport(
    String path, long bytes, String sha256, long resumedFrom, int attempts, double elapsedS) {
  private static final long TICK_MILLIS = 200;

  /**
   * Fetches a file and waits for it.
   *
   * @param watcher called on this thread a few times a second, and at the end
   * @throws FailureException why it did not work
   */
  public static FetchReport fetch(
      Downloads downloads,
      FileCache cache,
      MediaRequest request,
      Consumer<Download.Progress> watcher)
      throws IOException {
    return fetch(downloads, cache, request, watcher, Duration.ofDays(1));
  }

  /**
   * Fetches a file and waits for it, but for no pause longer than this, such as a busy server asks
   * for; what was fetched is kept.
   */
  public static FetchReport fetch(
      Downloads downloads,
      FileCache cache,
      MediaRequest request,
      Consumer<Download.Progress> watcher,
      Duration patience)
      throws IOException {
    Download download = downloads.fetch(request, /* urgent= */ true);
    Download.Progress last = await(downloads, download, watcher, patience);
    watcher.accept(last);
    if (last.state() != Download.State.DONE) {
      Failure failure = last.failure();
      throw failure != null
          ? failure.asException()
          : new FailureException(Failure.Kind.INTERNAL, "the download ended without a reason");
    }
    CacheEntry entry =
        cache
            .entry(request.key())
            .orElseThrow(
                () ->
                    new FailureException(
                        Failure.Kind.BAD_REQUEST, "a local file needs no download"));
    return new FetchReport(
        entry.file().toString(),
        entry.bytes(),
        entry.sha256(),
        last.resumedFrom(),
        last.attempts(),
        last.elapsedS());
  }

  private static FailureException impatient(Failure failure, Duration pause, Duration patience) {
    long enoughS = pause.plusMillis(999).toSeconds(); // 5.3 s are more than 5 s, and 6 are enough
    return new FailureException(
        failure.kind(),
        failure.detail().replaceFirst("; next attempt at .*", "")
            + "; the next attempt would be "
            + enoughS
            + " s later, which is more than the "
            + patience.toSeconds()
            + " s that this command waits; what came is kept: try again then, or let it wait with"
            + " --patience "
            + enoughS);
  }

  private static Download.Progress await(
      Downloads downloads,
      Download download,
      Consumer<Download.Progress> watcher,
      Duration patience)
      throws IOException {
    var ended = download.ended().toCompletableFuture();
    while (true) {
      try {
        return ended.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        Download.Progress now = download.progress();
        watcher.accept(now);
        Duration pause = download.pause();
        Failure failure = now.failure();
        if (pause != null && failure != null && pause.compareTo(patience) > 0) {
          downloads.cancel(download.id());
          throw impatient(failure, pause, patience);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new FailureException(
            new Failure(Failure.Kind.CANCELLED, "waiting was interrupted"), e);
      } catch (ExecutionException e) {
        throw new IOException(e);
      }
    }
  }
}
