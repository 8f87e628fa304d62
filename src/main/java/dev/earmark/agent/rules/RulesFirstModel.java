package dev.earmark.agent.rules;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the rules answer what they surely know and a large model the rest; when the large model
 * cannot be had, the rules answer alone and say so: once, until the reason changes or the model is
 * back. The notes of each run hold it all the same.
 *
 * <p>Who answers is decided anew in each round from the task, which does not change within a run.
 */
public final class RulesFirstModel extends ChatModel.Forwarding {
  private static final Logger log = LoggerFactory.getLogger(RulesFirstModel.class);

  private final RuleModel rules;
  private final AtomicReference<String> told = new AtomicReference<>("");

  /** Joins the two; neither is closed by this one. */
  public RulesFirstModel(RuleModel rules, ChatModel large) {
    super(large);
    this.rules = rules;
  }

  @Override
  public String name() {
    return rules.name() + "+" + super.name();
  }

  @Override
  public ChatModel reader() {
    return behind().reader();
  }

  @Override
  public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    Decision decision = rules.decide(request.task(), request.language(), request.situation());
    if (decision.certainty() == Certainty.SURELY) {
      return rules.reply(request, cancel, onText);
    }
    try {
      Reply reply = behind().reply(request, cancel, onText);
      told.set("");
      return reply;
    } catch (FailureException e) {
      if (e.failure().kind() == Failure.Kind.CANCELLED || cancel.isSet()) {
        throw e;
      }
      return alone(request, cancel, onText, e.failure());
    }
  }

  private Reply alone(Request request, CancelFlag cancel, Consumer<String> onText, Failure failure)
      throws FailureException {
    Reply reply = rules.reply(request, cancel, piece -> {});
    String note = "large model failed, rules answered: " + failure.kind() + ": " + failure.detail();
    String why = failure.said(request.language());
    boolean news = !failure.detail().equals(told.getAndSet(failure.detail()));
    if (news) {
      log.warn("the large model cannot be had, the rules answer alone: {}", failure.detail());
    }
    String said =
        request
            .language()
            .pick(
                "（" + why + "，先按固定规则回答。）", " (I answer by the built-in rules, since " + why + ".)");
    String text = news ? withRemark(reply.text(), said) : reply.text();
    onText.accept(text);
    return new Reply(
        text,
        reply.finish(),
        reply.toolCalls(),
        reply.promptTokens(),
        reply.completionTokens(),
        note,
        reply.origin());
  }

  /** Adds the remark to an answer; a call stays as it is, its answer will carry it. */
  private static String withRemark(String text, String remark) {
    String end = "</final_answer>";
    if (text.endsWith(end)) {
      return text.substring(0, text.length() - end.length()) + remark + end;
    }
    return text.contains("\nFinal Answer: ") ? text + remark : text;
  }
}
