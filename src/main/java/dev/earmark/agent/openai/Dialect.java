package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which fields of a request a server takes, as far as its refusals tell. Thread-safe.
 *
 * <p>Servers differ: models that reason refuse {@code temperature}, {@code stop} and {@code
 * max_tokens} (they want {@code max_completion_tokens}), older servers refuse {@code
 * stream_options}, and some refuse {@code stream}. A refusal (400, 422) that names a field costs
 * that field; one that names none costs {@code stop} and {@code stream_options}. What is left out
 * stays out once a request without it has passed.
 */
final class Dialect {
  static final String MAX_TOKENS = "max_tokens";
  private static final String STREAM = "stream";
  private static final List<String> OPTIONAL = List.of("stop", "stream_options");
  private static final List<String> NAMED =
      List.of(
          "temperature",
          MAX_TOKENS,
          "stream_options",
          "stop",
          "grammar",
          "structured_outputs",
          STREAM);
  private static final JsonMapper MAPPER = new JsonMapper();

  private final OpenAiSettings settings;
  private final ServerKind kind;
  private final Map<String, Object> extra = new LinkedHashMap<>();
  private final Set<String> refused = ConcurrentHashMap.newKeySet();

  Dialect(OpenAiSettings settings) {
    this.settings = settings;
    this.kind = ServerKind.of(settings);
    if (!settings.extraBody().isBlank()) {
      Map<?, ?> fields = MAPPER.readValue(settings.extraBody(), Map.class);
      fields.forEach((name, value) -> extra.put(String.valueOf(name), value));
    }
  }

  /** Returns the fields that are left out from the start. */
  Set<String> refused() {
    return Set.copyOf(refused);
  }

  /** Remembers what a request that has passed did without. */
  void passedWithout(Set<String> fields) {
    refused.addAll(fields);
  }

  /** Returns which fields to leave out after a refusal; none when nothing is left to try. */
  Set<String> blame(String said, Set<String> without) {
    String lower = said.toLowerCase(Locale.ROOT);
    for (String field : NAMED) {
      // "max_tokens" is also part of advice such as "use max_completion_tokens instead".
      if (!without.contains(field) && lower.matches("(?s).*\\b" + field + "\\b.*")) {
        return Set.of(field);
      }
    }
    return without.containsAll(OPTIONAL) ? Set.of() : Set.copyOf(OPTIONAL);
  }

  /** Returns the body of a request that does without some fields. */
  Map<String, Object> body(ChatModel.Request request, Set<String> without) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", settings.model());
    body.put("messages", request.messages().stream().map(Dialect::message).toList());
    boolean stream = settings.stream() && !without.contains(STREAM);
    body.put(STREAM, stream);
    if (!without.contains("temperature")) {
      body.put("temperature", settings.temperature());
    }
    // OpenAI's own models want the newer name; the older ones take it too.
    boolean newer = without.contains(MAX_TOKENS) || kind == ServerKind.OPENAI;
    String limit = newer ? "max_completion_tokens" : MAX_TOKENS;
    body.put(limit, settings.maxTokens());
    if (!without.contains("stop") && !request.stop().isEmpty()) {
      body.put("stop", request.stop());
    }
    if (!without.contains("stream_options") && stream) {
      body.put("stream_options", Map.of("include_usage", true));
    }
    if (settings.constrain()
        && kind.takesGrammar()
        && !request.tools().isEmpty()
        && !without.contains(kind.grammarField())) {
      kind.constrain(body, ReplyGrammar.of(request));
    }
    extra.forEach(
        (name, value) -> {
          if (value == null) {
            body.remove(name);
          } else {
            body.put(name, value);
          }
        });
    return body;
  }

  private static Map<String, Object> message(ChatModel.Message message) {
    String role =
        switch (message.author()) {
          case SYSTEM -> "system";
          case USER -> "user";
          case ASSISTANT -> "assistant";
        };
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("role", role);
    map.put("content", message.text());
    return map;
  }
}
