package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.base.CancelFlag;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a reply while it comes: ends the model's call at the first complete action, and tells the
 * answer sentence by sentence. Confined to one thread.
 */
final class ActionWatch implements Consumer<String> {
  private final Protocol.Reading reading;
  private final CancelFlag call;
  private final Consumer<String> onAnswer;
  private int told; // characters of the answer
  private boolean complete;

  /**
   * @param call ends the model's call
   * @param onAnswer gets the answer so far, whenever a further sentence is certain
   */
  ActionWatch(Protocol protocol, ToolIndex tools, CancelFlag call, Consumer<String> onAnswer) {
    this.reading = protocol.reading(tools);
    this.call = call;
    this.onAnswer = onAnswer;
  }

  @Override
  public void accept(String piece) {
    if (complete) {
      return;
    }
    if (reading.accept(piece)) {
      complete = true;
      call.set();
      return;
    }
    String answer = reading.answer();
    if (answer.length() > told) {
      told = answer.length();
      onAnswer.accept(answer);
    }
  }

  /** Returns whether a complete action was seen. */
  boolean complete() {
    return complete;
  }

  /** Returns what was read as a reply, with estimated tokens. */
  ChatModel.Reply reply(List<ChatModel.Message> prompt, ChatModel.Origin origin) {
    int promptTokens =
        prompt.stream().mapToInt(message -> Conversation.tokens(message.text())).sum();
    String said = reading.text();
    return new ChatModel.Reply(
        said,
        ChatModel.Finish.STOP,
        List.of(),
        promptTokens,
        Conversation.tokens(said),
        "",
        origin);
  }

  /**
   * Returns a reply without what came behind its first complete action, which is the same however
   * much of it had come when the call ended.
   */
  ChatModel.Reply cut(ChatModel.Reply reply) {
    return complete
        ? new ChatModel.Reply(
            reading.text(),
            ChatModel.Finish.STOP,
            List.of(),
            reply.promptTokens(),
            reply.completionTokens(),
            reply.note(),
            reply.origin())
        : reply;
  }
}
