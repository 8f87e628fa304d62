package dev.earmark.tools.workspace;

import dev.earmark.agent.Advice;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.tools.ForwardingTool;
import java.util.List;
import java.util.Map;

/**
 * Asks a person before each call of a tool that needs consent. Towards the engine the tool is free,
 * since the gate asks.
 */
public final class ConsentGate extends ForwardingTool {
  private final ToolSpec free;
  private final Consent consent;

  private ConsentGate(Tool tool, Consent consent) {
    super(tool);
    ToolSpec spec = tool.spec();
    this.free = new ToolSpec(spec.name(), spec.description(), spec.parameters(), spec.effects());
    this.consent = consent;
  }

  /** Who is asked. */
  @FunctionalInterface
  public interface Consent {
    /**
     * Asks, and waits for the answer; called on the run's thread.
     *
     * @param args as the tool will get them
     */
    Answer ask(ToolSpec tool, Map<String, Object> args, Context context);
  }

  /** What came of asking. */
  public enum Answer {
    /** The call is made. */
    YES,
    /** The person does not want it. */
    NO,
    /** There was nobody to ask. */
    NOBODY
  }

  /** Returns the tools, those that need consent behind a gate. */
  public static List<Tool> around(List<Tool> tools, Consent consent) {
    return tools.stream()
        .map(tool -> tool.spec().needsConsent() ? new ConsentGate(tool, consent) : tool)
        .toList();
  }

  @Override
  public ToolSpec spec() {
    return free;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    return switch (consent.ask(tool.spec(), args, context)) {
      case YES -> tool.call(args, context);
      case NO ->
          ToolResult.failed(
              Advice.NOT_AGAIN.after(
                  language.pick(
                      "用户不同意 " + spec().name() + "，没有执行。",
                      "The user does not consent to " + spec().name() + "; nothing was done."),
                  language));
      case NOBODY ->
          ToolResult.failed(
              Advice.TELL.after(
                  language.pick(
                      spec().name() + " 要先得到用户同意，这里没法问，所以没有执行。",
                      spec().name()
                          + " needs the user's consent, who cannot be asked here; nothing was"
                          + " done."),
                  language));
    };
  }
}
