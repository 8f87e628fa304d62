package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a second model when the first one cannot be had. Thread-safe. */
public final class FallbackModel implements ChatModel {
  private static final Logger log = LoggerFactory.getLogger(FallbackModel.class);

  private final ChatModel first;
  private final ChatModel second;
  private volatile ChatModel answersLast;

  /** Joins the two. */
  public FallbackModel(ChatModel first, ChatModel second) {
    this.first = first;
    this.second = second;
    this.answersLast = first;
  }

  @Override
  public String name() {
    return first.name();
  }

  @Override
  public int promptTokens() {
    return Math.min(first.promptTokens(), second.promptTokens());
  }

  @Override
  public Origin origin() {
    return answersLast.origin();
  }

  @Override
  public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    answersLast = first;
    try {
      return first.reply(request, cancel, onText);
    } catch (FailureException e) {
      if (e.failure().kind() == Failure.Kind.CANCELLED || cancel.isSet()) {
        throw e;
      }
      log.info("{} answers instead of {}: {}", second.name(), first.name(), e.getMessage());
      answersLast = second;
      Reply reply = second.reply(request, cancel, onText);
      String note =
          second.name() + " answered instead of " + first.name() + ": " + e.failure().detail();
      return new Reply(
          reply.text(),
          reply.finish(),
          reply.toolCalls(),
          reply.promptTokens(),
          reply.completionTokens(),
          reply.note().isEmpty() ? note : note + "; " + reply.note(),
          reply.origin());
    }
  }
}
