package dev.earmark.search;

import java.time.Duration;

/**
 * How the web is searched, from {@code search.*}.
 *
 * @param url the address of a SearXNG, or the whole address of another server with {@code {query}}
 *     (and {@code {language}}) in it; empty for no web search
 * @param list JSON pointer to the list of results
 * @param title JSON pointer to the title in a result
 * @param link JSON pointer to the address in a result
 * @param text JSON pointer to the excerpt in a result
 * @param results the most results
 * @param timeout the longest that a search may take
 * @param maxBytes the longest answer that is read
 * @param allowPrivate whether servers in the private network are asked
 */
public record SearchSettings(
    String url,
    String list,
    String title,
    String link,
    String text,
    int results,
    Duration timeout,
    long maxBytes,
    boolean allowPrivate) {
  /** No web search; the pointers are those of SearXNG. */
  public static final SearchSettings DEFAULT =
      new SearchSettings(
          "",
          "/results",
          "/title",
          "/url",
          "/content",
          5,
          Duration.ofSeconds(5),
          1L << 20,
          /* allowPrivate= */ true);

  /** Returns whether there is a server to ask. */
  public boolean isConfigured() {
    return !url.isBlank();
  }
}
