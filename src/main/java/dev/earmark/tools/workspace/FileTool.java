package dev.earmark.tools.workspace;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.workspace.Refused;
import dev.earmark.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the file tools have in common: a workspace, and refusals that become observations. */
abstract class FileTool implements Tool {
  static final Parameter PATH =
      Parameter.required(
          "path", Parameter.Type.STRING, "relative to the workspace, such as src/index.html");
  static final Parameter CONTENT =
      Parameter.required(
          "content", Parameter.Type.STRING, "the text exactly as it is to stand in the file");

  private final ToolSpec spec;
  private final Workspace workspace;

  FileTool(ToolSpec spec, Workspace workspace) {
    this.spec = spec;
    this.workspace = workspace;
  }

  static ToolSpec changes(String name, String description, Parameter... parameters) {
    return new ToolSpec(name, description, List.of(parameters), Set.of(Effect.FILE));
  }

  @Override
  public final ToolSpec spec() {
    return spec;
  }

  @Override
  public final ToolResult call(Map<String, Object> args, Context context) {
    try {
      return work(workspace, args, context.language());
    } catch (Refused e) {
      return ToolResult.failed(e.words(context.language()));
    }
  }

  /** Does it; arguments are validated. */
  abstract ToolResult work(Workspace workspace, Map<String, Object> args, Language language)
      throws Refused;

  /** Returns a text argument as it is, with the blanks and line breaks at its ends. */
  static String text(Map<String, Object> args, String name) {
    return String.valueOf(args.getOrDefault(name, ""));
  }

  static ToolResult written(Workspace.Written written, String zh, String en, Language language) {
    String observation =
        language.pick(
            zh + " " + written.path() + "（" + written.bytes() + " 字节）。",
            en + " " + written.path() + " (" + written.bytes() + " bytes).");
    return ToolResult.ok(observation, Map.of("path", written.path(), "bytes", written.bytes()));
  }
}
