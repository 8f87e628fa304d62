package dev.earmark.agent.loop;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.base.CancelFlag;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads a reply while it comes and ends the model's call at the first complete action, for servers
 * that ignore stop texts. A reply that does not begin like a step is read to its end. Confined to
 * one thread; the text is looked at rarely enough that the work stays linear.
 */
final class ActionWatch implements Consumer<String> {
  private static final int EVERY = 2_000;

  private final Protocol protocol;
  private final ToolIndex tools;
  private final CancelFlag call;
  private final StringBuilder text = new StringBuilder();
  private int nextLook;
  private boolean complete;

  ActionWatch(Protocol protocol, ToolIndex tools, CancelFlag call) {
    this.protocol = protocol;
    this.tools = tools;
    this.call = call;
  }

  @Override
  public void accept(String piece) {
    text.append(piece);
    if (complete || text.length() < nextLook || !mayEndAction(piece)) {
      return;
    }
    if (text.length() > EVERY) {
      nextLook = text.length() + text.length() / 4;
    }
    String soFar = text.toString();
    if (protocol.beginsStep(soFar)
        && protocol.parse(soFar, ChatModel.Finish.LENGTH, tools) instanceof Parsed.Action) {
      complete = true;
      call.set();
    }
  }

  private static boolean mayEndAction(String piece) {
    for (int i = 0; i < piece.length(); i++) {
      char c = piece.charAt(i);
      if (c == '}' || c == ')' || c == '>' || c == '\n' || c == '）' || c == '｝') {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a complete action was seen. */
  boolean complete() {
    return complete;
  }

  /** Returns what was read as a reply, with estimated tokens. */
  ChatModel.Reply reply(List<ChatModel.Message> prompt, ChatModel.Origin origin) {
    int promptTokens =
        prompt.stream().mapToInt(message -> Conversation.tokens(message.text())).sum();
    String said = text.toString();
    return new ChatModel.Reply(
        said,
        ChatModel.Finish.STOP,
        List.of(),
        promptTokens,
        Conversation.tokens(said),
        "",
        origin);
  }
}
