package dev.earmark.tools;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.base.file.NotKept;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A tool whose effect is to last, and which says so when it could not be written to the disk: a
 * confirmation alone would be believed after the restart that loses it.
 */
final class KeptAnswer extends ForwardingTool {
  private final BooleanSupplier kept;
  private final NotKept words;

  private KeptAnswer(Tool tool, BooleanSupplier kept, NotKept words) {
    super(tool);
    this.kept = kept;
    this.words = words;
  }

  /**
   * Returns a tool that sets something.
   *
   * @param kept whether what it has just set is on the disk; asked after it
   */
  static Tool of(Tool tool, BooleanSupplier kept) {
    return new KeptAnswer(tool, kept, NotKept.SET);
  }

  /** Returns a tool that sets something that rings. */
  static Tool ofTimer(Tool tool, BooleanSupplier kept) {
    return new KeptAnswer(tool, kept, NotKept.RINGS);
  }

  /** Returns a tool that takes something away. */
  static Tool ofRemoval(Tool tool, BooleanSupplier kept) {
    return new KeptAnswer(tool, kept, NotKept.REMOVED);
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    ToolResult result = tool.call(args, context);
    if (!result.ok() || kept.getAsBoolean()) {
      return result;
    }
    Map<String, Object> data = new LinkedHashMap<>(result.data());
    data.put("kept", false);
    return ToolResult.ok(words.behind(result.observation(), context.language()), data);
  }
}
