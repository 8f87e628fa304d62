package dev.earmark.tools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.search.SearchSettings;
import dev.earmark.search.WebSearch;
import dev.earmark.workspace.Workspace;
import dev.earmark.workspace.WorkspaceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchTest {
  @TempDir Path folder;

  private static ToolResult call(Search search, Language language, String query) {
    return search.call(Map.of("query", query), new Tool.Context("1", language, new CancelFlag()));
  }

  private static WebSearch web(String url) {
    SearchSettings settings =
        new SearchSettings(
            url, "/results", "/title", "/url", "/content", 5, Duration.ofSeconds(20), 9_999, true);
    return new WebSearch(settings, new OkHttpClient());
  }

  private Workspace files() throws IOException {
    Files.writeString(folder.resolve("game.js"), "let a;\nconst speed = 100;\n");
    return Workspace.open(folder, WorkspaceSettings.DEFAULT);
  }

  @Test
  void call_webAndFiles_givesOneNumberedListWithSources() throws Exception {
    try (MockWebServer server = new MockWebServer()) {
      server.start();
      server.enqueue(
          new MockResponse.Builder()
              .body(
                  "{\"results\":[{\"title\":\"Speed\",\"url\":\"https://a.org/s\",\"content\":\"is"
                      + " distance by time\"}]}")
              .build());
      Search search = new Search(web("http://127.0.0.1:" + server.getPort()), files());

      ToolResult result = call(search, Language.EN, " speed ");

      assertThat(result.ok()).isTrue();
      assertThat(result.observation())
          .isEqualTo(
              """
              1. Speed <https://a.org/s>: is distance by time
              2. game.js:2: const speed = 100;\
              """);
      assertThat(result.data().toString()).contains("source=game.js:2", "source=https://a.org/s");
    }
  }

  @Test
  void call_webFails_filesStillAnswerAndTheFailureIsSaid() throws Exception {
    Search search = new Search(web("http://127.0.0.1:1"), files());

    assertThat(call(search, Language.ZH, "speed").observation())
        .startsWith(
            "1. game.js:2: const speed = 100;\n网上搜索没成功：网络连不上搜索服务器 127.0.0.1，请启动它，或改正配置里的 search.url。");
    ToolResult nothing = call(search, Language.EN, "unheard-of");
    assertThat(nothing.ok()).isFalse();
    assertThat(nothing.observation()).startsWith("The web search failed: the network is down");
  }

  @Test
  void call_filesOnly_saysSoInItsDescription() throws Exception {
    Search search = new Search(null, files());

    assertThat(search.spec().name()).isEqualTo("Search");
    assertThat(search.spec().description()).contains("there is no web search");
    assertThat(call(search, Language.ZH, "没有的词").observation()).isEqualTo("没有找到“没有的词”。");
    assertThat(call(search, Language.EN, " ").ok()).isFalse();
    assertThat(call(search, Language.EN, "x".repeat(501)).ok()).isFalse();
    assertThatThrownBy(() -> new Search(null, null)).isInstanceOf(IllegalArgumentException.class);
  }
}
