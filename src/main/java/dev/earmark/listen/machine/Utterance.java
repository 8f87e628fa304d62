package dev.earmark.listen.machine;

import dev.earmark.listen.Recognizer;
import dev.earmark.listen.SoundHistory;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.util.ArrayList;
import java.util.List;

/**
 * Where somebody's words begin and end, against what was there before. Confined to one thread.
 *
 * <p>A block counts when it is voice, louder than noise floor and background, and not far quieter
 * than the loudest so far, so that a book or a room's echo behind the words does not prolong them.
 */
final class Utterance {
  private static final double ABOVE_FLOOR_DB = 6;
  private static final double ABOVE_BACKGROUND_DB = 3;
  private static final double BELOW_TOP_DB = 26;
  private static final double[] LOUD_DB = {12, 8};
  private static final int LONGEST_GAP = 20;
  private static final int SHORTEST_PART = 10;
  private static final int NOTICEABLE = 10;
  private static final int AROUND = 8;
  private static final int START_WINDOW = 8;
  private static final int START_BLOCKS = 4;

  /** Silence after a whole command, after one that may go on, and after one that lacks words. */
  private static final int AFTER_COMPLETE = 20;

  private static final int AFTER_PERHAPS_COMPLETE = 28;
  private static final double AFTER_PARTIAL = 1.7;

  private final SoundHistory history;
  private final double lowestDb;
  private final int endBlocks;
  private double topDb = SoundHistory.SILENCE_DB;
  private double smoothDb = SoundHistory.SILENCE_DB;
  private int recent;
  private boolean started;
  private long first;
  private long last;
  private int speechBlocks;

  /**
   * @param backgroundDb the usual loudness before the words
   * @param endBlocks the silence that ends them, in blocks
   */
  Utterance(SoundHistory history, double floorDb, double backgroundDb, int endBlocks) {
    this.history = history;
    this.lowestDb = Math.max(floorDb + ABOVE_FLOOR_DB, backgroundDb + ABOVE_BACKGROUND_DB);
    this.endBlocks = endBlocks;
  }

  /** Takes the next block; returns whether the words have begun. */
  boolean accept(long block) {
    double level = history.level(block);
    smoothDb = Math.max(level, smoothDb - 2);
    boolean speech = history.voiced(block) && level >= Math.max(lowestDb, topDb - BELOW_TOP_DB);
    recent = (recent << 1 | (speech ? 1 : 0)) & ((1 << START_WINDOW) - 1);
    if (speech) {
      topDb = Math.max(topDb, smoothDb);
      speechBlocks++;
    }
    if (!started && Integer.bitCount(recent) >= START_BLOCKS) {
      started = true;
      first = block - (31 - Integer.numberOfLeadingZeros(recent));
      last = block;
    } else if (started && speech && Integer.bitCount(recent & 0b1111) >= 2) {
      last = block;
    }
    return started;
  }

  boolean started() {
    return started;
  }

  /** Returns the first block of the words. */
  long first() {
    return first;
  }

  /** Returns the last block of the words so far. */
  long last() {
    return last;
  }

  /** Returns how many blocks were voice. */
  int speechBlocks() {
    return speechBlocks;
  }

  /** Returns whether the words have ended by the given block. */
  boolean ended(long block, Progress progress) {
    long silence = block - last;
    return switch (progress) {
      case COMPLETE -> silence >= Math.min(AFTER_COMPLETE, endBlocks);
      case COMPLETE_OR_MORE -> silence >= Math.min(AFTER_PERHAPS_COMPLETE, endBlocks);
      case PARTIAL, WANTS_TITLE -> silence >= endBlocks * AFTER_PARTIAL;
      case NONE -> silence >= endBlocks;
    };
  }

  /** Returns the samples of a range of blocks, with its loud parts. */
  Recognizer.Cut cut(long from, long to) {
    List<Recognizer.Cut.Part> parts =
        loud(from, to).stream()
            .map(
                range ->
                    new Recognizer.Cut.Part(
                        (int) (range.from() - from) * SoundHistory.BLOCK,
                        (int) (range.to() - from) * SoundHistory.BLOCK))
            .toList();
    int spoken = (int) (Math.min(to, last + 1) - from) * SoundHistory.BLOCK;
    return new Recognizer.Cut(history.samples(from, to), parts, spoken);
  }

  /** Blocks from one to before another. */
  private record Range(long from, long to) {}

  /**
   * Returns the parts of a range around its loudest word that are not far quieter than it, with a
   * little around them: what is outside may be a voice or a room behind the speaker. The longest
   * comes first; each is noticeably shorter than the one before.
   */
  private List<Range> loud(long from, long to) {
    List<Range> parts = new ArrayList<>();
    long shorterThan = to - from;
    for (double below : LOUD_DB) {
      Range part = around(loudest(from, to), from, to, below);
      long length = part.to() - part.from();
      if (length > SHORTEST_PART && length + NOTICEABLE <= shorterThan) {
        parts.add(part);
        shorterThan = length;
      }
    }
    return parts;
  }

  private long loudest(long from, long to) {
    long loudest = from;
    for (long block = from; block < to; block++) {
      loudest = history.level(block) > history.level(loudest) ? block : loudest;
    }
    return loudest;
  }

  private Range around(long loudest, long from, long to, double belowDb) {
    double limit = history.level(loudest) - belowDb;
    long first = loudest;
    for (long block = loudest; block >= from && first - block <= LONGEST_GAP; block--) {
      first = history.level(block) >= limit ? block : first;
    }
    long end = loudest;
    for (long block = loudest; block < to && block - end <= LONGEST_GAP; block++) {
      end = history.level(block) >= limit ? block : end;
    }
    return new Range(Math.max(from, first - AROUND), Math.min(to, end + 1 + AROUND));
  }
}
