package dev.earmark.playback.player;

import dev.earmark.base.Failure;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.Problem;
import dev.earmark.playback.Rewind;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of the player and how it stands: every rule that changes the {@link DeskState}.
 *
 * <p>Commands change the desk at once, on the caller's thread, and so they can answer exactly and
 * are seen in the order in which they came; {@link BookPlayer} then makes the world follow the
 * desk. A jump (load, seek, skip) raises {@code serial}, which is the generation of the pipe; a
 * place that the pipe reports for an older serial counts no more.
 *
 * <p>Thread-safe.
 */
final class Desk extends SleepDesk {
  private static final double HEALTHY_S = 5;

  /** How much of a section is left to hear after a jump behind its end. */
  static final double BEFORE_END_S = 3;

  /**
   * What a place that cannot be played led to.
   *
   * @param problem what to tell
   * @param end whether the section was the last one to be heard now
   * @param whole whether it was the last one of the book
   */
  record Setback(Problem problem, End end, boolean whole) {}

  Desk(Rules rules, int volume) {
    super(rules, volume);
  }

  // ---- commands

  synchronized void play(Album newAlbum, int newSection, double fromS) {
    boolean another = album == null || !album.id().equals(newAlbum.id());
    if (another) {
      facts.clear();
      breaks = false;
      take(newAlbum);
    }
    album = newAlbum;
    begin();
    setbacks.forgive();
    jump(newSection, fromS > 0 ? fromS : startOf(newSection));
    furthestS = atS;
    if (another && sleep.until() != null) {
      sleep = SleepTimer.sections(1);
    }
    keepMarkAhead();
  }

  synchronized boolean pause() {
    slept = false;
    if (intent != Intent.PLAY) {
      return false;
    }
    silence(Intent.PAUSE);
    return true;
  }

  synchronized boolean stop() {
    slept = false;
    if (intent == Intent.STOP) {
      return false;
    }
    Place here = here();
    silence(Intent.STOP);
    sleep = SleepTimer.OFF;
    jump(here.section(), here.seconds());
    ability = new Ability.Idle();
    return true;
  }

  @Override
  synchronized Optional<Position> resume() {
    Album current = album;
    if (current == null) {
      return Optional.empty();
    }
    slept = false;
    boolean failed = ability instanceof Ability.Failed;
    if (intent == Intent.PLAY && !failed) {
      return position();
    }
    Place here = here();
    setbacks.forgive();
    if (ability instanceof Ability.Ended || facts.endsAt(current, here)) {
      jumpToStart(current.firstNumber());
    } else {
      furthestS = Math.max(furthestS, here.seconds());
      double to = here.seconds();
      if (rules.rewind()) {
        to = Rewind.target(here.seconds(), furthestS, pauseSoFar());
      }
      if (intent == Intent.STOP || failed || to < here.seconds()) {
        jump(here.section(), to);
      }
    }
    begin();
    keepMarkAhead();
    return position();
  }

  /** Goes to the section that is {@code step} away and plays it; empty when there is none. */
  synchronized Optional<Integer> skip(int step) {
    return go(step, Intent.PLAY);
  }

  /** Goes to the section that is {@code step} away; what is silent stays silent. */
  synchronized Optional<Integer> move(int step) {
    return go(step, intent);
  }

  private Optional<Integer> go(int step, Intent then) {
    Album current = album;
    Optional<Section> found =
        current == null ? Optional.empty() : current.stepped(here().section(), step);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    int target = found.get().number();
    slept = false;
    if (then == Intent.PLAY) {
      begin();
    }
    setbacks.forgive();
    jumpToStart(target);
    keepMarkAhead();
    if (intent == Intent.STOP) {
      ability = new Ability.Idle();
    }
    return Optional.of(target);
  }

  synchronized Optional<Double> seekBy(double seconds) {
    double from = here().seconds();
    return seek(from + seconds, /* notBeforeS= */ from);
  }

  synchronized Optional<Double> seek(double seconds) {
    return seek(seconds, /* notBeforeS= */ 0);
  }

  /** Jumps; behind the end to a little before it, but not back before the given second for that. */
  private Optional<Double> seek(double seconds, double notBeforeS) {
    if (album == null) {
      return Optional.empty();
    }
    int current = here().section();
    double duration = facts.length(album, current);
    double last = Math.max(notBeforeS, duration - BEFORE_END_S);
    double to = Math.max(0, duration > 0 ? Math.min(seconds, last) : seconds);
    if (!(ability instanceof Ability.Failed)) {
      setbacks.forgive();
    }
    jump(current, to);
    furthestS = to;
    keepMarkAhead();
    if (intent == Intent.STOP) {
      ability = new Ability.Idle();
    }
    return Optional.of(to);
  }

  synchronized int setVolume(int percent) {
    volume = Math.max(0, Math.min(100, percent));
    return loudness();
  }

  synchronized int changeVolume(int delta) {
    int wanted = loudness() + Math.max(-100, Math.min(100, delta));
    // Louder than the limit of the hour is not to be had; it never makes the own volume less.
    return setVolume(delta > 0 ? Math.max(volume, wanted) : wanted);
  }

  /** Plays the book on the desk at this speed and keeps it; without one it is the usual speed. */
  synchronized Speed setSpeed(double rate) {
    double clipped = Math.max(0.5, Math.min(3, Math.round(rate * 20) / 20.0));
    Album current = album;
    if (current == null) {
      usualSpeed = clipped;
    } else {
      tuning = rules.tunings().change(current.id(), t -> t.withSpeed(clipped));
    }
    if (clipped != speed) {
      speed = clipped;
      if (current != null && intent != Intent.STOP && !(ability instanceof Ability.Failed)) {
        Place here = here();
        double furthest = furthestS;
        jump(here.section(), here.seconds());
        furthestS = furthest;
      }
    }
    return new Speed(speed, /* usual= */ current == null);
  }

  /**
   * The speed that was set.
   *
   * @param usual whether it is that of every book that has none of its own
   */
  record Speed(double rate, boolean usual) {}

  /** Returns how the book on the desk is played; empty when there is none. */
  synchronized Optional<Tuning> tuning() {
    return album == null ? Optional.empty() : Optional.of(tuning);
  }

  /** Keeps how the book on the desk is played; empty when there is none. */
  synchronized Optional<Tuning> tune(UnaryOperator<Tuning> how) {
    Album current = album;
    if (current == null) {
      return Optional.empty();
    }
    Tuning before = tuning;
    tuning = rules.tunings().change(current.id(), how);
    boolean skips = before.introS() != tuning.introS() || before.outroS() != tuning.outroS();
    if (skips && intent != Intent.STOP && !(ability instanceof Ability.Failed)) {
      Place here = here();
      jump(here.section(), Math.max(here.seconds(), startOf(here.section())));
      furthestS = Math.max(furthestS, atS);
    }
    return Optional.of(tuning);
  }

  /** Makes it pause at the end of the section, so that something else can be played then. */
  synchronized void breakAfterSection(boolean on) {
    breaks = on;
  }

  synchronized void suppress(boolean on) {
    suppressed = on;
  }

  // ---- what happens by itself; the player thread tells, always with the serial it means

  synchronized void opened(long ofSerial, int ofSection, double durationS, List<Chapter> marks) {
    if (ofSerial == serial()) {
      facts.opened(ofSection, durationS, marks);
      setbacks.waits(ofSerial, null);
    }
  }

  /** A section cannot be opened or read on now, and is tried again. */
  synchronized void waits(long ofSerial, int ofSection, Failure failure) {
    Album current = album;
    if (ofSerial == serial() && current != null) {
      Problem why = Problem.waiting(current.id(), current.title(), ofSection, failure);
      setbacks.waits(ofSerial, why);
    }
  }

  /** A section was decoded to its end, which is a little before it is heard. */
  synchronized void measured(long ofSerial, int ofSection, double durationS) {
    if (ofSerial == serial()) {
      facts.measured(ofSection, durationS);
    }
  }

  /** Sound flows. */
  synchronized void ready(long ofSerial) {
    if (ofSerial == serial() && !(ability instanceof Ability.Ready)) {
      ability = new Ability.Ready();
    }
  }

  /** The sound ran out before the end. */
  synchronized void starved(long ofSerial) {
    if (ofSerial == serial() && ability instanceof Ability.Ready) {
      ability = new Ability.Starved(clock.nanoTime());
    }
  }

  /** A place was heard; returns whether it is in another section than before. */
  synchronized boolean heard(Place place) {
    if (place.generation() != serial()) {
      return false;
    }
    boolean another = place.section() != section;
    if (another) {
      section = place.section();
      atS = place.seconds();
      furthestS = place.seconds();
      sleep = sleep.afterSection();
      setbacks.forgive();
    } else if (place.seconds() - atS > HEALTHY_S) {
      setbacks.healthy();
    }
    return another;
  }

  /**
   * The book has been heard to its end, which is the end of a section and of its last chapter too;
   * a timer by time, or by more sections, runs on for what comes next.
   */
  synchronized End ended(long ofSerial) {
    if (ofSerial != serial() || intent != Intent.PLAY) {
      return End.NONE;
    }
    boolean sleeps = sleep.sections() == 1 || sleep.until() != null;
    Place here = here();
    silence(Intent.STOP);
    breaks = false;
    jump(here.section(), here.seconds());
    facts.measured(here.section(), here.seconds());
    ability = new Ability.Ended();
    if (sleeps) {
      fellAsleep();
    } else {
      sleep = sleep.afterSection().fadingFrom(null);
    }
    return sleeps ? End.ASLEEP : End.OVER;
  }

  /** The section at whose end it is held has been heard to its end: the next one waits. */
  synchronized End held(long ofSerial) {
    if (ofSerial != serial() || intent != Intent.PLAY || !holds()) {
      return End.NONE;
    }
    int here = here().section();
    Album current = album;
    Optional<Section> next = current == null ? Optional.empty() : current.after(here);
    return waitAt(next.map(Section::number).orElse(here + 1));
  }

  /**
   * A place cannot be played. What is broken is skipped, at most {@link Setbacks#MOST} times in a
   * row; anything else pauses there, so that a lost network never walks through the book. A file
   * that is cut has been heard as far as it goes; the last one of a book ends it. The end of a file
   * that is broken is the end of its section for the sleep timer and for what is to come behind it.
   *
   * @return what it led to, or null when the report is out of date
   */
  synchronized @Nullable Setback failed(
      long ofSerial, int failedSection, double failedAtS, Failure failure, boolean cut) {
    Album current = album;
    if (ofSerial != serial() || current == null) {
      return null;
    }
    boolean broken = cut || Problem.isOfFile(failure.kind());
    setbacks.add(new Place(serial(), failedSection, failedAtS), broken);
    Optional<Integer> next = current.after(failedSection).map(Section::number);
    boolean goOn = broken && intent == Intent.PLAY && !setbacks.tooMany() && next.isPresent();
    String id = current.id();
    String title = current.title();
    if (goOn) {
      End end = holds() ? waitAt(next.get()) : End.NONE;
      if (end == End.NONE) {
        jumpToStart(next.get());
        sleep = sleep.afterSection();
        keepMarkAhead();
      }
      Problem skipped = Problem.skipped(id, title, failedSection, failure);
      return new Setback(setbacks.tell(skipped), end, /* whole= */ false);
    }
    if (cut && intent == Intent.PLAY && next.isEmpty()) {
      End end = ended(serial());
      Problem atEnd = Problem.atEnd(id, title, failedSection, failure);
      return new Setback(setbacks.tell(atEnd), end, /* whole= */ true);
    }
    boolean row = broken && setbacks.tooMany();
    Place first = setbacks.first();
    if (intent == Intent.PLAY) {
      silence(Intent.PAUSE);
    }
    jump(row ? first.section() : failedSection, row ? first.seconds() : failedAtS);
    furthestS = atS;
    ability = new Ability.Failed(failure);
    Problem problem =
        row
            ? Problem.row(id, title, failedSection, setbacks.inRow(), failure)
            : Problem.paused(id, title, failedSection, failure);
    return new Setback(setbacks.tell(problem), End.NONE, /* whole= */ false);
  }
}
