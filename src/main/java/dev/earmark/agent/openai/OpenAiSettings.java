package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import java.time.Duration;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * An OpenAI-compatible chat server, from {@code brain.llm.*}.
 *
 * @param baseUrl up to and with {@code /v1}
 * @param model the model's name there
 * @param apiKey the key itself, read from the environment or a file; empty for none
 * @param temperature 0 for the most likely words
 * @param contextTokens how much the model can read
 * @param maxTokens the longest reply
 * @param timeout the longest wait for one reply
 * @param stream whether the reply is asked for as a stream
 * @param extraBody a JSON object of further fields of each request, which win over the others; a
 *     null takes a field out; empty for none
 * @param fallback a model that answers when this one cannot, of this server or another; null for
 *     none
 * @param requestsPerMinute the most requests within a minute; 0 for no limit
 * @param server what kind of server it is: {@code openai}, {@code deepseek}, {@code ollama}, {@code
 *     llama.cpp}, {@code vllm}, {@code other}, or {@code auto}, as the address tells
 * @param constrain whether the server is to hold the reply to the protocol's grammar, where it can
 * @param protocol the wire form of this model, {@code text} or {@code xml}; empty for that of the
 *     run
 */
public record OpenAiSettings(
    String baseUrl,
    String model,
    String apiKey,
    double temperature,
    int contextTokens,
    int maxTokens,
    Duration timeout,
    boolean stream,
    String extraBody,
    @Nullable OpenAiSettings fallback,
    int requestsPerMinute,
    String server,
    boolean constrain,
    String protocol) {
  /** The defaults: a local Ollama. */
  public static final OpenAiSettings DEFAULT =
      new OpenAiSettings(
          "http://127.0.0.1:11434/v1",
          "qwen3:8b",
          "",
          0.0,
          8_192,
          1_024,
          Duration.ofSeconds(60),
          /* stream= */ true);

  /**
   * Takes the defaults for what only few servers need: no extra fields, no other model, no limit, a
   * server whose kind its address tells, and free replies.
   */
  public OpenAiSettings(
      String baseUrl,
      String model,
      String apiKey,
      double temperature,
      int contextTokens,
      int maxTokens,
      Duration timeout,
      boolean stream) {
    this(
        baseUrl,
        model,
        apiKey,
        temperature,
        contextTokens,
        maxTokens,
        timeout,
        stream,
        /* extraBody= */ "",
        /* fallback= */ null,
        /* requestsPerMinute= */ 0,
        /* server= */ "auto",
        /* constrain= */ false,
        /* protocol= */ "");
  }

  /** Returns these settings with other limits of a reply. */
  public OpenAiSettings withLimits(int mostTokens, Duration longest) {
    Copy copy = new Copy(this);
    copy.maxTokens = mostTokens;
    copy.timeout = longest;
    copy.fallback =
        fallback == null
            ? null
            : fallback.withLimits(
                fallback.maxTokens == maxTokens ? mostTokens : fallback.maxTokens, longest);
    return copy.made();
  }

  /** Returns these settings for one request that nothing may stand in for or hold up. */
  OpenAiSettings alone() {
    Copy copy = new Copy(this);
    copy.fallback = null;
    copy.requestsPerMinute = 0;
    return copy.made();
  }

  /** Returns these settings with a model that answers when this one cannot. */
  public OpenAiSettings withFallback(OpenAiSettings other) {
    Copy copy = new Copy(this);
    copy.fallback = other;
    return copy.made();
  }

  /** Returns these settings with other further fields and another limit of requests. */
  public OpenAiSettings withBody(String fields, int perMinute) {
    Copy copy = new Copy(this);
    copy.extraBody = fields;
    copy.requestsPerMinute = perMinute;
    return copy.made();
  }

  /** Returns these settings for another model of the same server, which nothing stands in for. */
  public OpenAiSettings ofModel(String name) {
    Copy copy = new Copy(this);
    copy.model = name;
    copy.fallback = null;
    return copy.made();
  }

  /** Returns these settings for a server of a kind. */
  public OpenAiSettings withServer(String kind, boolean constrained) {
    Copy copy = new Copy(this);
    copy.server = kind;
    copy.constrain = constrained;
    return copy.made();
  }

  /** The fields that a copy may have otherwise; the rest is that of its origin. */
  private static final class Copy {
    private final OpenAiSettings origin;
    private String model;
    private int maxTokens;
    private Duration timeout;
    private String extraBody;
    private @Nullable OpenAiSettings fallback;
    private int requestsPerMinute;
    private String server;
    private boolean constrain;

    Copy(OpenAiSettings origin) {
      this.origin = origin;
      this.model = origin.model;
      this.maxTokens = origin.maxTokens;
      this.timeout = origin.timeout;
      this.extraBody = origin.extraBody;
      this.fallback = origin.fallback;
      this.requestsPerMinute = origin.requestsPerMinute;
      this.server = origin.server;
      this.constrain = origin.constrain;
    }

    OpenAiSettings made() {
      return new OpenAiSettings(
          origin.baseUrl,
          model,
          origin.apiKey,
          origin.temperature,
          origin.contextTokens,
          maxTokens,
          timeout,
          origin.stream,
          extraBody,
          fallback,
          requestsPerMinute,
          server,
          constrain,
          origin.protocol);
    }
  }

  /** Returns who replies, as far as the settings tell. */
  ChatModel.Origin origin() {
    HttpUrl url = HttpUrl.parse(baseUrl);
    return new ChatModel.Origin(
        ServerKind.of(this).provider(),
        model,
        "",
        "",
        url == null ? "" : url.host(),
        url == null ? 0 : url.port(),
        temperature,
        maxTokens,
        /* cachedTokens= */ 0,
        /* counted= */ false);
  }

  /** Begins a request to a path of the server, with the key. */
  Request.Builder request(String path) {
    String base = baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl;
    Request.Builder request = new Request.Builder().url(base + path);
    return apiKey.isEmpty() ? request : request.header("Authorization", "Bearer " + apiKey);
  }

  @Override
  public String toString() {
    return "OpenAiSettings["
        + baseUrl
        + ", "
        + model
        + ", apiKey="
        + (apiKey.isEmpty() ? "none" : "***")
        + "]";
  }
}
