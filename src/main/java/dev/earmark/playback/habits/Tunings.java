package dev.earmark.playback.habits;

import java.util.function.UnaryOperator;

/** The {@link Tuning} of each book, kept over restarts. Thread-safe; never waits. */
public final class Tunings {
  private static final String KEY = "tuning:";

  private final KeptSettings kept;

  /** Makes it. */
  public Tunings(KeptSettings kept) {
    this.kept = kept;
  }

  /** Returns how a book is played. */
  public Tuning of(String albumId) {
    return kept.setting(KEY + albumId).map(Tuning::of).orElse(Tuning.PLAIN);
  }

  /** Changes how a book is played, and returns it. */
  public synchronized Tuning change(String albumId, UnaryOperator<Tuning> how) {
    Tuning now = how.apply(of(albumId));
    kept.put(KEY + albumId, now.text());
    return now;
  }
}
