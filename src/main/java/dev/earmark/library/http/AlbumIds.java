package dev.earmark.library.http;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.regex.Pattern;

/** The ids of albums, {@code catalogue:key}, and the service's own keys in them. */
public final class AlbumIds {
  private AlbumIds() {}

  /**
   * Returns the service's key in an id.
   *
   * @param allowed what keys of this service look like
   * @throws FailureException {@code NOT_FOUND} when no album of the catalogue can have that id
   */
  public static String key(String catalogue, String albumId, Pattern allowed)
      throws FailureException {
    String prefix = catalogue + ":";
    String key = albumId.startsWith(prefix) ? albumId.substring(prefix.length()) : "";
    if (!allowed.matcher(key).matches()) {
      throw new FailureException(
          Failure.Kind.NOT_FOUND, catalogue + " has no album '" + albumId + "'");
    }
    return key;
  }
}
