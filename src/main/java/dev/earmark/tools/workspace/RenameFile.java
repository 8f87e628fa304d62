package dev.earmark.tools.workspace;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.Map;

/** {@code rename_file(old_path, new_path)}: moves a file or folder to a free name. */
final class RenameFile extends FileTool {
  static final ToolSpec SPEC =
      changes(
          "rename_file",
          "Renames or moves a file or a folder; the new name must be free.",
          Parameter.required("old_path", Parameter.Type.STRING, "what is there"),
          Parameter.required("new_path", Parameter.Type.STRING, "what it is to be"));

  RenameFile(Workspace workspace) {
    super(SPEC, workspace);
  }

  @Override
  ToolResult work(Workspace workspace, Map<String, Object> args, Language language) throws Refused {
    String from = text(args, "old_path").strip();
    String to = workspace.rename(from, text(args, "new_path"));
    return ToolResult.ok(
        language.pick("已把 " + from + " 改名为 " + to + "。", "Renamed " + from + " to " + to + "."));
  }
}
