package dev.earmark.media;

import dev.earmark.base.CancelFlag;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/**
 * A file that is wanted in the cache.
 *
 * @param key identifies the file for ever: album id and file id; any text
 * @param albumTitle for people
 * @param sectionTitle for people
 * @param albumId for the status page
 * @param section for the status page, 1-based
 * @param expectedS the catalogue's length of the whole file in seconds, 0 when unknown
 * @param locator asked for the link when the download begins, and again when the link has expired
 */
public record MediaRequest(
    String key,
    String albumId,
    String albumTitle,
    int section,
    String sectionTitle,
    double expectedS,
    Locator locator) {
  /** Finds the link; may block for the network. */
  @FunctionalInterface
  public interface Locator {
    /** Returns where the file is now. */
    Location locate(CancelFlag cancel) throws IOException;
  }

  /**
   * Where a file is.
   *
   * @param sha256 lower-case hex, or empty
   * @param sizeBytes 0 when unknown
   */
  public record Location(URI uri, Map<String, String> headers, String sha256, long sizeBytes) {
    /** Copies the headers. */
    public Location {
      headers = Map.copyOf(headers);
    }
  }
}
