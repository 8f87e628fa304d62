package dev.earmark.playback.player;

import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the sleep timer. What the player thread sees is decided here, in the lock, and not
 * on what it saw before: a timer that a listener has just changed is never overwritten.
 *
 * <p>Thread-safe.
 */
abstract class SleepDesk extends DeskState {
  /** A chapter that ends so near to the end of its section ends with it. */
  private static final double SAME_END_S = 1;

  /** How near to the end of the sleep timer's chapter is near enough. */
  private static final double AT_MARK_S = 0.05;

  private long sleptAtNanos; // guarded by this

  /** What the end of a section, or of the book, led to. */
  enum End {
    /** The report is out of date, or the book goes on. */
    NONE,
    /** It is silent, and what is queued may be played. */
    OVER,
    /** It is silent because the sleep timer ended. */
    ASLEEP
  }

  SleepDesk(Rules rules, int volume) {
    super(rules, volume);
  }

  /** Goes on where it was. */
  abstract Optional<Position> resume();

  synchronized void sleep(SleepTimer timer) {
    sleep = timer;
    slept = false;
  }

  /**
   * Sets the sleep timer to the end of the n-th chapter from now, 1 being the current one. A
   * section without so many marks behind here counts as one chapter.
   *
   * @return the timer that was set; none without a book
   */
  synchronized SleepTimer sleepAfterChapters(int chapters) {
    sleep(afterChapters(chapters));
    return sleep;
  }

  /** Returns the marks of the current section that are known. */
  final synchronized List<Chapter> chapters() {
    return album == null ? List.of() : facts.chapters(here().section());
  }

  private SleepTimer afterChapters(int chapters) {
    Album current = album;
    if (current == null || chapters <= 0) {
      return SleepTimer.OFF;
    }
    Place here = here();
    double length = facts.length(current, here.section());
    List<Chapter> ahead =
        facts.chapters(here.section()).stream().filter(c -> c.endS() > here.seconds()).toList();
    if (chapters <= ahead.size()) {
      double end = ahead.get(chapters - 1).endS();
      if (length <= 0 || end < length - SAME_END_S) {
        return SleepTimer.until(new Place(here.generation(), here.section(), end));
      }
    }
    return SleepTimer.sections(ahead.isEmpty() ? chapters : 1);
  }

  /**
   * Ends the sleep timer so much later; one that has just fallen silent goes on. Where there is
   * none, one is set.
   *
   * @return the seconds until it ends
   */
  synchronized double extendSleep(double minutes) {
    long now = clock.nanoTime();
    boolean regrets = slept && now - sleptAtNanos < SleepTimer.REGRET.toNanos();
    if (regrets && !(ability instanceof Ability.Ended)) {
      resume();
    }
    sleep(sleep.extended(minutes, now));
    Double left = sleep.leftS(now);
    return left == null ? 0 : left;
  }

  final boolean holds() {
    return sleep.sections() == 1 || breaks;
  }

  /** Pauses at the start of a section because the sleep timer, or something else, wants it. */
  final End waitAt(int next) {
    boolean sleeps = sleep.sections() == 1;
    breaks = false;
    silence(Intent.PAUSE);
    jumpToStart(next);
    if (sleeps) {
      fellAsleep();
    }
    return sleeps ? End.ASLEEP : End.OVER;
  }

  /** Falls silent when the chapter has been heard at whose end the sleep timer ends. */
  synchronized void lookAtMark() {
    Place mark = sleep.until();
    Place here = here();
    if (intent != Intent.PLAY || mark == null) {
      return;
    }
    if (here.section() != mark.section()) {
      sleep = SleepTimer.sections(1); // who has left the chapter means the section that plays
    } else if (here.seconds() >= mark.seconds() - AT_MARK_S) {
      silence(Intent.PAUSE);
      jump(mark.section(), mark.seconds());
      furthestS = atS;
      fellAsleep();
    }
  }

  /** Who has jumped past the chapter of the sleep timer means the end of the section. */
  final void keepMarkAhead() {
    Place mark = sleep.until();
    if (mark != null && (section != mark.section() || atS >= mark.seconds() - AT_MARK_S)) {
      sleep = SleepTimer.sections(1);
    }
  }

  final void fellAsleep() {
    sleep = SleepTimer.OFF;
    slept = true;
    sleptAtNanos = clock.nanoTime();
  }

  /**
   * Notes where the sleep timer's fade begins, or null that it does not fade any more.
   *
   * @return false when it is another timer by now
   */
  synchronized boolean fading(SleepTimer of, @Nullable Place from) {
    boolean same = sleep.equals(of);
    if (same) {
      sleep = sleep.fadingFrom(from);
    }
    return same;
  }

  /** Pauses when the sleep timer's time is over, and goes back to where the fade began. */
  synchronized void lookAtTime() {
    if (!sleep.isOver(clock.nanoTime())) {
      return; // also when it was extended, or another one set, in the last moment
    }
    Place from = sleep.fadeFrom();
    if (intent == Intent.PLAY) {
      Place to = from != null && from.generation() == serial() ? from : here();
      silence(Intent.PAUSE);
      jump(to.section(), to.seconds());
      furthestS = to.seconds();
      fellAsleep();
    }
    sleep = SleepTimer.OFF;
  }
}
