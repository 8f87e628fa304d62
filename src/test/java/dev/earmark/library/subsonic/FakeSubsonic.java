package dev.earmark.library.subsonic;

import dev.earmark.library.http.FakeService;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;

/**
 * Answers as a Subsonic server does: failures are a 200 with an error in the envelope, one element
 * stands in place of a list, empty lists are missing.
 */
final class FakeSubsonic extends FakeService {
  static final String PASSWORD = "sesame-42";

  private final Map<String, String> albums = new LinkedHashMap<>();
  private final Map<String, String> songs = new LinkedHashMap<>();
  private final Set<String> salts = new HashSet<>();

  FakeSubsonic() {
    albums.put("al-1", "西游记");
    albums.put("al-2", "Treasure Island");
    songs.put(
        "al-1",
        "["
            + String.join(
                ",", song("s3", "第三回", 1, 2), song("s2", "第二回", 2, 1), song("s1", "第一回", 1, 1))
            + "]");
    songs.put("al-2", song("s9", "One", 1, 1));
  }

  private static String song(String id, String title, int track, int disc) {
    return """
    {"id":"%s","title":"%s","track":%d,"discNumber":%d,"duration":605,"size":4800000,"suffix":"mp3",\
    "contentType":"audio/mpeg","displayComposer":"单田芳"}\
    """
        .formatted(id, title, track, disc);
  }

  void addMany(int count) {
    for (int i = 0; i < count; i++) {
      albums.put("x-" + i, "Tale " + i);
    }
  }

  @Override
  protected MockResponse answer(HttpUrl url, RecordedRequest request) {
    if (!parameter(url, "f").equals("json") || parameter(url, "v").isEmpty()) {
      return json(200, "<subsonic-response status=\"failed\"/>");
    }
    if (!isSigned(url)) {
      return failed(40, "Wrong username or password.");
    }
    return switch (url.encodedPath()) {
      case "/rest/search3" -> ok("\"searchResult3\":" + search(url));
      case "/rest/getAlbumList2" -> ok("\"albumList2\":" + list(url));
      case "/rest/getAlbum" -> album(parameter(url, "id"));
      case "/rest/getArtist" ->
          ok("\"artist\":{\"id\":\"ar-1\",\"album\":" + summary("al-2") + "}");
      default -> failed(0, "unknown call");
    };
  }

  private boolean isSigned(HttpUrl url) {
    if (parameter(url, "apiKey").equals(PASSWORD)) {
      return parameter(url, "u").isEmpty();
    }
    String salt = parameter(url, "s");
    try {
      byte[] hash =
          MessageDigest.getInstance("MD5")
              .digest((PASSWORD + salt).getBytes(StandardCharsets.UTF_8));
      return salt.length() >= 6
          && salts.add(salt)
          && parameter(url, "u").equals("reader")
          && parameter(url, "t").equals(HexFormat.of().formatHex(hash));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static MockResponse ok(String content) {
    return json(
        200,
        "{\"subsonic-response\":{\"status\":\"ok\",\"version\":\"1.16.1\",\"openSubsonic\":true,"
            + content
            + "}}");
  }

  static MockResponse failed(int code, String message) {
    return json(
        200,
        "{\"subsonic-response\":{\"status\":\"failed\",\"error\":{\"code\":%d,\"message\":\"%s\"}}}"
            .formatted(code, message));
  }

  private String search(HttpUrl url) {
    String query = parameter(url, "query").toLowerCase(Locale.ROOT);
    List<String> hits = new ArrayList<>();
    albums.forEach(
        (id, title) -> {
          if (title.toLowerCase(Locale.ROOT).contains(query)) {
            hits.add(summary(id));
          }
        });
    String found = listed("album", hits, number(url, "albumOffset"), number(url, "albumCount"));
    boolean isArtist = query.equals("stevenson") && number(url, "artistCount") > 0;
    String artist = isArtist ? "\"artist\":{\"id\":\"ar-1\",\"name\":\"Stevenson\"}" : "";
    return "{" + found + (found.isEmpty() || artist.isEmpty() ? "" : ",") + artist + "}";
  }

  private String list(HttpUrl url) {
    List<String> all = albums.keySet().stream().map(this::summary).toList();
    return "{" + listed("album", all, number(url, "offset"), number(url, "size")) + "}";
  }

  private static String listed(String name, List<String> all, int offset, int size) {
    List<String> page = all.stream().skip(offset).limit(size).toList();
    return page.isEmpty()
        ? ""
        : "\"" + name + "\":" + (page.size() == 1 ? page.get(0) : page.toString());
  }

  private static int number(HttpUrl url, String name) {
    return Integer.parseInt(parameter(url, name));
  }

  private String summary(String id) {
    return "{\"id\":\"%s\",\"name\":\"%s\",\"artist\":\"吴承恩\",\"songCount\":3,\"coverArt\":\"c\"}"
        .formatted(id, albums.getOrDefault(id, ""));
  }

  private MockResponse album(String id) {
    if (!songs.containsKey(id)) {
      return failed(70, "Album not found.");
    }
    String head = summary(id);
    return ok(
        "\"album\":" + head.substring(0, head.length() - 1) + ",\"song\":" + songs.get(id) + "}");
  }
}
