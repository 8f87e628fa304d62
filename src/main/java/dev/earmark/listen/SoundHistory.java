package dev.earmark.listen;

import java.util.Arrays;

/**
 * The newest blocks of a stream with their loudness and voice flag, by absolute block number.
 * Confined to one thread.
 */
final class SoundHistory {
  /** Samples in a block: 20 ms at 16 kHz. */
  static final int BLOCK = 320;

  /** Blocks in a second. */
  static final int RATE = 50;

  /** What counts as silence, in dBFS. */
  static final double SILENCE_DB = -96;

  private final int capacity;
  private final short[] samples;
  private final double[] levels;
  private final boolean[] voiced;
  private long next;

  SoundHistory(int seconds) {
    capacity = seconds * RATE;
    samples = new short[capacity * BLOCK];
    levels = new double[capacity];
    voiced = new boolean[capacity];
  }

  /** Adds a block of {@link #BLOCK} samples and returns its number. */
  long add(short[] block, double levelDb, boolean voice) {
    int at = slot(next);
    System.arraycopy(block, 0, samples, at * BLOCK, BLOCK);
    levels[at] = levelDb;
    voiced[at] = voice;
    return next++;
  }

  /** Returns the number that the next block will get. */
  long next() {
    return next;
  }

  /** Returns the number of the oldest block that is still there. */
  long oldest() {
    return Math.max(0, next - capacity);
  }

  double level(long block) {
    return levels[slot(block)];
  }

  boolean voiced(long block) {
    return voiced[slot(block)];
  }

  /** Returns the samples from one block to before another. */
  short[] samples(long from, long to) {
    long first = Math.max(from, oldest());
    long end = Math.min(to, next);
    if (end <= first) {
      return new short[0];
    }
    short[] copy = new short[(int) (end - first) * BLOCK];
    for (long block = first; block < end; block++) {
      System.arraycopy(samples, slot(block) * BLOCK, copy, (int) (block - first) * BLOCK, BLOCK);
    }
    return copy;
  }

  /** Returns the loudness that three quarters of the blocks in the range do not exceed. */
  double usualLevel(long from, long to) {
    long first = Math.max(from, oldest());
    int count = (int) Math.max(0, Math.min(to, next) - first);
    if (count < RATE / 5) {
      return SILENCE_DB;
    }
    double[] sorted = new double[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = level(first + i);
    }
    Arrays.sort(sorted);
    return sorted[count * 3 / 4];
  }

  private int slot(long block) {
    return (int) (block % capacity);
  }

  /** Returns the loudness of samples in dBFS, {@link #SILENCE_DB} at least. */
  static double levelDb(short[] block) {
    double sum = 0;
    for (short sample : block) {
      sum += (double) sample * sample;
    }
    double rms = Math.sqrt(sum / Math.max(1, block.length)) / 32_768;
    return rms <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, 20 * Math.log10(rms));
  }

  /** Returns the time of a block's beginning, in seconds. */
  static double seconds(long block) {
    return block / (double) RATE;
  }
}
