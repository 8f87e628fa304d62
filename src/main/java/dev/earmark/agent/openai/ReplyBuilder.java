package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.ChatModel.NativeCall;
import dev.earmark.agent.ChatModel.Reply;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import okhttp3.Response;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Collects one reply from a body: a stream of server-sent events, or one JSON object. Confined to
 * the thread of the call.
 */
final class ReplyBuilder {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final int LONGEST_REPLY = 4 * 1024 * 1024; // characters, of text and calls
  private static final long LONGEST_BODY = 16L * 1024 * 1024;
  private static final int CHUNK = 8_192;
  private static final int LEAD = 64; // bytes that tell what a body is

  private final ChatModel.Request request;
  private final CancelFlag cancel;
  private final ChatModel.Origin origin;
  private final Consumer<String> onText;
  private final StringBuilder text = new StringBuilder();
  private final List<CallPieces> calls = new ArrayList<>();
  private final Map<Integer, CallPieces> byIndex = new HashMap<>();
  private @Nullable String finish;
  private boolean enough;
  private boolean tooLong;
  private int promptTokens;
  private int completionTokens;
  private int cachedTokens;
  private String model = "";
  private String id = "";

  /**
   * @param cancel the flag of the call; when it is set while {@code onText} has a piece, the rest
   *     is not read
   * @param origin who replies, as far as that is known before the call
   */
  ReplyBuilder(
      ChatModel.Request request,
      CancelFlag cancel,
      ChatModel.Origin origin,
      Consumer<String> onText) {
    this.request = request;
    this.cancel = cancel;
    this.origin = origin;
    this.onText = onText;
  }

  boolean hasText() {
    return text.length() > 0 || !calls.isEmpty();
  }

  /** Returns whether reading ended before the body did. */
  boolean hasEnough() {
    return enough || tooLong;
  }

  Reply read(Response response) throws IOException {
    BufferedSource source = response.body().source();
    boolean said = String.valueOf(response.header("Content-Type")).contains("event-stream");
    if (!isEvents(source, said)) {
      return whole(body(source));
    }
    try {
      return stream(source) ? reply(finishOf(finish)) : cut("the model's stream ended too early");
    } catch (FailureException e) {
      if (text.length() == 0) {
        throw e;
      }
      // Text that was told cannot be taken back, so nothing is begun anew.
      return cut(e.failure().detail());
    }
  }

  /**
   * Tells by the first bytes what a body is: some servers stream without saying so, and some answer
   * with one object although they say that they stream.
   */
  private static boolean isEvents(BufferedSource source, boolean said) throws IOException {
    int at = 0;
    while (at < LEAD && source.request(at + 1L)) {
      byte b = source.getBuffer().getByte(at);
      boolean bom = b == (byte) 0xEF || b == (byte) 0xBB || b == (byte) 0xBF;
      if (!bom && b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return b != '{' && b != '[' && (said || isField(source, at));
      }
      at++;
    }
    return said;
  }

  private static boolean isField(BufferedSource source, int at) throws IOException {
    source.request(at + 6L);
    long there = Math.min(source.getBuffer().size(), at + 6L);
    String start = source.getBuffer().snapshot((int) there).substring(at).utf8();
    return start.startsWith(":")
        || start.startsWith("data:")
        || start.startsWith("event:")
        || start.startsWith("id:")
        || start.startsWith("retry:");
  }

  private static String body(BufferedSource source) throws IOException {
    if (source.request(LONGEST_BODY + 1)) {
      throw new IOException("the reply is longer than 16 MiB");
    }
    return source.readUtf8();
  }

  /** Reads events to their end; returns whether the reply is complete. */
  private boolean stream(BufferedSource source) throws IOException {
    EventReader events = new EventReader();
    byte[] bytes = new byte[CHUNK];
    for (int count = source.read(bytes); count >= 0; count = source.read(bytes)) {
      events.feed(bytes, count);
      for (String data = events.next(); data != null; data = events.next()) {
        if (event(data) || enough) {
          return true;
        }
        if (text.length() > LONGEST_REPLY) {
          tooLong = true;
          return false;
        }
      }
    }
    String rest = events.rest();
    if (rest != null && (finish == null || rest.startsWith("{\"error\""))) {
      return lastEvent(rest);
    }
    return finish != null;
  }

  /** An event at the end of the stream, which may have been cut in its middle. */
  private boolean lastEvent(String data) throws FailureException {
    try {
      MAPPER.readTree(data);
    } catch (JacksonException cut) {
      return data.strip().equals("[DONE]");
    }
    return event(data) || finish != null;
  }

  /** Takes one event; returns whether it is the last one. */
  private boolean event(String data) throws FailureException {
    if (data.strip().equals("[DONE]")) {
      return true;
    }
    JsonNode node = json(data);
    refuseError(node);
    usage(node);
    JsonNode choice = node.path("choices").path(0);
    JsonNode delta = choice.path("delta");
    take(delta.isObject() ? delta : choice.path("message"), /* whole= */ false);
    JsonNode reason = choice.path("finish_reason");
    if (reason.isString() && !reason.asString().isEmpty()) {
      finish = reason.asString();
    }
    return false;
  }

  private Reply whole(String body) throws FailureException {
    JsonNode node = json(body);
    refuseError(node);
    usage(node);
    JsonNode choice = node.path("choices").path(0);
    if (choice.isMissingNode()) {
      throw Trouble.NO_MODEL_SERVER.failure(
          "the model server sent no choices; check that brain.llm.base-url ends in /v1");
    }
    take(choice.path("message"), /* whole= */ true);
    finish = choice.path("finish_reason").asString("stop");
    return reply(finishOf(finish));
  }

  private static JsonNode json(String data) throws FailureException {
    try {
      return MAPPER.readTree(data);
    } catch (JacksonException e) {
      throw Trouble.NO_MODEL_SERVER.failure(
          "the model server sent something that is not JSON; check brain.llm.base-url", e);
    }
  }

  private static void refuseError(JsonNode node) throws FailureException {
    JsonNode error = node.path("error");
    if (error.isObject() || error.isString()) {
      String message = error.isString() ? error.asString() : error.path("message").asString("");
      String shown = message.length() > 200 ? message.substring(0, 200) + "…" : message;
      throw Trouble.BROKEN.failure("the model server reports an error: " + shown);
    }
  }

  private void usage(JsonNode node) {
    JsonNode usage = node.path("usage");
    promptTokens = Math.max(promptTokens, usage.path("prompt_tokens").asInt(0));
    completionTokens = Math.max(completionTokens, usage.path("completion_tokens").asInt(0));
    cachedTokens = Math.max(cachedTokens, cached(node, usage));
    model = model.isEmpty() ? node.path("model").asString("") : model;
    id = id.isEmpty() ? node.path("id").asString("") : id;
  }

  /**
   * Reads how much of the prompt came from the server's cache: OpenAI and vLLM tell it in the
   * details of the prompt, DeepSeek as cache hits, llama.cpp among its timings.
   */
  private static int cached(JsonNode node, JsonNode usage) {
    int details = usage.path("prompt_tokens_details").path("cached_tokens").asInt(0);
    int hits = usage.path("prompt_cache_hit_tokens").asInt(0);
    return Math.max(Math.max(details, hits), node.path("timings").path("cache_n").asInt(0));
  }

  private ChatModel.Origin origin() {
    return origin.told(model, id, cachedTokens, /* serverCounted= */ promptTokens > 0);
  }

  private void take(JsonNode message, boolean whole) {
    words(message.path("content"), whole);
    if (message.path("refusal").isString()) {
      finish = "refusal";
    }
    JsonNode old = message.path("function_call");
    if (old.isObject()) {
      pieces(0).add("", old);
    }
    int place = 0;
    for (JsonNode call : message.path("tool_calls")) {
      int index = call.path("index").asInt(place++);
      if (pieces(index).isOther(call)) {
        byIndex.remove(index);
      }
      pieces(index).add(call);
    }
    // Only the first call is made, so nothing more has to be waited for.
    if (!whole && !calls.isEmpty() && (calls.size() > 1 || calls.get(0).isComplete())) {
      enough = true;
      finish = "tool_calls";
    }
  }

  private CallPieces pieces(int index) {
    return byIndex.computeIfAbsent(
        index,
        i -> {
          CallPieces pieces = new CallPieces();
          calls.add(pieces);
          return pieces;
        });
  }

  /** Text, or a list of parts of which only those of type text are said. */
  private void words(JsonNode content, boolean whole) {
    if (content.isArray()) {
      for (JsonNode part : content) {
        if (part.path("type").asString("text").equals("text")) {
          words(part.path("text"), whole);
        }
      }
    } else if (content.isString() && !content.asString().isEmpty()) {
      boolean before = cancel.isSet();
      text.append(content.asString());
      onText.accept(content.asString());
      enough |= !whole && !before && cancel.isSet();
    }
  }

  /** Returns what came before the connection broke; a reply that had said its end is whole. */
  Reply broken(String note) {
    return finish != null ? reply(finishOf(finish)) : cut(note);
  }

  /** Returns what came before the reply broke off; such a reply is never taken for a whole one. */
  private Reply cut(String note) {
    calls.clear(); // a call that may be incomplete must not run
    String why = tooLong ? "the model's reply is longer than 4 MiB and was cut" : note;
    return reply(Finish.LENGTH, why);
  }

  private Reply reply(Finish how) {
    return reply(how, contextNote());
  }

  private Reply reply(Finish how, String note) {
    List<NativeCall> natives = new ArrayList<>();
    boolean broken = false;
    for (CallPieces pieces : enough ? calls.subList(0, Math.min(1, calls.size())) : calls) {
      Map<String, Object> args = pieces.args();
      if (args == null || how == Finish.LENGTH) {
        broken = true;
        break;
      }
      natives.add(new NativeCall(pieces.name(), args));
    }
    if (broken && natives.isEmpty()) {
      CallPieces first = calls.get(0);
      String asText =
          "<tool_call>{\"name\": "
              + MAPPER.writeValueAsString(first.name())
              + ", \"arguments\": "
              + first.raw();
      String close = how == Finish.LENGTH ? "" : "}";
      return new Reply(
          text + asText + close, how, List.of(), promptTokens(), tokens(), note, origin());
    }
    return new Reply(text.toString(), how, natives, promptTokens(), tokens(), note, origin());
  }

  private static Finish finishOf(@Nullable String reason) {
    return switch (String.valueOf(reason)) {
      case "length", "max_tokens" -> Finish.LENGTH;
      case "tool_calls", "function_call" -> Finish.TOOL_CALLS;
      case "content_filter", "refusal" -> Finish.REFUSED;
      default -> Finish.STOP;
    };
  }

  /** A server that counts far fewer tokens than were sent has cut the beginning off. */
  private String contextNote() {
    int sent = estimatedPrompt();
    return promptTokens > 0 && sent > 400 && promptTokens < sent / 3
        ? "the server read only "
            + promptTokens
            + " of about "
            + sent
            + " prompt tokens: its context is too small, raise it there (Ollama: num_ctx)"
        : "";
  }

  private int estimatedPrompt() {
    return request.messages().stream().mapToInt(message -> estimate(message.text())).sum();
  }

  private int promptTokens() {
    return promptTokens > 0 ? promptTokens : estimatedPrompt();
  }

  private int tokens() {
    if (completionTokens > 0) {
      return completionTokens;
    }
    int ofCalls = calls.stream().mapToInt(call -> estimate(call.name() + call.raw())).sum();
    return estimate(text.toString()) + ofCalls;
  }

  /** Estimates tokens: one for each Han character, one for four others. */
  private static int estimate(String words) {
    int quarters = 0;
    for (int i = 0; i < words.length(); i++) {
      quarters += words.charAt(i) < 0x2E80 ? 1 : 4;
    }
    return quarters / 4 + 1;
  }
}
