package dev.earmark.library.mapped;

import dev.earmark.library.http.FakeService;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;

/**
 * Answers as the second service of the documentation does: forms by POST, signed by an MD5 of the
 * sorted parameters, pages from 0 with a total, a nonce that counts once, numbers as texts.
 */
final class FakeTingshu extends FakeService {
  static final String KEY = "app-7";
  static final String SECRET = "top-secret-9";
  private static final int PAGE = 2;

  private final List<String[]> books = new ArrayList<>();
  private final Set<String> nonces = new HashSet<>();

  FakeTingshu() {
    add("b1", "西游记", "第一回", "第二回", "第三回");
    add("b2", "Treasure Island", "Chapter 1", "Chapter 2");
    add("b3", "西游记后传", "1");
    add("b4", "新西游记", "1");
  }

  private void add(String id, String title, String... chapters) {
    String[] book = new String[chapters.length + 2];
    book[0] = id;
    book[1] = title;
    System.arraycopy(chapters, 0, book, 2, chapters.length);
    books.add(book);
  }

  @Override
  protected MockResponse answer(HttpUrl url, RecordedRequest request) {
    Map<String, String> form = form(request);
    String problem = problem(form);
    if (!problem.isEmpty()) {
      return json(200, "{\"errno\":\"1001\",\"errmsg\":\"" + problem + "\"}");
    }
    List<String> path = url.pathSegments();
    return switch (path.get(0)) {
      case "book" ->
          path.get(1).equals("search") ? search(form) : chapters(path.get(1), page(form));
      case "chapter" -> link(path.get(1));
      default -> json(404, "{\"errno\":\"404\",\"errmsg\":\"没有\"}");
    };
  }

  private static Map<String, String> form(RecordedRequest request) {
    Map<String, String> form = new TreeMap<>();
    HttpUrl.Builder parser = new HttpUrl.Builder().scheme("http").host("form");
    String body = request.getBody() == null ? "" : request.getBody().utf8();
    HttpUrl parsed = parser.encodedQuery(body).build();
    for (String name : parsed.queryParameterNames()) {
      form.put(name, String.valueOf(parsed.queryParameter(name)));
    }
    return form;
  }

  private String problem(Map<String, String> form) {
    Map<String, String> signed = new TreeMap<>(form);
    String sign = String.valueOf(signed.remove("sign"));
    List<String> pairs = new ArrayList<>();
    signed.forEach((name, value) -> pairs.add(name + "=" + value));
    if (!KEY.equals(form.get("appkey"))) {
      return "appkey 无效";
    }
    if (!sign.equals(md5(String.join("&", pairs) + SECRET))) {
      return "sign 错误";
    }
    boolean isFresh = form.getOrDefault("t", "").matches("\\d{9,10}");
    return isFresh && nonces.add(form.get("nonce")) ? "" : "sign 已过期";
  }

  private static String md5(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).toUpperCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int page(Map<String, String> form) {
    return Integer.parseInt(form.getOrDefault("p", "-1"));
  }

  private MockResponse search(Map<String, String> form) {
    String keyword = form.getOrDefault("q", "").toLowerCase(Locale.ROOT);
    List<String> hits = new ArrayList<>();
    for (String[] book : books) {
      if (book[1].toLowerCase(Locale.ROOT).contains(keyword)) {
        hits.add(
            "{\"bid\":\"%s\",\"name\":\"%s\",\"writer\":\"吴承恩\",\"anchor\":null,\"chapters\":\"%d\"}"
                .formatted(book[0], book[1], book.length - 2));
      }
    }
    return json(
        200,
        "{\"errno\":0,\"result\":{\"count\":\"%d\",\"books\":%s}}"
            .formatted(hits.size(), onPage(hits, page(form))));
  }

  private static String onPage(List<String> all, int page) {
    int from = Math.min(all.size(), page * PAGE);
    return all.subList(from, Math.min(all.size(), from + PAGE)).toString();
  }

  private MockResponse chapters(String id, int page) {
    for (String[] book : books) {
      if (book[0].equals(id)) {
        List<String> list = new ArrayList<>();
        for (int i = 2; i < book.length; i++) {
          list.add(
              "{\"cid\":\"%s-%d\",\"title\":\"%s\",\"no\":\"%d\",\"len\":\"61.5\"}"
                  .formatted(id, i - 1, book[i], i - 1));
        }
        return json(
            200,
            "{\"errno\":0,\"result\":{\"name\":\"%s\",\"list\":%s}}"
                .formatted(book[1], onPage(list, page)));
      }
    }
    return json(200, "{\"errno\":404,\"errmsg\":\"没有这本书\"}");
  }

  private static MockResponse link(String episode) {
    return episode.matches("b\\d-\\d+")
        ? json(200, "{\"errno\":0,\"result\":{\"url\":\"/audio/" + episode + ".mp3\"}}")
        : json(200, "{\"errno\":404,\"errmsg\":\"没有这一集\"}");
  }
}
