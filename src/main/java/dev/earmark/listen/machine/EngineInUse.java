package dev.earmark.listen.machine;

import dev.earmark.listen.Recognizer;
import dev.earmark.listen.WakeDetector;
import dev.earmark.listen.engine.SpeechEngine;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The engine that a stream is heard with, its wake detector, and its recogniser for the titles of
 * the moment. Owns all three. Confined to one thread.
 */
final class EngineInUse implements AutoCloseable {
  private @Nullable SpeechEngine engine;
  private @Nullable WakeDetector wakeDetector;
  private @Nullable WakeDetector stopDetector; // made when it is needed first
  private @Nullable Recognizer recogniser;
  private List<String> titles = List.of();
  private boolean titlesChanged;

  /** Takes an engine, which it will close, in place of the present one. */
  void set(@Nullable SpeechEngine next) {
    close();
    engine = next;
    titlesChanged = false;
    if (next != null) {
      next.setTitles(titles);
      wakeDetector = next.newWakeDetector();
      recogniser = next.newRecognizer();
    }
  }

  /** Takes titles for the next recogniser; {@link #renew} makes it. */
  void setTitles(List<String> newTitles) {
    titlesChanged |= !titles.equals(newTitles);
    titles = List.copyOf(newTitles);
  }

  /** Makes a recogniser of other titles when they have changed; not while one is at work. */
  void renew() {
    if (titlesChanged && engine != null) {
      engine.setTitles(titles);
      setRecogniser(engine.newRecognizer());
      titlesChanged = false;
    }
  }

  /** Takes a recogniser in place of the present one. */
  void setRecogniser(Recognizer other) {
    if (recogniser != null) {
      recogniser.close();
    }
    recogniser = other;
  }

  /** Returns whether there is an engine. */
  boolean isThere() {
    return engine != null;
  }

  Recognizer recogniser() {
    return Objects.requireNonNull(recogniser, "no engine");
  }

  /** Returns the wake detector, or null without an engine. */
  @Nullable WakeDetector wakeDetector() {
    return wakeDetector;
  }

  /** Makes another wake detector, which the caller closes. */
  WakeDetector newWakeDetector() {
    return Objects.requireNonNull(engine, "no engine").newWakeDetector();
  }

  /** Returns the detector of stop words. */
  WakeDetector stopDetector() {
    WakeDetector made = stopDetector;
    if (made == null) {
      made = newStopDetector();
      stopDetector = made;
    }
    return made;
  }

  /** Makes another detector of stop words, which the caller closes. */
  WakeDetector newStopDetector() {
    return Objects.requireNonNull(engine, "no engine").newStopDetector(StopWords.LIST);
  }

  /** Forgets the words so far. */
  void cancel() {
    if (recogniser != null) {
      recogniser.cancel();
    }
  }

  @Override
  public void close() {
    if (wakeDetector != null) {
      wakeDetector.close();
      wakeDetector = null;
    }
    if (stopDetector != null) {
      stopDetector.close();
      stopDetector = null;
    }
    if (recogniser != null) {
      recogniser.close();
      recogniser = null;
    }
    if (engine != null) {
      engine.close();
      engine = null;
    }
  }
}
