package dev.earmark.audio.mix;

import java.util.function.IntUnaryOperator;

/** A mixer source with endless known samples, which can run dry. */
public final class FakeSource implements PcmSource {
  private final IntUnaryOperator samples;
  private int next;
  private int limit = Integer.MAX_VALUE;

  /** What it was told last; output thread. */
  public volatile long heard;

  private FakeSource(IntUnaryOperator samples) {
    this.samples = samples;
  }

  /** The same value for ever. */
  public static FakeSource constant(int value) {
    return new FakeSource(i -> value);
  }

  /** A different value at each place, for some seconds. */
  public static FakeSource ramp() {
    return new FakeSource(i -> (i * 7) % 30_000 - 15_000);
  }

  /** Returns the sample at the given index. */
  public short sample(int index) {
    return (short) samples.applyAsInt(index);
  }

  /** Gives at most so many frames at a time from now on. */
  public void limit(int frames) {
    limit = frames;
  }

  @Override
  public int read(short[] target, int frames) {
    int n = Math.min(frames, limit);
    for (int i = 0; i < 2 * n; i++) {
      target[i] = sample(next++);
    }
    return n;
  }

  @Override
  public void heard(long framesHeard) {
    heard = framesHeard;
  }
}
