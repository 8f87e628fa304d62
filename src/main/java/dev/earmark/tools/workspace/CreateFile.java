package dev.earmark.tools.workspace;

import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.Map;

/** {@code create_file(path, content)}: writes a file that must not be there yet. */
final class CreateFile extends FileTool {
  static final ToolSpec SPEC =
      changes(
          "create_file",
          "Writes a new text file; fails when there is one of that name.",
          PATH,
          CONTENT);

  CreateFile(Workspace workspace) {
    super(SPEC, workspace);
  }

  @Override
  ToolResult work(Workspace workspace, Map<String, Object> args, Language language) throws Refused {
    Workspace.Written written = workspace.create(text(args, "path"), text(args, "content"));
    return written(written, "已新建", "Created", language);
  }
}
