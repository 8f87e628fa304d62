package dev.earmark.library.audiobookshelf;

import dev.earmark.library.http.WebService;
import dev.earmark.library.http.WebSettings;

/**
 * An Audiobookshelf server.
 *
 * @param web address and manners
 * @param key an API key, which the server makes since 2.26
 * @param library the id of the one library that is used; empty for all
 * @param sync whether places are exchanged with the server
 */
public record AudiobookshelfSettings(WebSettings web, String key, String library, boolean sync)
    implements WebService {
  @Override
  public String toString() {
    return "AudiobookshelfSettings[" + web.url() + ", ***, " + library + ", " + sync + "]";
  }
}
