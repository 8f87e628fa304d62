package dev.earmark.library.jellyfin;

import dev.earmark.library.http.FakeService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;

/** Answers as a Jellyfin server does: a token in the Authorization header, ticks, paged items. */
final class FakeJellyfin extends FakeService {
  static final String KEY = "k3y";
  static final String PASSWORD = "sesame";

  private final Map<String, String> items = new LinkedHashMap<>();
  private final Map<String, List<String>> children = new LinkedHashMap<>();
  private final AtomicReference<String> token = new AtomicReference<>("t1");
  private volatile CountDownLatch refused = new CountDownLatch(0);

  FakeJellyfin() {
    items.put(
        "b1",
        """
        {"Id":"b1","Name":"西游记","Type":"AudioBook","AlbumArtist":"吴承恩","RunTimeTicks":6000000000,\
        "Overview":"<b>猴王</b>","ImageTags":{"Primary":"x"},"MediaSources":[{"Size":4800}],\
        "People":[{"Name":"单田芳","Type":"Narrator"}],"Chapters":[\
        {"StartPositionTicks":0,"Name":"第一回"},{"StartPositionTicks":1500000000,"Name":"第二回"},\
        {"StartPositionTicks":4000000000,"Name":""}]}""");
    items.put(
        "f1", "{\"Id\":\"f1\",\"Name\":\"Treasure Island\",\"Type\":\"Folder\",\"IsFolder\":true}");
    children.put(
        "f1", List.of(part("p3", "Three", 12), part("p1", "One", 1), part("p2", "Two", 2)));
  }

  private static String part(String id, String title, int track) {
    return """
    {"Id":"%s","Name":"%s","Type":"AudioBook","Album":"Treasure Island","ParentId":"f1",\
    "Artists":["Stevenson"],"IndexNumber":%d,"ParentIndexNumber":1,"RunTimeTicks":"600000000"}"""
        .formatted(id, title, track);
  }

  void addMany(int count) {
    for (int i = 0; i < count; i++) {
      items.put(
          "x" + i, "{\"Id\":\"x%d\",\"Name\":\"Tale %d\",\"Type\":\"AudioBook\"}".formatted(i, i));
    }
  }

  /** Answers requests with a wrong token only when so many of them are there, once. */
  void refuseTogether(int requests) {
    refused = new CountDownLatch(requests);
  }

  private void awaitOthers() {
    refused.countDown();
    try {
      if (!refused.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("no other request came");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Forgets who logged in, as after a restart. */
  void forgetTokens() {
    token.set(token.get() + "x");
  }

  @Override
  protected MockResponse answer(HttpUrl url, RecordedRequest request) {
    String who = String.valueOf(request.getHeaders().get("Authorization"));
    if (url.encodedPath().equals("/Users/AuthenticateByName")) {
      String body = request.getBody() == null ? "" : request.getBody().utf8();
      return who.startsWith("MediaBrowser Client=") && body.contains("\"" + PASSWORD + "\"")
          ? json(200, "{\"AccessToken\":\"" + token.get() + "\",\"User\":{\"Id\":\"u\"}}")
          : json(401, "\"Error processing request.\"");
    }
    if (!who.contains("Token=\"" + KEY + "\"") && !who.contains("Token=\"" + token.get() + "\"")) {
      awaitOthers();
      return json(401, "");
    }
    return url.encodedPath().equals("/Items") ? items(url) : json(404, "");
  }

  private MockResponse items(HttpUrl url) {
    List<String> hits = new ArrayList<>();
    String ids = parameter(url, "ids");
    String parent = parameter(url, "parentId");
    if (!ids.isEmpty()) {
      if (items.containsKey(ids)) {
        hits.add(items.get(ids));
      }
    } else if (children.containsKey(parent)) {
      hits.addAll(children.get(parent));
    } else {
      String term = parameter(url, "searchTerm").toLowerCase(Locale.ROOT);
      for (String item : items.values()) {
        if (!item.contains("\"Folder\"") && item.toLowerCase(Locale.ROOT).contains(term)) {
          hits.add(item);
        }
      }
      if ("treasure island".contains(term)) {
        hits.addAll(children.getOrDefault("f1", List.of()));
      }
    }
    int from = number(url, "startIndex", 0);
    int limit = number(url, "limit", 1_000);
    List<String> page = hits.stream().skip(from).limit(limit).toList();
    return json(
        200,
        "{\"Items\":[%s],\"TotalRecordCount\":%d,\"StartIndex\":%d}"
            .formatted(String.join(",", page), hits.size(), from));
  }

  private static int number(HttpUrl url, String name, int otherwise) {
    String text = parameter(url, name);
    return text.isEmpty() ? otherwise : Integer.parseInt(text);
  }
}
