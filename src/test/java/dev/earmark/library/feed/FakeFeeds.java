package dev.earmark.library.feed;

import dev.earmark.library.http.FakeService;
import java.util.LinkedHashMap;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;

/** Serves feeds with an ETag each, and says 304 to whoever has the newest. */
final class FakeFeeds extends FakeService {
  private final Map<String, String> feeds = new LinkedHashMap<>();

  FakeFeeds() {
    feeds.put("/journey", feed("西游记", "3", "2", "1"));
    feeds.put("/treasure", feed("Treasure Island", "1"));
  }

  static String feed(String title, String... newestFirst) {
    StringBuilder items = new StringBuilder();
    for (String id : newestFirst) {
      items.append(
          "<item><title>第%s集</title><guid>g%s</guid><itunes:duration>10:05</itunes:duration><enclosure url=\"/audio/%s.mp3?t=1\" length=\"5\" type=\"audio/mpeg\"/></item>"
              .formatted(id, id, id));
    }
    return "<rss><channel><title>%s</title><language>zh-cn</language>%s</channel></rss>"
        .formatted(title, items);
  }

  synchronized void put(String path, String feed) {
    feeds.put(path, feed);
  }

  @Override
  protected synchronized MockResponse answer(HttpUrl url, RecordedRequest request) {
    String feed = feeds.get(url.encodedPath());
    if (feed == null) {
      return json(404, "<html>404</html>");
    }
    String tag = "\"" + feed.hashCode() + "\"";
    if (tag.equals(request.getHeaders().get("If-None-Match"))) {
      return new MockResponse.Builder().code(304).build();
    }
    return json(200, feed)
        .newBuilder()
        .setHeader("Content-Type", "application/octet-stream")
        .addHeader("ETag", tag)
        .build();
  }
}
