package dev.earmark.listen.machine;

import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.WakeDetector;
import java.io.IOException;
import java.util.Optional;

/**
 * The stretch of speech in which a detector looks for its phrases: from a little before the gate
 * opens until it closes. Confined to one thread.
 */
final class Stretch {
  private static final int BEFORE = 20;

  private final SoundHistory history;
  private boolean running;
  private long start;

  Stretch(SoundHistory history) {
    this.history = history;
  }

  /** Takes the newest block of the history; returns the phrase that was found by it. */
  Optional<WakeDetector.Hit> accept(long number, boolean open, WakeDetector detector)
      throws IOException {
    if (open && !running) {
      return begin(number, detector);
    } else if (open) {
      return detector.feed(history.samples(number, number + 1));
    } else if (running) {
      running = false;
      return detector.end();
    }
    return Optional.empty();
  }

  private Optional<WakeDetector.Hit> begin(long number, WakeDetector detector) throws IOException {
    running = true;
    start = Math.max(number - BEFORE, history.oldest());
    detector.begin();
    Optional<WakeDetector.Hit> hit = Optional.empty();
    for (long block = start; block <= number && hit.isEmpty(); block++) {
      hit = detector.feed(history.samples(block, block + 1));
    }
    return hit;
  }

  /** Forgets the stretch; the next block of an open gate begins another. */
  void drop() {
    running = false;
  }

  /** Returns the block at a time since the stretch's beginning. */
  long block(double seconds) {
    return start + Math.round(seconds * SoundHistory.RATE);
  }
}
