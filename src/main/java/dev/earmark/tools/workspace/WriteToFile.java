package dev.earmark.tools.workspace;

import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.Map;

/** {@code write_to_file(path, content)}: writes a whole file, new or not. */
final class WriteToFile extends FileTool {
  static final ToolSpec SPEC =
      changes(
          "write_to_file",
          "Writes a whole text file; what was in it is replaced, missing folders are made.",
          PATH,
          CONTENT);

  WriteToFile(Workspace workspace) {
    super(SPEC, workspace);
  }

  @Override
  ToolResult work(Workspace workspace, Map<String, Object> args, Language language) throws Refused {
    Workspace.Written written = workspace.write(text(args, "path"), text(args, "content"));
    return written.replaced()
        ? written(written, "已替换", "Replaced", language)
        : written(written, "已写入", "Wrote", language);
  }
}
