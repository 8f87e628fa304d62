package dev.earmark.tools.workspace;

import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.Map;

/** {@code mkdir(path)}: makes a folder. */
final class Mkdir extends FileTool {
  static final ToolSpec SPEC =
      changes("mkdir", "Makes a folder in the workspace, and those above it.", PATH);

  Mkdir(Workspace workspace) {
    super(SPEC, workspace);
  }

  @Override
  ToolResult work(Workspace workspace, Map<String, Object> args, Language language) throws Refused {
    String path = text(args, "path").strip();
    return workspace.mkdir(path)
        ? ToolResult.ok(language.pick("已建文件夹 " + path + "。", "Made the folder " + path + "."))
        : ToolResult.ok(
            language.pick("文件夹 " + path + " 已经有了。", "The folder " + path + " is there already."));
  }
}
