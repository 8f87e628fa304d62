package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.ChatModel.NativeCall;
import dev.earmark.agent.ChatModel.Reply;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import okhttp3.Response;
import okhttp3.ResponseBody;
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
  private static final int LONGEST_LINE = 16 * 1024 * 1024;

  private final ChatModel.Request request;
  private final ChatModel.Origin origin;
  private final Consumer<String> onText;
  private final StringBuilder text = new StringBuilder();
  private final Map<Integer, CallPieces> calls = new TreeMap<>();
  private @Nullable String finish;
  private int promptTokens;
  private int completionTokens;
  private int cachedTokens;
  private String model = "";
  private String id = "";

  /** The pieces of one native call. */
  private static final class CallPieces {
    private final StringBuilder name = new StringBuilder();
    private final StringBuilder arguments = new StringBuilder();
  }

  ReplyBuilder(ChatModel.Request request, ChatModel.Origin origin, Consumer<String> onText) {
    this.request = request;
    this.origin = origin;
    this.onText = onText;
  }

  boolean hasText() {
    return text.length() > 0 || !calls.isEmpty();
  }

  Reply read(Response response) throws IOException {
    ResponseBody body = response.body();
    String type = String.valueOf(response.header("Content-Type"));
    BufferedSource source = body.source();
    boolean events = type.contains("event-stream") || startsLikeEvents(source);
    if (!events) {
      return whole(source.readUtf8());
    }
    return stream(source) ? reply(finishOf(finish)) : cut("the model's stream ended too early");
  }

  /** Some servers stream without saying so. */
  private static boolean startsLikeEvents(BufferedSource source) throws IOException {
    return source.request(5) && source.getBuffer().snapshot(5).utf8().equals("data:");
  }

  /** Reads events to their end; returns whether the stream says itself that it is complete. */
  private boolean stream(BufferedSource source) throws IOException {
    StringBuilder data = new StringBuilder();
    while (true) {
      String line = source.exhausted() ? null : source.readUtf8Line();
      if (line == null || line.isEmpty()) {
        if (data.length() > 0 && event(data.toString())) {
          return true;
        }
        data.setLength(0);
        if (line == null) {
          return finish != null;
        }
      } else if (line.startsWith("data:")) {
        String value = line.substring(line.startsWith("data: ") ? 6 : 5);
        data.append(data.length() == 0 ? "" : "\n").append(value);
        if (data.length() > LONGEST_LINE) {
          throw new IOException("an event of the stream is longer than 16 MiB");
        }
      }
      // Comments (":") and other fields only keep the connection alive.
    }
  }

  /** Takes one event; returns whether it is the last one. */
  private boolean event(String data) throws FailureException {
    if (data.strip().equals("[DONE]")) {
      return true;
    }
    JsonNode node = json(data);
    refuseError(node);
    usage(node);
    for (JsonNode choice : node.path("choices")) {
      take(choice.path("delta"));
      JsonNode reason = choice.path("finish_reason");
      if (reason.isString()) {
        finish = reason.asString();
      }
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
    take(choice.path("message"));
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

  private void take(JsonNode message) {
    JsonNode content = message.path("content");
    if (content.isString() && !content.asString().isEmpty()) {
      text.append(content.asString());
      onText.accept(content.asString());
    }
    int place = 0;
    for (JsonNode call : message.path("tool_calls")) {
      int index = call.path("index").asInt(place++);
      CallPieces pieces = calls.computeIfAbsent(index, i -> new CallPieces());
      JsonNode function = call.path("function");
      pieces.name.append(function.path("name").asString(""));
      JsonNode arguments = function.path("arguments");
      pieces.arguments.append(arguments.isString() ? arguments.asString() : arguments.toString());
    }
  }

  /** Returns what came before the reply broke off; such a reply is never taken for a whole one. */
  Reply cut(String note) {
    calls.clear(); // a call that may be incomplete must not run
    return reply(Finish.LENGTH, note);
  }

  private Reply reply(Finish how) {
    return reply(how, contextNote());
  }

  private Reply reply(Finish how, String note) {
    List<NativeCall> natives = new ArrayList<>();
    boolean broken = false;
    for (CallPieces pieces : calls.values()) {
      Map<String, Object> args = arguments(pieces.arguments.toString());
      if (args == null || how == Finish.LENGTH) {
        broken = true;
        break;
      }
      natives.add(new NativeCall(pieces.name.toString(), args));
    }
    if (broken && natives.isEmpty()) {
      CallPieces first = calls.values().iterator().next();
      String asText =
          "<tool_call>{\"name\": "
              + MAPPER.writeValueAsString(first.name.toString())
              + ", \"arguments\": "
              + first.arguments;
      String close = how == Finish.LENGTH ? "" : "}";
      return new Reply(
          text + asText + close, how, List.of(), promptTokens(), tokens(), note, origin());
    }
    return new Reply(text.toString(), how, natives, promptTokens(), tokens(), note, origin());
  }

  private static @Nullable Map<String, Object> arguments(String json) {
    if (json.isBlank()) {
      return Map.of();
    }
    try {
      JsonNode node = MAPPER.readTree(json);
      if (node.isNull()) {
        return Map.of();
      }
      if (!node.isObject()) {
        return null;
      }
      Map<String, Object> args = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        args.put(entry.getKey(), MAPPER.treeToValue(entry.getValue(), Object.class));
      }
      return args;
    } catch (JacksonException e) {
      return null;
    }
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
    return completionTokens > 0 ? completionTokens : estimate(text.toString());
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
