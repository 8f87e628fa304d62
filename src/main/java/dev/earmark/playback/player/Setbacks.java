package dev.earmark.playback.player;

import dev.earmark.playback.Problem;
import dev.earmark.playback.pipe.Place;
import org.jspecify.annotations.Nullable;

/**
 * How many sections could not be played one after the other, and what is told of the last one. Not
 * thread-safe; guarded by the {@link Desk}.
 */
final class Setbacks {
  static final int MOST = 3;

  private int inRow;
  private Place first = new Place(0, 0, 0);
  private @Nullable Problem problem;
  private @Nullable Problem waiting;
  private long waitingSerial;

  /** Begins anew: something was heard, or somebody chose another place. */
  void forgive() {
    inRow = 0;
    problem = null;
  }

  /** Sound was heard for a while; what was told stays. */
  void healthy() {
    inRow = 0;
  }

  /** Notes one more failure; only what is wrong with the file itself counts. */
  void add(Place at, boolean broken) {
    if (inRow == 0) {
      first = at;
    }
    inRow = broken ? inRow + 1 : inRow;
  }

  boolean tooMany() {
    return inRow >= MOST;
  }

  int inRow() {
    return inRow;
  }

  Place first() {
    return first;
  }

  @Nullable Problem problem() {
    return problem;
  }

  /** Notes why sound is waited for since a jump, or null when it comes again. */
  void waits(long serial, @Nullable Problem why) {
    waitingSerial = serial;
    waiting = why;
  }

  /** Returns why sound is waited for since this jump, else what was told last. */
  @Nullable Problem problemOfWaiting(long serial) {
    return waiting != null && waitingSerial == serial ? waiting : problem;
  }

  /** Keeps what is told, and returns it. */
  Problem tell(Problem told) {
    problem = told;
    return told;
  }
}
