package dev.earmark.tools;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool around another one, to change one thing of it; everything else is forwarded, the question
 * before a loss included. As safe for threads as the tool within.
 */
public abstract class ForwardingTool implements Tool {
  /** The tool within. */
  protected final Tool tool;

  /** Wraps a tool. */
  protected ForwardingTool(Tool tool) {
    this.tool = tool;
  }

  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    return tool.call(args, context);
  }

  @Override
  public final @Nullable String loss(Map<String, Object> args, Context context) {
    return tool.loss(args, context);
  }
}
