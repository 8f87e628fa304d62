package dev.earmark.tools;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * A tool whose effect is to last, and which says so when it could not be written to the disk: a
 * confirmation alone would be believed after the restart that loses it.
 */
final class KeptAnswer implements Tool {
  private final Tool tool;
  private final BooleanSupplier kept;
  private final String zh;
  private final String en;

  private KeptAnswer(Tool tool, BooleanSupplier kept, String zh, String en) {
    this.tool = tool;
    this.kept = kept;
    this.zh = zh;
    this.en = en;
  }

  /**
   * Returns a tool that sets something.
   *
   * @param kept whether what it has just set is on the disk; asked after it
   */
  static Tool of(Tool tool, BooleanSupplier kept) {
    return new KeptAnswer(
        tool, kept, "现在有效，但 Earmark 重启后就没有了", "it holds now and is lost when Earmark is restarted");
  }

  /** Returns a tool that sets something that rings. */
  static Tool ofTimer(Tool tool, BooleanSupplier kept) {
    return new KeptAnswer(
        tool,
        kept,
        "Earmark 开着就会响，重启后就没有了",
        "it rings while Earmark runs and is lost when it is restarted");
  }

  /** Returns a tool that takes something away. */
  static Tool ofRemoval(Tool tool, BooleanSupplier kept) {
    return new KeptAnswer(tool, kept, "Earmark 重启后它会回来", "it comes back when Earmark is restarted");
  }

  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    ToolResult result = tool.call(args, context);
    if (!result.ok() || kept.getAsBoolean()) {
      return result;
    }
    Language language = context.language();
    Map<String, Object> data = new LinkedHashMap<>(result.data());
    data.put("kept", false);
    return ToolResult.ok(
        result.observation()
            + language.pick(
                "。但是没能保存，磁盘满了或不能写：" + zh + "；请腾出空间",
                ". But it could not be saved, the disk is full or read-only: "
                    + en
                    + "; free some space"),
        data);
  }
}
