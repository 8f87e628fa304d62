package dev.earmark.listen;

import dev.earmark.base.Language;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How it listens, from {@code languages}, {@code wake.*} and {@code listen.*}.
 *
 * @param languages the languages that are heard, the preferred one first
 * @param wakePhrases freely chosen words that wake it
 * @param wakeSensitivity 0 (hardly ever wakes) to 1 (wakes easily)
 * @param endSilence the silence that ends a command
 * @param followUp how long the window stays open after a question, without a wake phrase
 * @param maxLength the longest command
 * @param nothingSaid how long a window stays open while nobody speaks
 * @param stopWithoutWake whether {@code 停} and {@code stop} need no wake phrase while a book plays
 * @param minConfidence below this a result counts as not understood, 0 to 1
 * @param wakeLanguages the one language of commands after a wake phrase, for those that choose one
 * @param wakeSilences the silence that ends a command after a wake phrase, for those that choose it
 * @param rulesOnlyPhrases wake phrases whose commands are for the embedded rules alone
 * @param echoCancel whether what is played is taken out of what is heard
 */
public record ListenSettings(
    List<Language> languages,
    List<String> wakePhrases,
    double wakeSensitivity,
    Duration endSilence,
    Duration followUp,
    Duration maxLength,
    Duration nothingSaid,
    boolean stopWithoutWake,
    double minConfidence,
    Map<String, Language> wakeLanguages,
    Map<String, Duration> wakeSilences,
    Set<String> rulesOnlyPhrases,
    boolean echoCancel) {
  /** The defaults. */
  public static final ListenSettings DEFAULT =
      new ListenSettings(
          List.of(Language.ZH, Language.EN),
          List.of("小书童", "hey earmark"),
          0.5,
          Duration.ofMillis(700),
          Duration.ofSeconds(6),
          Duration.ofSeconds(15),
          Duration.ofSeconds(5),
          /* stopWithoutWake= */ true,
          0.5);

  /** After every wake phrase all languages are heard. */
  public ListenSettings(
      List<Language> languages,
      List<String> wakePhrases,
      double wakeSensitivity,
      Duration endSilence,
      Duration followUp,
      Duration maxLength,
      Duration nothingSaid,
      boolean stopWithoutWake,
      double minConfidence) {
    this(
        languages,
        wakePhrases,
        wakeSensitivity,
        endSilence,
        followUp,
        maxLength,
        nothingSaid,
        stopWithoutWake,
        minConfidence,
        Map.of(),
        Map.of(),
        Set.of(),
        /* echoCancel= */ true);
  }

  /** Copies the collections. */
  public ListenSettings {
    languages = List.copyOf(languages);
    wakePhrases = List.copyOf(wakePhrases);
    wakeLanguages = Map.copyOf(wakeLanguages);
    wakeSilences = Map.copyOf(wakeSilences);
    rulesOnlyPhrases = Set.copyOf(rulesOnlyPhrases);
  }
}
