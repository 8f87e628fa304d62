package dev.earmark.tools.workspace;

import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.Map;

/** {@code append_to_file(path, content)}: adds to the end of a file. */
final class AppendToFile extends FileTool {
  static final ToolSpec SPEC =
      changes(
          "append_to_file",
          "Adds text to the end of a file, without a line break of its own; good for long files"
              + " in parts.",
          PATH,
          CONTENT);

  AppendToFile(Workspace workspace) {
    super(SPEC, workspace);
  }

  @Override
  ToolResult work(Workspace workspace, Map<String, Object> args, Language language) throws Refused {
    Workspace.Written written = workspace.append(text(args, "path"), text(args, "content"));
    return written.replaced()
        ? written(written, "已追加到", "Added to", language)
        : written(written, "已新建", "Created", language);
  }
}
