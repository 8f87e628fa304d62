package dev.earmark.speak;

import java.time.Duration;

/**
 * Speech out, from {@code voice.*}.
 *
 * @param engine {@code auto}, {@code espeak}, {@code piper}, {@code openai} or {@code none}
 * @param zhVoice espeak-ng's voice for Chinese
 * @param enVoice espeak-ng's voice for English
 * @param wordsPerMinute speed
 * @param chimes whether signals sound
 * @param cacheBytes the most that the phrase cache may take
 * @param piper the piper program and its voices
 * @param server an OpenAI-compatible speech server
 */
public record VoiceSettings(
    String engine,
    String zhVoice,
    String enVoice,
    int wordsPerMinute,
    boolean chimes,
    long cacheBytes,
    Piper piper,
    Server server) {
  /** The usual speed. */
  public static final int USUAL_RATE = 165;

  /** The defaults. */
  public static final VoiceSettings DEFAULT =
      new VoiceSettings("auto", "cmn", "en-gb", USUAL_RATE, /* chimes= */ true, 64L << 20);

  /** Makes settings with the defaults of piper and the server. */
  public VoiceSettings(
      String engine,
      String zhVoice,
      String enVoice,
      int wordsPerMinute,
      boolean chimes,
      long cacheBytes) {
    this(
        engine,
        zhVoice,
        enVoice,
        wordsPerMinute,
        chimes,
        cacheBytes,
        Piper.DEFAULT,
        Server.DEFAULT);
  }

  /**
   * Piper, from {@code voice.piper.*}.
   *
   * @param program its name or path
   * @param zh the installed voice for Chinese, empty for the first one
   * @param en the installed voice for English, empty for the first one
   * @param listUrl the list of voices that can be installed
   */
  public record Piper(String program, String zh, String en, String listUrl) {
    /** The defaults. */
    public static final Piper DEFAULT =
        new Piper(
            "piper",
            "",
            "",
            "https://huggingface.co/rhasspy/piper-voices/resolve/v1.0.0/voices.json");
  }

  /**
   * A speech server, from {@code voice.openai.*}.
   *
   * @param baseUrl ends before {@code /audio/speech}
   * @param zh its voice for Chinese
   * @param en its voice for English
   * @param apiKey empty for none
   * @param timeout the longest wait for a whole sentence
   */
  public record Server(
      String baseUrl, String model, String zh, String en, String apiKey, Duration timeout) {
    /** The defaults. */
    public static final Server DEFAULT =
        new Server(
            "http://127.0.0.1:8000/v1", "tts-1", "alloy", "alloy", "", Duration.ofSeconds(10));

    /** Hides the key. */
    @Override
    public String toString() {
      return "Server[" + baseUrl + ", " + model + ", " + zh + ", " + en + "]";
    }
  }
}
