package dev.earmark.speak;

/**
 * Speech out, from {@code voice.*}.
 *
 * @param engine {@code auto}, {@code espeak} or {@code none}
 * @param zhVoice the synthesiser's voice for Chinese
 * @param enVoice the synthesiser's voice for English
 * @param wordsPerMinute speed
 * @param chimes whether signals sound
 * @param cacheBytes the most that the phrase cache may take
 */
public record VoiceSettings(
    String engine,
    String zhVoice,
    String enVoice,
    int wordsPerMinute,
    boolean chimes,
    long cacheBytes) {
  /** The defaults. */
  public static final VoiceSettings DEFAULT =
      new VoiceSettings("auto", "cmn", "en-gb", 165, /* chimes= */ true, 64L << 20);
}
