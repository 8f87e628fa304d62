package dev.earmark.library.feed;

import dev.earmark.library.http.WebService;
import dev.earmark.library.http.WebSettings;
import java.time.Duration;
import java.util.List;

/**
 * Podcasts that somebody listens to.
 *
 * @param web manners; its address is not used, since each feed has its own
 * @param feeds addresses of feeds
 * @param opml the path of a file that lists more feeds; empty for none
 * @param every how often a feed is looked at again
 */
public record FeedSettings(WebSettings web, List<String> feeds, String opml, Duration every)
    implements WebService {
  /** No feed yet; each is looked at again every hour. */
  public static final FeedSettings DEFAULT =
      new FeedSettings(
          new WebSettings(
              "",
              Duration.ofSeconds(10),
              Duration.ofSeconds(1),
              /* mostPerDay= */ 0,
              /* maxBytes= */ 20L << 20,
              /* allowPrivate= */ false),
          List.of(),
          "",
          Duration.ofHours(1));

  /** Copies the list. */
  public FeedSettings {
    feeds = List.copyOf(feeds);
  }

  @Override
  public String address() {
    return "feeds: " + feeds.size() + (opml.isEmpty() ? "" : " and those of " + opml);
  }
}
