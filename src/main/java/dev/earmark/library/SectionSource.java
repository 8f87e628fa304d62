package dev.earmark.library;

import java.net.URI;
import java.util.Map;

/**
 * Where a section's file can be read just now; links may expire, so it is asked for late.
 *
 * @param uri {@code file:} or {@code http(s):}
 * @param headers to send with the request
 * @param sha256 in lower-case hex, or empty when the catalogue gives none
 * @param sizeBytes 0 when unknown
 */
public record SectionSource(URI uri, Map<String, String> headers, String sha256, long sizeBytes) {
  /** Copies the headers. */
  public SectionSource {
    headers = Map.copyOf(headers);
  }

  /** Returns whether the file lies on this machine and needs no download. */
  public boolean isLocal() {
    return "file".equals(uri.getScheme());
  }
}
