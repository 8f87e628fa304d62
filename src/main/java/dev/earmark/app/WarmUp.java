package dev.earmark.app;

import dev.earmark.app.reasoning.Rehearsal;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;

/**
 * Loads what the first command would wait for: the decoder's native libraries, the classes of
 * reasoning, the pronunciation dictionary.
 */
record WarmUp(EarmarkConfig config, Books books, Health health, Clock clock) {
  /** Begins on a thread of its own. */
  void begin() {
    Thread thread = new Thread(this::load, "warm-up");
    thread.setDaemon(true);
    thread.start();
  }

  private void load() {
    books.startLibrary();
    Rehearsal.think(config, books.library(), books.http(), clock);
    try {
      books.decoders().warmUp();
    } catch (FailureException e) {
      health.problem("decoder", e.failure().detail());
    }
  }
}
