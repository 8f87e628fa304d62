package dev.earmark.app.general;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Protocol;
import dev.earmark.agent.protocol.TextProtocol;
import dev.earmark.app.home.Home;
import dev.earmark.base.Health;
import dev.earmark.config.ConfigReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GeneralToolsTest {
  @TempDir Path folder;
  private final Health health = new Health();

  @BeforeEach
  void makeHome() throws Exception {
    Files.createDirectory(folder.resolve("home"));
  }

  private GeneralTools tools(Map<String, String> variables) throws Exception {
    Home home = Home.find(folder.resolve("home").toString(), Map.of(), folder.resolve("program"));
    return GeneralTools.of(
        home, ConfigReader.read(home.config(), variables), new OkHttpClient(), health);
  }

  @Test
  void of_nothingConfigured_isEmptyAndLeavesThePromptAlone() throws Exception {
    Protocol form = new TextProtocol();
    GeneralTools tools = tools(Map.of("EARMARK_BRAIN_MODE", "llm"));

    assertThat(tools.tools()).isEmpty();
    assertThat(tools.prompt(form)).isSameAs(form);
    assertThat(health.parts()).isEmpty();
  }

  @Test
  void of_searchOnly_hasSearchAndNoFiles() throws Exception {
    GeneralTools tools =
        tools(
            Map.of(
                "EARMARK_BRAIN_MODE", "llm",
                "EARMARK_SEARCH_URL", "http://127.0.0.1:8888"));

    assertThat(tools.tools()).extracting(tool -> tool.spec().name()).containsExactly("Search");
    assertThat(tools.tools().get(0).spec().description()).isEqualTo("Searches the web.");
  }

  @Test
  void of_workspaceBesideTheConfiguration_isMade() throws Exception {
    GeneralTools tools =
        tools(Map.of("EARMARK_BRAIN_MODE", "rules-then-llm", "EARMARK_WORKSPACE_FOLDER", "work"));

    assertThat(tools.tools()).hasSize(8);
    assertThat(folder.resolve("home/work")).isDirectory();
    assertThat(tools.prompt(new TextProtocol())).isInstanceOf(WorkspacePrompt.class);
    assertThat(health.parts())
        .containsExactly(new Health.Part("workspace", true, folder.toRealPath() + "/home/work"));
  }

  @Test
  void of_folderThatMayNotBe_isAProblemOfHealthAndNoTool() throws Exception {
    GeneralTools tools =
        tools(Map.of("EARMARK_BRAIN_MODE", "llm", "EARMARK_WORKSPACE_FOLDER", "."));

    assertThat(tools.tools()).isEmpty();
    assertThat(health.parts().get(0).ok()).isFalse();
    assertThat(health.parts().get(0).text()).contains("workspace.folder: ", "Earmark's");
  }

  @Test
  void of_rulesMode_touchesNothing() throws Exception {
    GeneralTools tools = tools(Map.of("EARMARK_WORKSPACE_FOLDER", "work"));

    assertThat(tools.tools()).isEmpty();
    assertThat(folder.resolve("home/work")).doesNotExist();
  }
}
