package dev.earmark.library.http;

import java.time.Duration;

/**
 * How a catalogue on the web is asked.
 *
 * @param url the service's address, without a slash at the end
 * @param timeout the longest wait for one answer
 * @param pace the shortest time between two requests; zero for no limit
 * @param mostPerDay the most requests within a day; 0 for no limit
 * @param maxBytes the largest answer that is read, in bytes after unpacking
 * @param allowPrivate whether links and redirects into the private network are followed; the
 *     service's own address is asked in any case
 */
public record WebSettings(
    String url,
    Duration timeout,
    Duration pace,
    int mostPerDay,
    long maxBytes,
    boolean allowPrivate) {
  /** Returns the defaults for a service at the address. */
  public static WebSettings at(String url, Duration pace) {
    return new WebSettings(
        url,
        Duration.ofSeconds(10),
        pace,
        /* mostPerDay= */ 0,
        /* maxBytes= */ 8L << 20,
        /* allowPrivate= */ false);
  }
}
