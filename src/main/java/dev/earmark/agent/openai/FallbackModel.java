package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a second model when the first one cannot be had. Thread-safe.
 *
 * <p>Each has its own budget: prompts are made for the one that answered last. A prompt that was
 * made for the first and is too long for the second is not sent to it; the failure says so, and the
 * caller makes a shorter one.
 */
public final class FallbackModel implements ChatModel {
  private static final Logger log = LoggerFactory.getLogger(FallbackModel.class);
  private static final double SURELY = 0.75; // of the estimate; servers count at least as many

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
    return answersLast.promptTokens();
  }

  @Override
  public Origin origin() {
    return answersLast.origin();
  }

  @Override
  public Reply reply(Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    try {
      Reply reply = first.reply(request, cancel, onText);
      answersLast = first;
      return reply;
    } catch (FailureException e) {
      if (e.failure().kind() == Failure.Kind.CANCELLED || cancel.isSet()) {
        answersLast = first;
        throw e;
      }
      return instead(request, cancel, onText, e.failure());
    }
  }

  private Reply instead(
      Request request, CancelFlag cancel, Consumer<String> onText, Failure failure)
      throws FailureException {
    log.info("{} answers instead of {}: {}", second.name(), first.name(), failure.detail());
    answersLast = second;
    int room = second.promptTokens();
    double length = request.messages().stream().mapToInt(Message::tokens).sum() * SURELY;
    if (room > 0 && length > room) {
      throw new FailureException(
          Failure.Kind.BAD_REQUEST,
          "the prompt has at least "
              + Math.round(length)
              + " tokens, and the context of "
              + second.name()
              + ", which answers instead of "
              + first.name()
              + ", leaves "
              + room
              + "; see brain.llm.fallback-context-tokens");
    }
    Reply reply = second.reply(request, cancel, onText);
    String note = second.name() + " answered instead of " + first.name() + ": " + failure.detail();
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
