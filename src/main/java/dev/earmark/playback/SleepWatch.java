package dev.earmark.playback;

import dev.earmark.base.Clock;
import dev.earmark.playback.pipe.BookPipe;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import org.jspecify.annotations.Nullable;

/** Carries the sleep timer out. Confined to the player thread. */
final class SleepWatch {
  /** How near to the end of the chapter is near enough, in seconds of the book. */
  private static final double AT_S = 0.05;

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
      desk.fading(null);
      from = null;
    }
    Double left = sleep.leftS(now);
    if (from != null && (left == null || left > SleepTimer.FADE.toSeconds())) {
      desk.fading(null); // it was extended
      from = null;
    }
    if (dimmed && from == null) {
      dimmed = false;
      pipe.undim();
    }
    warn(left, plays);
    if (sleep.isOver(now)) {
      desk.sleepIsOver();
    } else if (from == null && plays && left != null && left <= SleepTimer.FADE.toSeconds()) {
      desk.fading(desk.here());
      pipe.dim(left);
      dimmed = true;
    }
    if (plays && sleep.until() != null) {
      lookAtChapter(sleep.until());
    }
  }

  private void warn(@Nullable Double leftS, boolean plays) {
    double left = leftS == null ? Double.POSITIVE_INFINITY : leftS;
    boolean soon = left <= SleepTimer.WARNING.toSeconds();
    if (soon && !warned && plays && left > SleepTimer.FADE.toSeconds()) {
      onSoon.run();
    }
    warned = soon;
  }

  /** Who has left the section of the chapter means the end of the section that plays. */
  private void lookAtChapter(Place until) {
    Place here = desk.here();
    if (here.section() != until.section()) {
      desk.sleep(SleepTimer.sections(1));
    } else if (here.seconds() >= until.seconds() - AT_S) {
      desk.sleptAtMark(until);
    }
  }
}
