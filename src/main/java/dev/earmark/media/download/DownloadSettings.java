package dev.earmark.media.download;

import java.time.Duration;

/**
 * Downloads, from {@code download.*}.
 *
 * @param parallel the most at once
 * @param rateLimitBytes a second for each download, 0 for no limit
 * @param connectTimeout for the connection
 * @param stallTimeout without a byte
 * @param retries of one download after a failure that may pass
 * @param allowPrivate whether redirects to other hosts in the private network are followed; the
 *     links themselves always are
 */
public record DownloadSettings(
    int parallel,
    long rateLimitBytes,
    Duration connectTimeout,
    Duration stallTimeout,
    int retries,
    boolean allowPrivate) {
  /** The defaults. */
  public static final DownloadSettings DEFAULT =
      new DownloadSettings(
          2, 0, Duration.ofSeconds(10), Duration.ofSeconds(15), 4, /* allowPrivate= */ false);
}
