package dev.earmark.library.archive;

import dev.earmark.library.http.FakeService;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;

/**
 * Answers as the Internet Archive does: creators as text or list, sizes as texts, lengths in two
 * forms, each chapter in several formats, {@code {}} for an unknown item.
 */
final class FakeArchive extends FakeService {
  private static final Pattern TITLE = Pattern.compile("title:\\((.*?)\\) OR creator:");
  private final Map<String, String> titles = new LinkedHashMap<>();
  private final Map<String, String> files = new LinkedHashMap<>();

  FakeArchive() {
    titles.put("xiyouji_01", "\"西游记\"");
    titles.put("treasure_island_01", "[\"Treasure Island\"]");
    files.put(
        "xiyouji_01",
        String.join(
            ",",
            file("xiyouji_02_64kb.mp3", "64Kbps MP3", "2/2", "12:34"),
            file("xiyouji_01_64kb.mp3", "64Kbps MP3", "1/2", "754.5"),
            file("xiyouji_01_128kb.mp3", "128Kbps MP3", "1", "754.5"),
            file("xiyouji_02_128kb.mp3", "128Kbps MP3", "2", "754"),
            file("xiyouji_01.ogg", "Ogg Vorbis", "", "754"),
            file("xiyouji.m4b", "LibriVox Apple Audiobook", "", "1508"),
            file("cover.jpg", "JPEG", "", ""),
            file("../../etc/passwd", "64Kbps MP3", "3", "1"),
            "{\"name\":\"secret_64kb.mp3\",\"format\":\"64Kbps MP3\",\"private\":\"true\"}"));
  }

  static String file(String name, String format, String track, String length) {
    return """
    {"name":"%s","source":"derivative","format":"%s","track":"%s","length":"%s","size":"6001234","md5":"00"}\
    """
        .formatted(name, format, track, length);
  }

  /** Adds an item. */
  void add(String id, String title, String... list) {
    titles.put(id, "\"" + title + "\"");
    files.put(id, String.join(",", list));
  }

  @Override
  protected MockResponse answer(HttpUrl url, RecordedRequest request) {
    List<String> path = url.pathSegments();
    if (path.get(0).equals("advancedsearch.php") && parameter(url, "output").equals("json")) {
      return search(url);
    }
    if (path.get(0).equals("metadata") && path.size() == 2) {
      String id = path.get(1);
      return json(200, titles.containsKey(id) ? metadata(id) : "{}");
    }
    return json(404, "<html>404</html>");
  }

  private MockResponse search(HttpUrl url) {
    Matcher words = TITLE.matcher(parameter(url, "q"));
    if (!words.find()) {
      return json(200, "{\"error\":\"Search query is invalid\"}");
    }
    int rows = Integer.parseInt(parameter(url, "rows"));
    int page = Integer.parseInt(parameter(url, "page"));
    List<String> hits =
        titles.entrySet().stream()
            .filter(entry -> fits(entry.getValue(), words.group(1)))
            .map(Map.Entry::getKey)
            .toList();
    List<String> docs =
        hits.stream()
            .skip((long) (page - 1) * rows)
            .limit(rows)
            .map(
                id ->
                    "{\"identifier\":\"%s\",\"title\":%s,\"creator\":[\"吴承恩\",\"Reader\"],\"language\":[\"chi\"]}"
                        .formatted(id, titles.get(id)))
            .toList();
    return json(
        200,
        "{\"responseHeader\":{\"status\":0},\"response\":{\"numFound\":%d,\"start\":0,\"docs\":[%s]}}"
            .formatted(hits.size(), String.join(",", docs)));
  }

  private static boolean fits(String title, String words) {
    for (String word : words.split(" AND ", -1)) {
      String plain = word.replace("\"", "").toLowerCase(Locale.ROOT);
      if (!title.toLowerCase(Locale.ROOT).contains(plain)) {
        return false;
      }
    }
    return true;
  }

  private String metadata(String id) {
    return """
    {"created":1,"d1":"ia800","dir":"/7/items","files_count":9,"item_size":1,"metadata":{"identifier":"%s",\
    "title":%s,"creator":"吴承恩","language":"chi","description":["<p>One</p>","Two"]%s},"files":[%s]}\
    """
        .formatted(
            id,
            titles.get(id),
            id.startsWith("lent") ? ",\"access-restricted-item\":\"true\"" : "",
            files.getOrDefault(id, ""));
  }
}
