package dev.earmark.playback;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.pipe.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of the player and how it stands: the whole state, and every rule that changes it.
 *
 * <p>Commands change the desk at once, on the caller's thread, and so they can answer exactly and
 * are seen in the order in which they came; {@link BookPlayer} then makes the world follow the
 * desk. A jump (load, seek, skip) raises {@code serial}, which is the generation of the pipe; a
 * place that the pipe reports for an older serial counts no more.
 *
 * <p>Thread-safe; the lock is held for some field accesses only. Lock order: desk, then pipe.
 */
final class Desk {
  static final int MAX_FAILURES = 3;
  private static final long SHOW_BUFFERING_NANOS = 300_000_000;
  private static final double HEALTHY_S = 5;

  /** How much of a section is left to hear after a jump behind its end. */
  static final double BEFORE_END_S = 3;

  private static final int QUEUE_SHOWN = 5;

  /** What the listener wants, whether or not it is possible just now. */
  enum Intent {
    PLAY,
    PAUSE,
    STOP
  }

  private final Clock clock;
  private final boolean rewind;
  private final Language language;
  private final Supplier<Place> heard;

  // all guarded by this
  private final SectionFacts facts = new SectionFacts();
  private @Nullable Album album;
  private int section;
  private double atS;
  private long serial;
  private Intent intent = Intent.STOP;
  private Ability ability = new Ability.Idle();
  private boolean suppressed;
  private int volume;
  private double speed;
  private SleepTimer sleep = SleepTimer.OFF;
  private @Nullable Problem problem;
  private Instant silentSince;
  private double furthestS;
  private int failuresInRow;
  private Place firstFailed = new Place(0, 0, 0);
  private long noted;

  Desk(
      Clock clock,
      boolean rewind,
      Language language,
      int volume,
      double speed,
      Supplier<Place> heard) {
    this.clock = clock;
    this.rewind = rewind;
    this.language = language;
    this.volume = volume;
    this.speed = speed;
    this.heard = heard;
    this.silentSince = clock.now();
  }

  /** Puts the book on the desk that was heard last before the restart. */
  synchronized void restore(Album last, Position position) {
    album = last;
    section = position.section();
    atS = position.seconds();
    furthestS = atS;
    silentSince = position.at();
    if (SectionFacts.isEndOfBook(last, section, atS, position.durationS())) {
      facts.measured(section, position.durationS());
    } else {
      facts.opened(section, position.durationS(), List.of());
    }
  }

  /**
   * Goes to where the book was heard later by another player, unless it plays here.
   *
   * @return whether it was this book, and silent
   */
  synchronized boolean follow(Position place) {
    Album current = album;
    if (current == null
        || !current.id().equals(place.albumId())
        || intent == Intent.PLAY
        || current.section(place.section()).isEmpty()) {
      return false;
    }
    jump(place.section(), place.seconds());
    furthestS = atS;
    silentSince = place.at();
    if (intent == Intent.STOP) {
      ability = new Ability.Idle();
    }
    return true;
  }

  // ---- commands

  synchronized void play(Album newAlbum, int newSection, double fromS) {
    if (album == null || !album.id().equals(newAlbum.id())) {
      facts.clear();
    }
    album = newAlbum;
    intent = Intent.PLAY;
    forgive();
    jump(newSection, Math.max(0, fromS));
    furthestS = atS;
  }

  synchronized boolean pause() {
    if (intent != Intent.PLAY) {
      return false;
    }
    silence(Intent.PAUSE);
    return true;
  }

  synchronized boolean stop() {
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

  synchronized Optional<Position> resume() {
    Album current = album;
    if (current == null) {
      return Optional.empty();
    }
    boolean failed = ability instanceof Ability.Failed;
    if (intent == Intent.PLAY && !failed) {
      return position();
    }
    Place here = here();
    forgive();
    if (ability instanceof Ability.Ended || facts.endsAt(current, here)) {
      jump(current.firstNumber(), 0);
      furthestS = 0;
    } else {
      furthestS = Math.max(furthestS, here.seconds());
      double to = here.seconds();
      if (rewind) {
        to = Rewind.target(here.seconds(), furthestS, pauseSoFar());
      }
      if (intent == Intent.STOP || failed || to < here.seconds()) {
        jump(here.section(), to);
      }
    }
    intent = Intent.PLAY;
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
    intent = then;
    forgive();
    jump(target, 0);
    furthestS = 0;
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
      forgive();
    }
    jump(current, to);
    furthestS = to;
    if (intent == Intent.STOP) {
      ability = new Ability.Idle();
    }
    return Optional.of(to);
  }

  synchronized int setVolume(int percent) {
    volume = Math.max(0, Math.min(100, percent));
    return volume;
  }

  synchronized int changeVolume(int delta) {
    return setVolume(volume + Math.max(-100, Math.min(100, delta)));
  }

  synchronized double setSpeed(double rate) {
    double clipped = Math.max(0.5, Math.min(3, Math.round(rate * 20) / 20.0));
    if (clipped != speed) {
      speed = clipped;
      if (album != null && intent != Intent.STOP && !(ability instanceof Ability.Failed)) {
        Place here = here();
        double furthest = furthestS;
        jump(here.section(), here.seconds());
        furthestS = furthest;
      }
    }
    return speed;
  }

  synchronized void sleep(SleepTimer timer) {
    sleep = timer;
  }

  synchronized void suppress(boolean on) {
    suppressed = on;
  }

  // ---- what happens by itself; the player thread tells, always with the serial it means

  synchronized void opened(long ofSerial, int ofSection, double durationS, List<Chapter> marks) {
    if (ofSerial == serial) {
      facts.opened(ofSection, durationS, marks);
    }
  }

  /** A section was decoded to its end, which is a little before it is heard. */
  synchronized void measured(long ofSerial, int ofSection, double durationS) {
    if (ofSerial == serial) {
      facts.measured(ofSection, durationS);
    }
  }

  /** Sound flows. */
  synchronized void ready(long ofSerial) {
    if (ofSerial == serial && !(ability instanceof Ability.Ready)) {
      ability = new Ability.Ready();
    }
  }

  /** The sound ran out before the end. */
  synchronized void starved(long ofSerial) {
    if (ofSerial == serial && ability instanceof Ability.Ready) {
      ability = new Ability.Starved(clock.nanoTime());
    }
  }

  /** A place was heard; returns whether it is in another section than before. */
  synchronized boolean heard(Place place) {
    if (place.generation() != serial) {
      return false;
    }
    boolean another = place.section() != section;
    if (another) {
      section = place.section();
      atS = place.seconds();
      furthestS = place.seconds();
      sleep = sleep.afterSection();
      forgive();
    } else if (place.seconds() - atS > HEALTHY_S) {
      failuresInRow = 0;
    }
    return another;
  }

  /** The book has been heard to its end. */
  synchronized void ended(long ofSerial) {
    if (ofSerial != serial || intent != Intent.PLAY) {
      return;
    }
    Place here = here();
    silence(Intent.STOP);
    sleep = SleepTimer.OFF;
    jump(here.section(), here.seconds());
    facts.measured(here.section(), here.seconds());
    ability = new Ability.Ended();
  }

  /** The sleep timer's last section has been heard to its end: the next one waits. */
  synchronized void sleptAtBoundary(long ofSerial) {
    if (ofSerial != serial || intent != Intent.PLAY || sleep.sections() != 1) {
      return;
    }
    silence(Intent.PAUSE);
    sleep = SleepTimer.OFF;
    Album current = album;
    int here = here().section();
    Optional<Section> next = current == null ? Optional.empty() : current.after(here);
    jump(next.map(Section::number).orElse(here + 1), 0);
    furthestS = 0;
  }

  /** Notes where the sleep timer's fade begins, or null that it does not fade any more. */
  synchronized void fading(@Nullable Place from) {
    sleep = sleep.fadingFrom(from);
  }

  /** The sleep timer's time is over: pauses, and goes back to where the fade began. */
  synchronized void sleepIsOver() {
    Place from = sleep.fadeFrom();
    if (intent == Intent.PLAY) {
      Place to = from != null && from.generation() == serial ? from : here();
      silence(Intent.PAUSE);
      jump(to.section(), to.seconds());
      furthestS = to.seconds();
    }
    sleep = SleepTimer.OFF;
  }

  /**
   * A place cannot be played. What is broken is skipped, at most {@link #MAX_FAILURES} times in a
   * row; anything else pauses there, so that a lost network never walks through the book. A file
   * that is cut has been heard as far as it goes; the last one of a book ends it.
   *
   * @return what to tell, or null when the report is out of date
   */
  synchronized @Nullable Problem failed(
      long ofSerial, int failedSection, double failedAtS, Failure failure, boolean cut) {
    Album current = album;
    if (ofSerial != serial || current == null) {
      return null;
    }
    if (failuresInRow == 0) {
      firstFailed = new Place(serial, failedSection, failedAtS);
    }
    boolean broken = cut || Problem.isOfFile(failure.kind());
    failuresInRow = broken ? failuresInRow + 1 : failuresInRow;
    boolean goOn =
        broken
            && intent == Intent.PLAY
            && failuresInRow < MAX_FAILURES
            && current.after(failedSection).isPresent();
    String id = current.id();
    String title = current.title();
    if (goOn) {
      jump(current.after(failedSection).map(Section::number).orElse(failedSection + 1), 0);
      furthestS = 0;
      problem = Problem.skipped(id, title, failedSection, failure);
      return problem;
    }
    if (cut && intent == Intent.PLAY && current.after(failedSection).isEmpty()) {
      ended(serial);
      problem = Problem.atEnd(id, title, failedSection, failure);
      return problem;
    }
    boolean row = broken && failuresInRow >= MAX_FAILURES;
    if (intent == Intent.PLAY) {
      silence(Intent.PAUSE);
    }
    jump(row ? firstFailed.section() : failedSection, row ? firstFailed.seconds() : failedAtS);
    furthestS = atS;
    ability = new Ability.Failed(failure);
    problem =
        row
            ? Problem.row(id, title, failedSection, failuresInRow, failure)
            : Problem.paused(id, title, failedSection, failure);
    return problem;
  }

  // ---- views

  synchronized Orders orders() {
    return new Orders(
        serial, album, section, atS, intent, suppressed, volume, speed, sleep, ability);
  }

  /** Returns the place heard last, or the place of a jump that the pipe has not followed yet. */
  synchronized Place here() {
    Place place = heard.get();
    return place.generation() == serial ? place : new Place(serial, section, atS);
  }

  synchronized Optional<Position> position() {
    return noted().map(PositionJournal.Noted::position);
  }

  /**
   * Returns the place as it would be saved now, with its turn among all that were given out. A book
   * that is silent was heard last when it fell silent.
   */
  synchronized Optional<PositionJournal.Noted> noted() {
    Album current = album;
    if (current == null) {
      return Optional.empty();
    }
    Place here = here();
    int sections = Math.max(current.sectionCount(), current.sections().size());
    Position position =
        new Position(
            current.id(),
            current.title(),
            here.section(),
            here.seconds(),
            facts.lengthToKeep(current, here),
            sections,
            intent == Intent.PLAY ? clock.now() : silentSince);
    return Optional.of(new PositionJournal.Noted(++noted, position));
  }

  synchronized PlayerSnapshot snapshot() {
    Album current = album;
    Place here = here();
    double length = current == null ? 0 : facts.length(current, here.section());
    String title = "";
    List<String> queue = List.of();
    if (current != null) {
      title = current.section(here.section()).map(Section::title).orElse("");
      queue =
          current.sections().stream()
              .dropWhile(s -> s.number() != here.section())
              .skip(1)
              .limit(QUEUE_SHOWN)
              .map(Section::title)
              .toList();
    }
    return new PlayerSnapshot(
        state(),
        current,
        current == null ? 0 : here.section(),
        title,
        here.seconds(),
        length > 0 ? Math.max(length, here.seconds()) : 0,
        volume,
        speed,
        sleep.leftS(clock.nanoTime()),
        sleep.sections() > 0 ? sleep.sections() : null,
        queue,
        problem == null ? "" : problem.words(language),
        facts.chapterAt(here));
  }

  private PlayerSnapshot.State state() {
    if (album == null || intent == Intent.STOP) {
      return PlayerSnapshot.State.STOPPED;
    }
    if (intent == Intent.PAUSE) {
      return PlayerSnapshot.State.PAUSED;
    }
    long since = clock.nanoTime();
    if (ability instanceof Ability.Opening opening) {
      since = opening.sinceNanos();
    } else if (ability instanceof Ability.Starved starved) {
      since = starved.sinceNanos();
    }
    return clock.nanoTime() - since > SHOW_BUFFERING_NANOS
        ? PlayerSnapshot.State.BUFFERING
        : PlayerSnapshot.State.PLAYING;
  }

  private void jump(int toSection, double toS) {
    serial++;
    section = toSection;
    atS = toS;
    ability = new Ability.Opening(clock.nanoTime());
  }

  private void silence(Intent how) {
    if (intent == Intent.PLAY) {
      silentSince = clock.now();
    }
    intent = how;
  }

  private Duration pauseSoFar() {
    Duration pause = Duration.between(silentSince, clock.now());
    return pause.isNegative() ? Duration.ZERO : pause;
  }

  private void forgive() {
    failuresInRow = 0;
    problem = null;
  }
}
