package dev.earmark.playback;

import java.time.Duration;

/**
 * How far resuming goes back, by the length of the pause: the longer the pause, the more of the
 * story has to be recalled. The steps are those that listeners of audiobook apps are used to.
 */
public final class Rewind {
  private Rewind() {}

  /** Returns the seconds of the book to hear again after a pause. */
  public static double seconds(Duration pause) {
    long s = pause.toSeconds();
    if (s < 10) {
      return 0;
    }
    if (s < 60) {
      return 3;
    }
    if (s < 300) {
      return 10;
    }
    return s < 1_800 ? 20 : 30;
  }

  /**
   * Returns the second at which to go on.
   *
   * @param here the second that was heard last
   * @param furthest the furthest second heard since the last jump: the rewind counts from there, so
   *     that many pauses do not walk backwards
   */
  public static double target(double here, double furthest, Duration pause) {
    double back = seconds(pause);
    return back == 0 ? here : Math.max(0, Math.min(here, Math.max(here, furthest) - back));
  }
}
