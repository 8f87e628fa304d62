package dev.earmark.playback.player;

import dev.earmark.base.Clock;
import dev.earmark.base.RunLog;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Problem;
import dev.earmark.playback.SectionFacts;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.habits.Tunings;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the player stands, and what can be seen of it; {@link Desk} has the rules that change it.
 *
 * <p>Thread-safe; the lock is this object's, held for some field accesses only. Lock order: desk,
 * then pipe.
 */
abstract class DeskState {
  private static final long SHOW_BUFFERING_NANOS = 300_000_000;
  private static final int QUEUE_SHOWN = 5;

  /** What the listener wants, whether or not it is possible just now. */
  enum Intent {
    PLAY,
    PAUSE,
    STOP
  }

  /**
   * What the desk asks and keeps to.
   *
   * @param rewind whether resuming goes back a little
   * @param usualSpeed of a book that has no speed of its own
   * @param tunings how each book is played
   * @param loudest the volume that must not be passed now, 0 to 100
   * @param heard the place that the pipe reports
   */
  record Rules(
      Clock clock,
      boolean rewind,
      double usualSpeed,
      Tunings tunings,
      IntSupplier loudest,
      Supplier<Place> heard) {}

  final Rules rules;
  final Clock clock;

  // all guarded by this
  final SectionFacts facts = new SectionFacts();
  final Setbacks setbacks = new Setbacks();
  @Nullable Album album;
  Tuning tuning = Tuning.PLAIN;
  int section;
  double atS;
  Intent intent = Intent.STOP;
  Ability ability = new Ability.Idle();
  boolean suppressed;
  private boolean speakerLost;
  boolean breaks; // something else is to be played after this section
  int volume;
  double speed;
  double usualSpeed;
  SleepTimer sleep = SleepTimer.OFF;
  boolean slept; // whether it was the sleep timer that fell silent
  double furthestS;
  private long serial;
  private @Nullable String runId; // the run that the last jump belongs to
  private Instant silentSince;
  private long noted;

  DeskState(Rules rules, int volume) {
    this.rules = rules;
    this.clock = rules.clock();
    this.volume = volume;
    this.usualSpeed = rules.usualSpeed();
    this.speed = usualSpeed;
    this.silentSince = clock.now();
  }

  final long serial() {
    return serial;
  }

  /** Puts the book on the desk that was heard last before the restart. */
  synchronized void restore(Album last, Position position) {
    take(last);
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
   * Returns how far the book was heard when that is further than here, because resuming has gone
   * back: {@code SECTION SECONDS ALBUM}; empty otherwise.
   */
  final synchronized String furthest() {
    Album current = album;
    Place here = here();
    return current == null || furthestS <= here.seconds()
        ? ""
        : here.section() + " " + furthestS + " " + current.id();
  }

  /** Takes over how far a restored book was heard, so that rewinds do not add up over restarts. */
  final synchronized void restoreFurthest(String kept) {
    String[] parts = kept.split(" ", 3);
    Album current = album;
    if (current != null
        && parts.length == 3
        && parts[0].equals(String.valueOf(section))
        && parts[2].equals(current.id())) {
      furthestS = Math.max(furthestS, BookPlayer.real(parts[1]));
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

  /**
   * Goes on playing at another place of the book.
   *
   * @return false unless this book plays and has the section
   */
  synchronized boolean catchUp(Position place) {
    Album current = album;
    if (current == null
        || !current.id().equals(place.albumId())
        || intent != Intent.PLAY
        || current.section(place.section()).isEmpty()) {
      return false;
    }
    jump(place.section(), place.seconds());
    furthestS = atS;
    return true;
  }

  /** Puts a book on the desk, with what is kept of how it is played. */
  final void take(Album taken) {
    album = taken;
    tuning = rules.tunings().of(taken.id());
    speed = tuning.speed() > 0 ? tuning.speed() : usualSpeed;
  }

  // ---- views

  final synchronized Orders orders() {
    return new Orders(
        serial,
        runId,
        album,
        section,
        atS,
        intent,
        suppressed,
        loudness(),
        speed,
        tuning,
        sleep,
        breaks,
        ability);
  }

  /** Returns the volume that sounds: the user's, as far as this time of day allows. */
  final synchronized int loudness() {
    return Math.min(volume, rules.loudest().getAsInt());
  }

  /** Returns the volume that the user has set. */
  final synchronized int userVolume() {
    return volume;
  }

  /** Returns the place heard last, or the place of a jump that the pipe has not followed yet. */
  final synchronized Place here() {
    Place place = rules.heard().get();
    return place.generation() == serial ? place : new Place(serial, section, atS);
  }

  final synchronized Optional<Position> position() {
    return noted().map(PositionJournal.Noted::position);
  }

  /**
   * Returns the place as it would be saved now, with its turn among all that were given out. A book
   * that is silent was heard last when it fell silent.
   */
  final synchronized Optional<PositionJournal.Noted> noted() {
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
            intent == Intent.PLAY && !speakerLost ? clock.now() : silentSince);
    return Optional.of(new PositionJournal.Noted(++noted, position));
  }

  final synchronized PlayerSnapshot snapshot() {
    Album current = album;
    Place here = here();
    double length = current == null ? 0 : facts.length(current, here.section());
    String title = "";
    List<String> queue = List.of();
    if (current != null) {
      title = current.section(here.section()).map(Section::title).orElse("");
      queue =
          current.sections().stream()
              .dropWhile(s -> s.number() != here.section()) // their order counts, not their number
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
        loudness(),
        speed,
        sleepLeftS(here),
        sleep.sections() > 0 ? sleep.sections() : null,
        queue,
        problem(here),
        facts.chapterAt(here));
  }

  private @Nullable Problem problem(Place here) {
    Album current = album;
    if (current != null && intent == Intent.PLAY && speakerLost) {
      return Problem.noSpeaker(current.id(), current.title(), here.section());
    }
    return state() == PlayerSnapshot.State.BUFFERING
        ? setbacks.problemOfWaiting(serial)
        : setbacks.problem();
  }

  /** Returns the seconds until the sleep timer ends, at this speed for one by chapters. */
  private @Nullable Double sleepLeftS(Place here) {
    Place until = sleep.until();
    return until == null
        ? sleep.leftS(clock.nanoTime())
        : Double.valueOf(Math.max(0, (until.seconds() - here.seconds()) / speed));
  }

  private PlayerSnapshot.State state() {
    if (album == null || intent == Intent.STOP) {
      return PlayerSnapshot.State.STOPPED;
    }
    if (intent == Intent.PAUSE || speakerLost) {
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

  // ---- steps of the rules; the caller holds the lock

  final void jump(int toSection, double toS) {
    serial++;
    runId = RunLog.current();
    section = toSection;
    atS = toS;
    ability = new Ability.Opening(clock.nanoTime());
  }

  /** Jumps to where a section begins to be heard. */
  final void jumpToStart(int toSection) {
    jump(toSection, startOf(toSection));
    furthestS = atS;
  }

  final double startOf(int ofSection) {
    Album current = album;
    return current == null ? 0 : tuning.startOf(facts.length(current, ofSection));
  }

  final void silence(Intent how) {
    if (intent == Intent.PLAY && !speakerLost) {
      silentSince = clock.now();
    }
    intent = how;
    slept = false;
  }

  /** It is to play from now on; without a speaker it was wanted last now, though not heard. */
  final void begin() {
    intent = Intent.PLAY;
    slept = false;
    if (speakerLost) {
      silentSince = clock.now();
    }
  }

  /** Nothing can be heard, or again; a book that is to play waits, and goes on by itself. */
  final synchronized void speakerLost(boolean lost) {
    if (lost && !speakerLost && intent == Intent.PLAY) {
      silentSince = clock.now();
    }
    speakerLost = lost;
  }

  final synchronized boolean isSpeakerLost() {
    return speakerLost;
  }

  final Duration pauseSoFar() {
    Duration pause = Duration.between(silentSince, clock.now());
    return pause.isNegative() ? Duration.ZERO : pause;
  }
}
