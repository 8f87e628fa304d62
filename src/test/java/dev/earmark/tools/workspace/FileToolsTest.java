package dev.earmark.tools.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.workspace.Workspace;
import dev.earmark.workspace.WorkspaceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileToolsTest {
  @TempDir Path folder;
  private List<Tool> tools = List.of();

  @BeforeEach
  void makeTools() throws IOException {
    tools = FileTools.in(Workspace.open(folder, WorkspaceSettings.DEFAULT));
  }

  /** Calls as the loop does: the arguments are checked and the defaults filled in. */
  private ToolResult call(Language language, String tool, Map<String, Object> args) {
    ToolRegistry.Lookup look = new ToolRegistry(tools).look(tool, args, language);
    assertThat(look).isInstanceOf(ToolRegistry.Lookup.Callable.class);
    ToolRegistry.Lookup.Callable callable = (ToolRegistry.Lookup.Callable) look;
    return callable.tool().call(callable.args(), new Tool.Context("1", language, new CancelFlag()));
  }

  private String en(String tool, Object... args) {
    return call(Language.EN, tool, map(args)).observation();
  }

  private String zh(String tool, Object... args) {
    return call(Language.ZH, tool, map(args)).observation();
  }

  private static Map<String, Object> map(Object... args) {
    return args.length == 2
        ? Map.of(args[0].toString(), args[1])
        : Map.of(args[0].toString(), args[1], args[2].toString(), args[3]);
  }

  @Test
  void specs_areThoseOfTheContract() {
    assertThat(tools)
        .extracting(tool -> ToolRegistry.usage(tool.spec()))
        .containsExactly(
            "mkdir(path: string)",
            "write_to_file(path: string, content: string)",
            "append_to_file(path: string, content: string)",
            "read_file(path: string, offset: integer = 0)",
            "delete_file(path: string)",
            "create_file(path: string, content: string)",
            "rename_file(old_path: string, new_path: string)");
    assertThat(tools.stream().map(Tool::spec).filter(ToolSpec::needsConsent))
        .extracting(ToolSpec::name)
        .containsExactly("delete_file");
  }

  @Test
  void observations_sayWhatWasDone() {
    assertThat(en("mkdir", "path", "a")).isEqualTo("Made the folder a.");
    assertThat(zh("mkdir", "path", "a")).isEqualTo("文件夹 a 已经有了。");
    assertThat(zh("write_to_file", "path", "a/x", "content", "蛇")).isEqualTo("已写入 a/x（3 字节）。");
    assertThat(en("write_to_file", "path", "a/x", "content", " \n"))
        .isEqualTo("Replaced a/x (2 bytes).");
    assertThat(en("append_to_file", "path", "a/x", "content", "z"))
        .isEqualTo("Added to a/x (3 bytes).");
    assertThat(zh("create_file", "path", "a/y", "content", "")).isEqualTo("已新建 a/y（0 字节）。");
    assertThat(zh("read_file", "path", "a/y")).isEqualTo("a/y：空文件");
    assertThat(en("rename_file", "old_path", "a/y", "new_path", "b/y"))
        .isEqualTo("Renamed a/y to b/y.");
    assertThat(zh("delete_file", "path", "b/y")).isEqualTo("已删除 b/y。");
    assertThat(en("read_file", "path", "a/x")).isEqualTo("a/x (3 characters):\n \nz");
    assertThat(en("read_file", "path", "."))
        .isEqualTo("\".\" is a folder. It holds:\na/\na/x (3)\nb/");
    assertThat(zh("read_file", "path", "b")).isEqualTo("文件夹 b 是空的。");
  }

  @Test
  void refusals_areFailedResultsWithTheRemedy() {
    en("write_to_file", "path", "a/x", "content", "1");

    ToolResult exists = call(Language.EN, "create_file", map("path", "a/x", "content", "2"));
    assertThat(exists.ok()).isFalse();
    assertThat(exists.observation())
        .isEqualTo("\"a/x\" exists already; write_to_file replaces it.");
    assertThat(zh("delete_file", "path", "a")).isEqualTo("文件夹“a”不是空的；请先删除里面的文件。");
    assertThat(zh("read_file", "path", "../secret")).contains("在工作区以外", "例如 src/index.html");
    assertThat(en("read_file", "path", "none")).isEqualTo("There is no \"none\".");
    assertThat(en("read_file", "path", "a/x", "offset", -5)).contains("no offset -");
    assertThat(en("write_to_file", "path", "a", "content", "")).contains("is a folder");
  }

  @Test
  void readFile_longText_isCutWithTheWayOnAndFitsIntoAnObservation() throws IOException {
    String content = "0123456789".repeat(1_000);
    Files.writeString(folder.resolve("long.txt"), content);
    StringBuilder all = new StringBuilder();
    int offset = 0;
    while (offset < content.length()) {
      ToolResult part = call(Language.EN, "read_file", map("path", "long.txt", "offset", offset));
      assertThat(part.observation()).hasSizeLessThan(4_000);
      String text = part.observation().substring(part.observation().indexOf('\n') + 1);
      all.append(text);
      offset += text.length();
      if (offset < content.length()) {
        assertThat(part.observation()).contains("read on with offset=" + offset);
      }
    }
    assertThat(all.toString()).isEqualTo(content);
  }

  @Test
  void readFile_folderOfManyFiles_isBounded() throws IOException {
    for (int i = 0; i < 300; i++) {
      Files.writeString(folder.resolve("file-" + "x".repeat(60) + i), "");
    }
    ToolResult listing = call(Language.ZH, "read_file", map("path", "."));
    assertThat(listing.observation()).hasSizeLessThan(4_000).endsWith("…");
  }

  @Test
  void consentGate_asksForMarkedToolsOnly() throws IOException {
    Files.writeString(folder.resolve("x"), "");
    List<String> asked = new ArrayList<>();
    ConsentGate.Answer[] answer = {ConsentGate.Answer.NO};
    tools =
        ConsentGate.around(
            tools,
            (tool, args, context) -> {
              asked.add(tool.name() + args);
              return answer[0];
            });

    assertThat(tools).noneMatch(tool -> tool.spec().needsConsent());
    assertThat(zh("delete_file", "path", "x")).contains("用户不同意 delete_file");
    answer[0] = ConsentGate.Answer.NOBODY;
    assertThat(en("delete_file", "path", "x")).contains("who cannot be asked here");
    assertThat(folder.resolve("x")).exists();
    answer[0] = ConsentGate.Answer.YES;
    assertThat(en("delete_file", "path", "x")).isEqualTo("Deleted x.");
    en("write_to_file", "path", "y", "content", "");
    assertThat(asked).hasSize(3).allMatch("delete_file{path=x}"::equals);
  }
}
