package dev.earmark.library.audiobookshelf;

import dev.earmark.library.http.FakeService;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers as an Audiobookshelf server does: sessions live in memory, progress has the time when it
 * was told by the server's own clock, which may differ.
 */
final class FakeAudiobookshelf extends FakeService {
  static final String KEY = "abs-key";
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Map<String, String> items = new LinkedHashMap<>();
  private final Set<String> sessions = new HashSet<>(); // guarded by this, as all below
  private final Map<String, String> progress = new LinkedHashMap<>();
  private final List<String> told = new ArrayList<>();
  private Instant now = Instant.parse("2026-03-01T12:00:00Z");
  private int opened;

  FakeAudiobookshelf() {
    items.put(
        "li_1",
        """
        {"id":"li_1","mediaType":"book","media":{"coverPath":"/x","metadata":{"title":"西游记",\
        "authorName":"吴承恩","narratorName":"单田芳","language":"Chinese","seriesName":"四大名著 #1"},\
        "numTracks":2,"numChapters":0,"chapters":[],"audioFiles":[\
        {"index":1,"ino":"11","duration":600.5,"metadata":{"filename":"01 第一回.mp3","size":100}},\
        {"index":2,"ino":"12","duration":700,"metadata":{"filename":"02 第二回.mp3","size":200}}],\
        "tracks":[{"index":1,"startOffset":0,"duration":600.5,"title":"第一回.mp3",\
        "contentUrl":"/api/items/li_1/file/11"},{"index":2,"startOffset":600.5,"duration":"700",\
        "title":"第二回.mp3","contentUrl":"/api/items/li_1/file/12"}]}}""");
    items.put(
        "li_2",
        """
        {"id":"li_2","mediaType":"book","media":{"metadata":{"title":"Treasure Island",\
        "authors":[{"id":"a","name":"Stevenson"}],"narrators":["Jane","Joe"]},"numTracks":1,\
        "chapters":[{"id":0,"start":0,"end":100,"title":"One"},{"id":1,"start":100,"end":250.5,\
        "title":"Two"},{"id":2,"start":250.5,"end":400,"title":""}],"audioFiles":[{"ino":"21",\
        "duration":400,"metadata":{"filename":"t.m4b","size":900}}]}}""");
  }

  void addMany(int count) {
    for (int i = 0; i < count; i++) {
      items.put(
          "m" + i,
          "{\"id\":\"m%d\",\"media\":{\"metadata\":{\"title\":\"Tale %d\"}}}".formatted(i, i));
    }
  }

  /** Forgets its sessions, as a restart does. */
  synchronized void restart() {
    sessions.clear();
  }

  /** Sets the server's clock. */
  synchronized void at(Instant time) {
    now = time;
  }

  /** Puts a place there as another player would, at the server's time. */
  synchronized void heard(String item, double second, boolean finished) {
    progress.put(item, progress(item, second, finished));
  }

  private String progress(String item, double second, boolean finished) {
    return "{\"id\":\"p\",\"libraryItemId\":\"%s\",\"episodeId\":null,\"currentTime\":%s,"
            .formatted(item, second)
        + "\"isFinished\":%s,\"lastUpdate\":%d}".formatted(finished, now.toEpochMilli());
  }

  /** Returns what was told: method, path and time. */
  synchronized List<String> told() {
    return List.copyOf(told);
  }

  @Override
  protected synchronized MockResponse answer(HttpUrl url, RecordedRequest request) {
    MockResponse answer =
        ("Bearer " + KEY).equals(request.getHeaders().get("Authorization"))
            ? route(url, request)
            : json(401, "");
    return answer
        .newBuilder()
        .setHeader(
            "Date", DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC)))
        .build();
  }

  private MockResponse route(HttpUrl url, RecordedRequest request) {
    String path = url.encodedPath();
    String method = request.getMethod();
    if (path.equals("/api/libraries")) {
      return json(
          200,
          "{\"libraries\":[{\"id\":\"lib1\",\"mediaType\":\"book\"},"
              + "{\"id\":\"pod\",\"mediaType\":\"podcast\"}]}");
    }
    if (path.equals("/api/libraries/lib1/search")) {
      return search(parameter(url, "q").toLowerCase(Locale.ROOT));
    }
    if (path.equals("/api/libraries/lib1/items")) {
      int limit = Integer.parseInt(parameter(url, "limit"));
      int page = Integer.parseInt(parameter(url, "page"));
      List<String> shown = items.values().stream().skip((long) page * limit).limit(limit).toList();
      return json(200, "{\"results\":%s,\"total\":%d}".formatted(shown, items.size()));
    }
    if (path.equals("/api/me")) {
      return json(200, "{\"id\":\"u\",\"mediaProgress\":" + List.copyOf(progress.values()) + "}");
    }
    if (path.startsWith("/api/me/progress/")) {
      return progress(method, path.substring(path.lastIndexOf('/') + 1), request);
    }
    if (path.startsWith("/api/session/")) {
      return session(path.split("/", -1), request);
    }
    if (path.endsWith("/play")) {
      JsonNode body = body(request);
      if (body.path("supportedMimeTypes").isEmpty()) {
        throw new AssertionError("the server would convert the book");
      }
      String id = "s" + ++opened + "_" + path.split("/", -1)[3];
      sessions.add(id);
      return json(200, "{\"id\":\"" + id + "\",\"playMethod\":0}");
    }
    String item = items.get(path.replace("/api/items/", ""));
    return item == null ? json(404, "Not Found") : json(200, item);
  }

  private MockResponse search(String query) {
    List<String> hits = new ArrayList<>();
    for (String item : items.values()) {
      String title = JSON.readTree(item).at("/media/metadata/title").asString("");
      if (title.toLowerCase(Locale.ROOT).contains(query)) {
        hits.add("{\"libraryItem\":" + item + ",\"matchKey\":\"title\"}");
      }
    }
    return json(200, "{\"book\":" + hits + ",\"tags\":[],\"authors\":[],\"series\":[]}");
  }

  private MockResponse progress(String method, String item, RecordedRequest request) {
    if (method.equals("PATCH")) {
      JsonNode body = body(request);
      note("PATCH", item, body);
      progress.put(
          item,
          progress(
              item,
              body.path("currentTime").asDouble(-1),
              body.path("isFinished").asBoolean(false)));
      return json(200, "");
    }
    String known = progress.get(item);
    return known == null ? json(404, "Not Found") : json(200, known);
  }

  private MockResponse session(String[] path, RecordedRequest request) {
    String id = path[3];
    if (!sessions.contains(id)) {
      return json(404, "Not Found");
    }
    String item = id.substring(id.indexOf('_') + 1);
    JsonNode body = body(request);
    if (body.has("currentTime")) {
      note(path[4], item, body);
      progress.put(item, progress(item, body.path("currentTime").asDouble(-1), false));
    }
    if (path[4].equals("close")) {
      sessions.remove(id);
    }
    return json(200, "");
  }

  private void note(String what, String item, JsonNode body) {
    told.add(what + " " + item + " " + body.path("currentTime").asDouble(-1));
  }

  private static JsonNode body(RecordedRequest request) {
    return JSON.readTree(request.getBody() == null ? "{}" : request.getBody().utf8());
  }
}
