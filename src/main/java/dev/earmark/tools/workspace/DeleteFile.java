package dev.earmark.tools.workspace;

import dev.earmark.agent.Effect;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code delete_file(path)}: deletes a file or an empty folder; a person is asked before. */
final class DeleteFile extends FileTool {
  static final ToolSpec SPEC =
      new ToolSpec(
          "delete_file",
          "Deletes a file or an empty folder, for good; the user is asked first.",
          List.of(PATH),
          Set.of(Effect.DELETE),
          /* needsConsent= */ true);

  DeleteFile(Workspace workspace) {
    super(SPEC, workspace);
  }

  @Override
  ToolResult work(Workspace workspace, Map<String, Object> args, Language language) throws Refused {
    String path = text(args, "path").strip();
    workspace.delete(path);
    return ToolResult.ok(language.pick("已删除 " + path + "。", "Deleted " + path + "."));
  }
}
