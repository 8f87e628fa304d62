package dev.earmark.listen.machine;

import dev.earmark.base.Language;
import dev.earmark.listen.OwnSound;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.Transcript;
import dev.earmark.listen.Transcript.Word;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a stop word amid a book that goes on, where no silence tells the word's beginning and end.
 * Confined to one thread.
 *
 * <p>A detector looks for the words in all that is heard. One that it finds counts when it stands
 * out: louder by {@value #LOUDER_DB} dB than what was heard before and what comes after, so that a
 * word of a sentence, or of the book, is none. What the speaker played itself is no such word
 * either ({@link OwnSound}).
 */
final class StopSpotter {
  private static final Logger log = LoggerFactory.getLogger(StopSpotter.class);
  private static final double LOUDER_DB = 5;

  /** What lies beside a word, in blocks: how far it reaches, and what is left out as its edge. */
  private static final int BESIDE = 25;

  private static final int AFTER = 15;
  private static final int EDGE = 4;

  private final SoundHistory history;
  private final OwnSound ownSound;
  private final EngineInUse engine;
  private final Stretch stretch;
  private @Nullable Candidate candidate;

  private record Candidate(String word, double confidence, long first, long last) {}

  StopSpotter(SoundHistory history, OwnSound ownSound, EngineInUse engine) {
    this.history = history;
    this.ownSound = ownSound;
    this.engine = engine;
    this.stretch = new Stretch(history);
  }

  /** Takes the newest block of the history; returns a word that was said 0.3 s ago. */
  Optional<Transcript> accept(long number, boolean open) throws IOException {
    stretch
        .accept(number, open, engine.stopDetector())
        .ifPresent(
            hit ->
                candidate =
                    new Candidate(
                        hit.phrase(),
                        hit.confidence(),
                        stretch.block(hit.startS()),
                        stretch.block(hit.endS())));
    Candidate found = candidate;
    if (found == null || number < found.last() + AFTER) {
      return Optional.empty();
    }
    candidate = null;
    return standsOut(found) && !isOwn() ? Optional.of(transcript(found)) : Optional.empty();
  }

  private boolean standsOut(Candidate found) {
    double own = loudness(found.first(), found.last());
    double before = loudness(found.first() - BESIDE, found.first() - EDGE);
    double after = loudness(found.last() + EDGE, found.last() + AFTER);
    log.debug("stop word {}: {} dB, before {} dB, after {} dB", found, own, before, after);
    return own - before >= LOUDER_DB && own - after >= LOUDER_DB;
  }

  private double loudness(long from, long to) {
    return SoundHistory.levelDb(history.samples(Math.max(0, from), to));
  }

  /** Returns whether the speaker has played a stop word itself lately. */
  boolean isOwn() throws IOException {
    boolean own = ownSound.wakes(engine.newStopDetector());
    if (own) {
      log.debug("the book says that word");
    }
    return own;
  }

  private static Transcript transcript(Candidate found) {
    double start = SoundHistory.seconds(found.first());
    double end = SoundHistory.seconds(found.last());
    return new Transcript(
        found.word(),
        found.confidence(),
        start,
        end,
        Language.guess(found.word(), Language.ZH),
        List.of(new Word(found.word(), found.confidence(), start, end)));
  }

  /** Forgets what was heard. */
  void drop() {
    candidate = null;
    stretch.drop();
  }
}
