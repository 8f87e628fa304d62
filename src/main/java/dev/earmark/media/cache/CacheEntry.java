package dev.earmark.media.cache;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A complete file in the cache.
 *
 * @param key what it was asked for by
 * @param file where it lies
 * @param bytes its size
 * @param sha256 of its bytes, lower-case hex, or empty
 * @param etag the server's validator, or empty
 * @param lastModified the server's other validator, or empty
 * @param decodedS its length in seconds as decoded, 0 when it was not decoded
 * @param touchedAt when it was last opened
 */
public record CacheEntry(
    String key,
    Path file,
    long bytes,
    String sha256,
    String etag,
    String lastModified,
    double decodedS,
    Instant touchedAt) {
  CacheEntry touched(Instant when) {
    return new CacheEntry(key, file, bytes, sha256, etag, lastModified, decodedS, when);
  }
}
