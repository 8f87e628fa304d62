package dev.earmark.agent.openai;

import java.time.Duration;

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
 */
public record OpenAiSettings(
    String baseUrl,
    String model,
    String apiKey,
    double temperature,
    int contextTokens,
    int maxTokens,
    Duration timeout,
    boolean stream) {
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
