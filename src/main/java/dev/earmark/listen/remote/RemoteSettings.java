package dev.earmark.listen.remote;

import java.time.Duration;

/**
 * Who recognises commands, from {@code recognizer.*}.
 *
 * @param engine {@code vosk}, on this machine; {@code openai} or {@code vosk-server}, a server
 * @param timeout the longest wait for a server after the end of speech
 * @param baseUrl of the transcription server, up to and with {@code /v1}
 * @param model the model's name there
 * @param apiKey the key itself, read from the environment or a file; empty for none
 * @param prompt whether titles are sent along, so that their words are expected
 * @param voskUrl of the Vosk server, {@code ws://} or {@code wss://}
 */
public record RemoteSettings(
    String engine,
    Duration timeout,
    String baseUrl,
    String model,
    String apiKey,
    boolean prompt,
    String voskUrl) {
  /** The defaults: this machine. */
  public static final RemoteSettings DEFAULT =
      new RemoteSettings(
          "vosk",
          Duration.ofMillis(2_500),
          "http://127.0.0.1:8000/v1",
          "whisper-1",
          "",
          /* prompt= */ true,
          "ws://127.0.0.1:2700");

  /** Returns whether a server recognises. */
  public boolean server() {
    return !engine.equals(DEFAULT.engine);
  }

  /** Leaves the key out. */
  @Override
  public String toString() {
    return "RemoteSettings[engine=" + engine + ", baseUrl=" + baseUrl + ", model=" + model + "]";
  }
}
