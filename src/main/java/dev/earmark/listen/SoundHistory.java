package dev.earmark.listen;

import java.util.stream.LongStream;

/**
 * The newest blocks of a stream with their loudness and voice flag, by absolute block number.
 * Confined to one thread.
 */
public final class SoundHistory {
  /** Samples in a block: 20 ms at 16 kHz. */
  public static final int BLOCK = 320;

  /** Blocks in a second. */
  public static final int RATE = 50;

  /** What counts as silence, in dBFS. */
  public static final double SILENCE_DB = -96;

  private final int capacity;
  private final short[] samples;
  private final double[] levels;
  private final boolean[] voiced;
  private final boolean[] foreground;
  private long next;

  /** Makes a history of the last seconds; blocks before them are forgotten. */
  public SoundHistory(int seconds) {
    capacity = seconds * RATE;
    samples = new short[capacity * BLOCK];
    levels = new double[capacity];
    voiced = new boolean[capacity];
    foreground = new boolean[capacity];
  }

  /** Adds a block of {@link #BLOCK} samples and returns its number. */
  public long add(short[] block, double levelDb, boolean voice) {
    int at = slot(next);
    System.arraycopy(block, 0, samples, at * BLOCK, BLOCK);
    levels[at] = levelDb;
    voiced[at] = voice;
    foreground[at] = false;
    return next++;
  }

  /** Returns the number that the next block will get. */
  public long next() {
    return next;
  }

  /** Returns the number of the oldest block that is still there. */
  public long oldest() {
    return Math.max(0, next - capacity);
  }

  /** Returns the loudness of a block that is still there, in dBFS. */
  public double level(long block) {
    return levels[slot(block)];
  }

  /** Returns whether a block that is still there was taken for voice. */
  public boolean voiced(long block) {
    return voiced[slot(block)];
  }

  /** Returns the samples from one block to before another. */
  public short[] samples(long from, long to) {
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

  /** Marks a block as no background: Earmark's own speech, or words that were listened to. */
  public void markForeground(long block) {
    foreground[slot(block)] = true;
  }

  /** Returns the median loudness of the background blocks in the range. */
  public double usualLevel(long from, long to) {
    long first = Math.max(from, oldest());
    double[] sorted =
        LongStream.range(first, Math.max(first, Math.min(to, next)))
            .filter(block -> !foreground[slot(block)])
            .mapToDouble(this::level)
            .sorted()
            .toArray();
    return sorted.length < RATE / 5 ? SILENCE_DB : sorted[sorted.length / 2];
  }

  /** Returns what that many blocks of the range are at least as loud as. */
  public double loudLevel(long from, long to, int blocks) {
    double[] sorted =
        LongStream.range(Math.max(from, oldest()), Math.min(to, next))
            .mapToDouble(this::level)
            .sorted()
            .toArray();
    return sorted.length < blocks ? SILENCE_DB : sorted[sorted.length - blocks];
  }

  private int slot(long block) {
    return (int) (block % capacity);
  }

  /** Returns the loudness of samples in dBFS, {@link #SILENCE_DB} at least. */
  public static double levelDb(short[] block) {
    double sum = 0;
    for (short sample : block) {
      sum += (double) sample * sample;
    }
    double rms = Math.sqrt(sum / Math.max(1, block.length)) / 32_768;
    return rms <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, 20 * Math.log10(rms));
  }

  /** Returns the time of a block's beginning, in seconds. */
  public static double seconds(long block) {
    return block / (double) RATE;
  }
}
