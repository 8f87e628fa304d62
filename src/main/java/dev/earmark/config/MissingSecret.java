package dev.earmark.config;

import dev.earmark.config.value.Problem;

/**
 * A key or password that is named in the configuration and is not there, which matters only to what
 * uses it.
 *
 * @param owner {@link #LARGE_MODEL}, or what {@link #ofCatalogue} returns
 * @param problem what is wrong, with the remedy; never a part of the secret
 */
public record MissingSecret(String owner, Problem problem) {
  /** The owner of the large model's key. */
  public static final String LARGE_MODEL = "brain.llm.api-key";

  /** The owner of the key of the model that answers when the large model cannot. */
  public static final String OTHER_MODEL = "brain.llm.fallback-api-key";

  /** The owner of the transcription server's key. */
  public static final String TRANSCRIPTION = "recognizer.openai.api-key";

  /** The owner of the addresses of xiaozhi endpoints. */
  public static final String XIAOZHI = "xiaozhi.endpoints";

  /** Returns the owner of the token of an MCP server. */
  public static String ofToolServer(String name) {
    return ToolServers.KEY + "." + name;
  }

  /** Returns the owner of the secrets of a catalogue. */
  public static String ofCatalogue(String name) {
    return Catalogues.KEY + "." + name;
  }
}
