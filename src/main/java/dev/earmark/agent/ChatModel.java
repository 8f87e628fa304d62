package dev.earmark.agent;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A model that continues a conversation: a large one over HTTP, or the embedded rules.
 *
 * <p>Thread-safe. Called on an {@code agent-n} worker, which it may block; setting the cancel flag
 * ends the call at once.
 */
public interface ChatModel {
  /** Returns the model's name for the trace. */
  String name();

  /** Returns who reads the messages of requests: itself, or a model behind it. */
  default ChatModel reader() {
    return this;
  }

  /**
   * Returns how many tokens of messages it can read beside its own reply; 0 when it reads no
   * messages, or when that is not known.
   */
  default int promptTokens() {
    return 0;
  }

  /** Returns who will reply, as far as that is known before a call. */
  default Origin origin() {
    return Origin.of(name());
  }

  /**
   * Asks for the next step.
   *
   * <p>Text that was given is not taken back: a model that fails after its first piece returns what
   * has come as a reply that was cut ({@link Finish#LENGTH}), and begins no new one.
   *
   * @param cancel ends the call at once; when it is set while {@code onText} has a piece, who reads
   *     has enough, and what has come is returned as a whole reply
   * @param onText gets the text as it comes, in pieces; a model that does not stream gives it in
   *     one
   * @throws FailureException when no reply could be had, after the adapter's own retries
   */
  Reply reply(Request request, CancelFlag cancel, Consumer<String> onText) throws FailureException;

  /** Who wrote a message. */
  enum Author {
    SYSTEM,
    USER,
    ASSISTANT
  }

  /** One message of the conversation. */
  record Message(Author author, String text) {
    /** Returns about how many tokens the text has. */
    public int tokens() {
      return tokens(text);
    }

    /** Estimates tokens: one for each Han character, one for four others. */
    public static int tokens(String text) {
      int quarters = 0;
      for (int i = 0; i < text.length(); i++) {
        quarters += text.charAt(i) < 0x2E80 ? 1 : 4;
      }
      return quarters / 4 + 1;
    }
  }

  /**
   * What the model is asked.
   *
   * @param messages oldest first; the beginning stays byte-identical from round to round
   * @param stop texts at which the model is to stop; it may ignore them
   * @param protocol the wire form of the reply, {@code text} or {@code xml}
   * @param tools the tools of this run
   * @param task the user's words alone
   * @param language the user's language
   * @param situation what the user can see
   * @param steps the steps of this run so far
   */
  record Request(
      List<Message> messages,
      List<String> stop,
      String protocol,
      List<ToolSpec> tools,
      String task,
      Language language,
      Situation situation,
      List<Step> steps) {
    /** Copies the lists. */
    public Request {
      messages = List.copyOf(messages);
      stop = List.copyOf(stop);
      tools = List.copyOf(tools);
      steps = List.copyOf(steps);
    }
  }

  /**
   * What the model said.
   *
   * @param text the raw text
   * @param finish why it ended
   * @param toolCalls native tool calls, for models that make them unasked
   * @param promptTokens as the server counted, or an estimate
   * @param completionTokens as the server counted, or an estimate
   * @param note a remark for the trace, or empty
   * @param origin who replied, or {@link Origin#UNKNOWN} for the model that was asked
   */
  record Reply(
      String text,
      Finish finish,
      List<NativeCall> toolCalls,
      int promptTokens,
      int completionTokens,
      String note,
      Origin origin) {
    /** Makes a reply of the model that was asked. */
    public Reply(
        String text,
        Finish finish,
        List<NativeCall> toolCalls,
        int promptTokens,
        int completionTokens,
        String note) {
      this(text, finish, toolCalls, promptTokens, completionTokens, note, Origin.UNKNOWN);
    }

    /** Makes a whole reply of text. */
    public static Reply of(String text) {
      return new Reply(text, Finish.STOP, List.of(), 0, 0, "");
    }

    /** Copies the list. */
    public Reply {
      toolCalls = List.copyOf(toolCalls);
    }
  }

  /**
   * Who replied, for cost and trace.
   *
   * @param provider the maker of the server or service, such as {@code openai}; empty when unknown
   * @param model the name that was asked for
   * @param answering the name that the server gives itself, or empty
   * @param replyId the server's id of the reply, or empty
   * @param host the server's host, or empty for a model of this process
   * @param port the server's port, or 0
   * @param temperature as asked for, or null
   * @param maxTokens the longest reply as asked for, or 0
   * @param cachedTokens how many tokens of the prompt the server had in its cache, as it says
   * @param counted whether the server counted the tokens; else they are estimates
   */
  record Origin(
      String provider,
      String model,
      String answering,
      String replyId,
      String host,
      int port,
      @Nullable Double temperature,
      int maxTokens,
      int cachedTokens,
      boolean counted) {
    /** Nothing is known. */
    public static final Origin UNKNOWN = of("");

    /** Makes the origin of a model of this process. */
    public static Origin of(String model) {
      return new Origin("", model, "", "", "", 0, null, 0, 0, /* counted= */ false);
    }

    /** Makes the origin of the embedded rules, which know themselves when no tool is needed. */
    public static Origin ofRules(String model) {
      return new Origin("earmark", model, "", "", "", 0, null, 0, 0, /* counted= */ true);
    }

    /** Returns whether the embedded rules replied. */
    public boolean isRules() {
      return provider.equals("earmark");
    }

    /** Returns this origin with what the server told of one reply. */
    public Origin told(String name, String id, int cached, boolean serverCounted) {
      return new Origin(
          provider, model, name, id, host, port, temperature, maxTokens, cached, serverCounted);
    }
  }

  /** A call in the API's own form. */
  record NativeCall(String tool, Map<String, Object> args) {}

  /** Why a reply ended. */
  enum Finish {
    /** The model was done, or met a stop text. */
    STOP,
    /** The token limit cut it. */
    LENGTH,
    /** It ended in a native tool call. */
    TOOL_CALLS,
    /** A filter refused it. */
    REFUSED
  }

  /**
   * A model in front of another one, which it is taken for: name, budget and origin are those of
   * the one behind it. Thread-safe if that one is.
   */
  abstract class Forwarding implements ChatModel {
    private final ChatModel model;

    /** Stands in front of a model. */
    protected Forwarding(ChatModel model) {
      this.model = model;
    }

    /** Returns the model behind this one. */
    protected final ChatModel behind() {
      return model;
    }

    @Override
    public String name() {
      return model.name();
    }

    @Override
    public int promptTokens() {
      return model.promptTokens();
    }

    @Override
    public Origin origin() {
      return model.origin();
    }
  }
}
