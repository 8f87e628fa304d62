package dev.earmark.library.mapped;

import dev.earmark.library.http.FakeService;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;

/**
 * Answers as services of the kind of 52api do: one address, {@code type} tells what is wanted,
 * every failure is a 200 with a code in it, no total, the last page repeated for ever, numbers as
 * texts.
 */
final class FakeLanren extends FakeService {
  static final String KEY = "secret-42";
  private static final int PAGE = 20;

  private final Map<String, String> titles = new LinkedHashMap<>();
  private final Map<String, List<String>> sections = new LinkedHashMap<>();

  FakeLanren() {
    add("101", "西游记|多人有声剧", "第1集", "第2集", "第3集");
    add("102", "Treasure Island", "One", "Two");
  }

  void add(String id, String title, String... list) {
    titles.put(id, title);
    sections.put(id, List.of(list));
  }

  @Override
  protected MockResponse answer(HttpUrl url, RecordedRequest request) {
    if (!parameter(url, "apikey").equals(KEY)) {
      return json(200, "{\"code\":403,\"msg\":\"签名校验失败: " + parameter(url, "apikey") + "\"}");
    }
    String id = parameter(url, "id");
    return switch (parameter(url, "type")) {
      case "search" -> search(parameter(url, "keyword"), page(url));
      case "detail" -> titles.containsKey(id) ? detail(id, page(url)) : nothing();
      case "video" -> video(id, parameter(url, "video_id"));
      default -> json(200, "{\"code\":400,\"msg\":\"type 参数错误\"}");
    };
  }

  private static int page(HttpUrl url) {
    return Integer.parseInt(parameter(url, "page"));
  }

  private static MockResponse nothing() {
    return json(200, "{\"code\":\"404\",\"msg\":\"没有数据\",\"data\":null}");
  }

  private MockResponse search(String keyword, int page) {
    List<String> hits = new ArrayList<>();
    titles.forEach(
        (id, title) -> {
          if (title.toLowerCase(java.util.Locale.ROOT).contains(keyword)) {
            hits.add(
                """
                {"id":%s,"name":"%s","author":"<b>吴承恩</b>","announcer":"单田芳","sections":"%d","cover":"/c.jpg"}\
                """
                    .formatted(id, title, sections.getOrDefault(id, List.of()).size()));
          }
        });
    return json(
        200, "{\"code\":\"200\",\"msg\":\"ok\",\"data\":{\"lists\":" + onPage(hits, page) + "}}");
  }

  private MockResponse detail(String id, int page) {
    List<String> list = new ArrayList<>();
    for (String title : sections.getOrDefault(id, List.of())) {
      int number = list.size();
      list.add(
          "{\"video_id\":\"%s-%d\",\"video_name\":\"%s\",\"section\":\"%d\",\"duration\":\"10:05\"}"
              .formatted(id, number, title, number));
    }
    return json(200, "{\"code\":200,\"data\":" + onPage(list, page) + "}");
  }

  /** The last page stands for all behind it. */
  private static String onPage(List<String> all, int page) {
    int last = Math.max(1, (all.size() + PAGE - 1) / PAGE);
    int from = (Math.min(page, last) - 1) * PAGE;
    return all.subList(from, Math.min(all.size(), from + PAGE)).toString();
  }

  private static MockResponse video(String id, String episode) {
    if (!episode.startsWith(id + "-")) {
      return json(200, "{\"code\":404,\"msg\":\"没有这一集\"}");
    }
    if (episode.equals("102-1")) {
      return json(200, "{\"code\":200,\"data\":{\"url\":\"\"}}");
    }
    return json(
        200, "{\"code\":200,\"data\":{\"url\":\"/audio/" + episode + ".m4a?sign=" + id + "\"}}");
  }
}
