package dev.earmark.assistant.ports;

import dev.earmark.base.Language;
import java.time.Duration;
import java.util.Set;

/**
 * How a turn goes.
 *
 * @param language the language of replies when in doubt
 * @param pauseWhileListening whether a book is held silently, and not only ducked, while it listens
 *     and speaks
 * @param window how long the ears stay open for a command while nobody speaks
 * @param followUp the same after an answer that ends in a question
 * @param thinkingSignal after this time of thinking a short signal says that it is at work
 * @param listenLimit after this time without any word from the listener a turn is given up
 * @param thinkLimit after this time a run is cancelled; longer than the agent's own limit
 * @param rulesOnlyPhrases wake phrases whose commands are for the embedded rules alone
 */
public record TurnSettings(
    Language language,
    boolean pauseWhileListening,
    Duration window,
    Duration followUp,
    Duration thinkingSignal,
    Duration listenLimit,
    Duration thinkLimit,
    Set<String> rulesOnlyPhrases) {
  /** The defaults. */
  public static final TurnSettings DEFAULT =
      new TurnSettings(
          Language.ZH,
          /* pauseWhileListening= */ false,
          Duration.ofSeconds(5),
          Duration.ofSeconds(6),
          Duration.ofMillis(1_500),
          Duration.ofSeconds(25),
          Duration.ofSeconds(90));

  /** All wake phrases are for whoever thinks. */
  public TurnSettings(
      Language language,
      boolean pauseWhileListening,
      Duration window,
      Duration followUp,
      Duration thinkingSignal,
      Duration listenLimit,
      Duration thinkLimit) {
    this(
        language,
        pauseWhileListening,
        window,
        followUp,
        thinkingSignal,
        listenLimit,
        thinkLimit,
        Set.of());
  }

  /** Copies the set. */
  public TurnSettings {
    rulesOnlyPhrases = Set.copyOf(rulesOnlyPhrases);
  }
}
