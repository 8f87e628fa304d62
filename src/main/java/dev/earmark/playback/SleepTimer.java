package dev.earmark.playback;

import dev.earmark.base.Clock;
import dev.earmark.playback.pipe.BookPipe;
import dev.earmark.playback.pipe.Place;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When to fall silent: after a time, or at the end of the n-th section. A value; {@link Desk} holds
 * it, the player thread acts on it.
 *
 * <p>The time runs on over pauses and sections; a timer that ends while nothing plays is simply
 * over. It is not kept over a restart, so last night's timer never ends a morning's book.
 *
 * @param endsNanos monotonic time at which it ends, or null
 * @param sections how many section ends are left, 0 for none
 * @param fadeFrom where in the book the fade began, or null when it does not fade
 */
record SleepTimer(@Nullable Long endsNanos, int sections, @Nullable Place fadeFrom) {
  /** No timer. */
  static final SleepTimer OFF = new SleepTimer(null, 0, null);

  /** How long the sound fades before the time is over. */
  static final Duration FADE = Duration.ofSeconds(15);

  static SleepTimer minutes(double minutes, long nowNanos) {
    return minutes <= 0
        ? OFF
        : new SleepTimer(nowNanos + (long) (Math.min(minutes, 24 * 60) * 60e9), 0, null);
  }

  static SleepTimer sections(int sections) {
    return sections <= 0 ? OFF : new SleepTimer(null, sections, null);
  }

  boolean isOn() {
    return endsNanos != null || sections > 0;
  }

  /** Returns the seconds left, or null for a timer by sections or none. */
  @Nullable Double leftS(long nowNanos) {
    return endsNanos == null ? null : Math.max(0, (endsNanos - nowNanos) / 1e9);
  }

  /** Returns whether the time is over. */
  boolean isOver(long nowNanos) {
    return endsNanos != null && endsNanos - nowNanos <= 0;
  }

  SleepTimer fadingFrom(@Nullable Place place) {
    return new SleepTimer(endsNanos, sections, place);
  }

  /** Returns the timer after a section has been heard to its end. */
  SleepTimer afterSection() {
    return sections > 1 ? new SleepTimer(endsNanos, sections - 1, fadeFrom) : this;
  }

  /** Carries the timer out. Confined to the player thread. */
  static final class Watch {
    private final Desk desk;
    private final BookPipe pipe;
    private final Clock clock;
    private boolean dimmed;

    Watch(Desk desk, BookPipe pipe, Clock clock) {
      this.desk = desk;
      this.pipe = pipe;
      this.clock = clock;
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
      boolean plays = orders.intent() == Desk.Intent.PLAY;
      Place from = sleep.fadeFrom();
      if (from != null && (!plays || from.generation() != orders.serial())) {
        desk.fading(null);
        from = null;
      }
      if (dimmed && from == null) {
        dimmed = false;
        pipe.undim();
      }
      Double left = sleep.leftS(now);
      if (sleep.isOver(now)) {
        desk.sleepIsOver();
      } else if (from == null && plays && left != null && left <= FADE.toSeconds()) {
        desk.fading(desk.here());
        pipe.dim(left);
        dimmed = true;
      }
    }
  }
}
