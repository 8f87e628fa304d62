package dev.earmark.library.librivox;

import dev.earmark.library.http.WebService;
import dev.earmark.library.http.WebSettings;

/**
 * Where LibriVox is asked.
 *
 * @param web address and manners
 */
public record LibrivoxSettings(WebSettings web) implements WebService {
  /** The address of the feed's site. */
  public static final String URL = "https://librivox.org";
}
