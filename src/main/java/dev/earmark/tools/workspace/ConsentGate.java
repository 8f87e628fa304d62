package dev.earmark.tools.workspace;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;

/** Asks a person before each call of a tool that needs consent. */
public final class ConsentGate implements Tool {
  private final Tool tool;
  private final Consent consent;

  private ConsentGate(Tool tool, Consent consent) {
    this.tool = tool;
    this.consent = consent;
  }

  /** Who is asked. */
  @FunctionalInterface
  public interface Consent {
    /**
     * Asks, and waits for the answer; called on the run's thread.
     *
     * @return whether the call may be made; false also when nobody can be asked
     */
    boolean given(ToolSpec tool, Map<String, Object> args, Context context);
  }

  /** Returns the tools, those that need consent behind a gate. */
  public static List<Tool> around(List<Tool> tools, Consent consent) {
    return tools.stream()
        .map(tool -> tool.spec().needsConsent() ? new ConsentGate(tool, consent) : tool)
        .toList();
  }

  @Override
  public ToolSpec spec() {
    return tool.spec();
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    if (consent.given(spec(), args, context)) {
      return tool.call(args, context);
    }
    Language language = context.language();
    return ToolResult.failed(
        language.pick(
            "用户没有同意 " + spec().name() + "，没有执行。不要再试，换一种做法或者如实说明。",
            "The user did not consent to "
                + spec().name()
                + "; nothing was done. Do not try again: find another way, or say so."));
  }
}
