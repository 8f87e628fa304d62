package dev.earmark.playback.player;

import dev.earmark.base.Clock;
import dev.earmark.playback.pipe.BookPipe;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import org.jspecify.annotations.Nullable;

/** Carries the sleep timer out. Confined to the player thread. */
final class SleepWatch {
  private final Desk desk;
  private final BookPipe pipe;
  private final Clock clock;
  private final Runnable onSoon;
  private boolean dimmed;
  private boolean warned;

  /**
   * Makes it.
   *
   * @param onSoon told once when a timer by time is about to end
   */
  SleepWatch(Desk desk, BookPipe pipe, Clock clock, Runnable onSoon) {
    this.desk = desk;
    this.pipe = pipe;
    this.clock = clock;
    this.onSoon = onSoon;
  }

  /** Told that the pipe was restarted, which brings the full sound back. */
  void restarted() {
    dimmed = false;
  }

  /** Begins and ends the fade, and falls silent when the time is over. */
  void look() {
    Orders orders = desk.orders();
    SleepTimer sleep = orders.sleep();
    long now = clock.nanoTime();
    boolean plays = orders.intent() == DeskState.Intent.PLAY;
    Place from = sleep.fadeFrom();
    if (from != null && (!plays || from.generation() != orders.serial())) {
      desk.fading(sleep, null);
      from = null;
    }
    Double left = sleep.leftS(now);
    if (from != null && (left == null || left > SleepTimer.FADE.toSeconds())) {
      desk.fading(sleep, null); // it was extended
      from = null;
    }
    if (dimmed && from == null) {
      dimmed = false;
      pipe.undim();
    }
    warn(left, plays);
    boolean over = sleep.isOver(now);
    SleepTimer full = sleep.fadingFrom(null);
    if (left != null
        && left <= SleepTimer.FADE.toSeconds()
        && !over
        && from == null
        && plays
        && desk.fading(full, desk.here())) {
      pipe.dim(left);
      dimmed = true;
    }
    desk.lookAtTime();
    desk.lookAtMark();
  }

  private void warn(@Nullable Double leftS, boolean plays) {
    double left = leftS == null ? Double.POSITIVE_INFINITY : leftS;
    boolean soon = left <= SleepTimer.WARNING.toSeconds();
    if (soon && !warned && plays && left > SleepTimer.FADE.toSeconds()) {
      onSoon.run();
    }
    warned = soon;
  }
}
