package dev.earmark.agent.openai;

import java.util.Locale;
import java.util.Map;
import okhttp3.HttpUrl;

/**
 * The kinds of OpenAI-compatible servers that differ in more than what a refusal tells; from {@code
 * brain.llm.server}.
 */
enum ServerKind {
  OPENAI("openai", ""),
  DEEPSEEK("deepseek", ""),
  OLLAMA("ollama", ""),
  /**
   * llama.cpp's server takes a GBNF grammar in {@code grammar}, and keeps the prompt in its cache.
   */
  LLAMA_CPP("llama.cpp", "grammar"),
  /** vLLM takes a grammar (xgrammar reads GBNF) in {@code structured_outputs}. */
  VLLM("vllm", "structured_outputs"),
  OTHER("openai_compatible", "");

  private static final int OLLAMA_PORT = 11_434;

  private final String provider;
  private final String grammarField;

  ServerKind(String provider, String grammarField) {
    this.provider = provider;
    this.grammarField = grammarField;
  }

  /**
   * Returns the kind that is configured, or that the address tells: the hosts of OpenAI and
   * DeepSeek, the port of Ollama; else {@link #OTHER}.
   */
  static ServerKind of(OpenAiSettings settings) {
    if (!settings.server().equals("auto")) {
      return valueOf(settings.server().toUpperCase(Locale.ROOT).replace('.', '_'));
    }
    HttpUrl url = HttpUrl.parse(settings.baseUrl());
    if (url == null) {
      return OTHER;
    } else if (url.host().equals("api.openai.com")) {
      return OPENAI;
    } else if (url.host().equals("api.deepseek.com")) {
      return DEEPSEEK;
    }
    return url.port() == OLLAMA_PORT ? OLLAMA : OTHER;
  }

  /** Returns the name of the provider for traces. */
  String provider() {
    return provider;
  }

  /** Returns whether the server can hold a reply to a grammar. */
  boolean takesGrammar() {
    return !grammarField.isEmpty();
  }

  /** Puts a GBNF grammar into the body of a request. */
  void constrain(Map<String, Object> body, String grammar) {
    body.put(grammarField, this == VLLM ? Map.of("grammar", grammar) : grammar);
  }

  /** Returns the field that carries the grammar, or an empty text. */
  String grammarField() {
    return grammarField;
  }
}
