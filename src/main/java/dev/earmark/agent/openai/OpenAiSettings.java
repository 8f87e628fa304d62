package dev.earmark.agent.openai;

import java.time.Duration;
import okhttp3.Request;

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
 * @param fallbackModel a model of the same server that answers when the first cannot; empty for
 *     none
 * @param requestsPerMinute the most requests within a minute; 0 for no limit
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
    String fallbackModel,
    int requestsPerMinute) {
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
   * Takes the defaults for what only few servers need: no extra fields, no other model, no limit.
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
        /* fallbackModel= */ "",
        /* requestsPerMinute= */ 0);
  }

  /** Returns the settings of the model that answers when this one cannot. */
  public OpenAiSettings fallback() {
    return new OpenAiSettings(
        baseUrl,
        fallbackModel,
        apiKey,
        temperature,
        contextTokens,
        maxTokens,
        timeout,
        stream,
        extraBody,
        /* fallbackModel= */ "",
        requestsPerMinute);
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
