package dev.earmark.media.cache;

/**
 * The cache, from {@code cache.*}.
 *
 * @param quotaBytes the most that the files may take
 * @param minFreeBytes what stays free on the disk
 */
public record CacheSettings(long quotaBytes, long minFreeBytes) {
  /** The defaults: 20 GiB, 2 GiB. */
  public static final CacheSettings DEFAULT = new CacheSettings(20L << 30, 2L << 30);
}
