package dev.earmark.media.download;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.cache.CacheEntry;
import dev.earmark.media.cache.FileCache;
import java.io.IOException;
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
    Download download = downloads.fetch(request, /* urgent= */ true);
    Download.Progress last = await(download, watcher);
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

  private static Download.Progress await(Download download, Consumer<Download.Progress> watcher)
      throws IOException {
    var ended = download.ended().toCompletableFuture();
    while (true) {
      try {
        return ended.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        watcher.accept(download.progress());
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
