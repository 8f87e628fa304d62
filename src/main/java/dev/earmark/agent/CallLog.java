package dev.earmark.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run asked of models and tools, call by call: the ground of its cost and of its spans.
 *
 * @param currency the currency of the costs, such as {@code USD}
 * @param chats the calls of models, oldest first, failed ones included
 * @param tools when each tool began, oldest first
 */
public record CallLog(String currency, List<Chat> chats, List<ToolStart> tools) {
  /** Nothing was asked. */
  public static final CallLog EMPTY = new CallLog("", List.of(), List.of());

  /** Copies the lists. */
  public CallLog {
    chats = List.copyOf(chats);
    tools = List.copyOf(tools);
  }

  /**
   * A call of a model.
   *
   * @param step the 1-based step that came of it, or before which it wrote a summary; one more than
   *     there are steps for the answer
   * @param startMs since the start of the run, in milliseconds
   * @param ms how long it took, in milliseconds
   * @param firstMs until the first piece of its text, in milliseconds, or null when none came
   * @param origin who replied
   * @param promptTokens what the model read, cached tokens included
   * @param completionTokens what it wrote
   * @param finish why the reply ended, or empty when there was none
   * @param cost in the currency of the log, or null when there is no price for the model
   * @param failure the kind of the failure in lower case, or empty
   */
  public record Chat(
      int step,
      double startMs,
      double ms,
      @Nullable Double firstMs,
      ChatModel.Origin origin,
      int promptTokens,
      int completionTokens,
      String finish,
      @Nullable Double cost,
      String failure) {}

  /**
   * When a tool began.
   *
   * @param step the 1-based step that it belongs to, which tells the rest
   * @param startMs since the start of the run, in milliseconds
   */
  public record ToolStart(int step, double startMs) {}

  /** Returns what all calls cost together, or null when none has a price. */
  public @Nullable Double cost() {
    Double sum = null;
    for (Chat chat : chats) {
      Double cost = chat.cost();
      if (cost != null) {
        sum = (sum == null ? 0 : sum) + cost;
      }
    }
    return sum;
  }

  /** Returns how many tokens all models have read. */
  public int promptTokens() {
    return chats.stream().mapToInt(Chat::promptTokens).sum();
  }

  /** Returns how many of these came from a cache of the server, as far as it says so. */
  public int cachedTokens() {
    return chats.stream().mapToInt(chat -> chat.origin().cachedTokens()).sum();
  }

  /** Returns how many tokens all models have written. */
  public int completionTokens() {
    return chats.stream().mapToInt(Chat::completionTokens).sum();
  }
}
