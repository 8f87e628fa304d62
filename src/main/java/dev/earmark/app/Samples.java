package dev.earmark.app;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import java.util.ArrayList;
import java.util.List;

/** Collects samples piece by piece, and joins them once. Confined to one thread. */
public final class Samples {
  private final AudioFormat format;
  private final List<short[]> pieces = new ArrayList<>();
  private int length;

  /** Makes an empty collection of samples of this format. */
  public Samples(AudioFormat format) {
    this.format = format;
  }

  /** Adds interleaved samples, which must not be changed afterwards. */
  public void add(short[] samples) {
    pieces.add(samples);
    length = Math.addExact(length, samples.length);
  }

  /** Returns how long what was added sounds. */
  public double seconds() {
    return format.seconds(length / format.channels());
  }

  /** Returns everything in one block. */
  public PcmBlock whole() {
    short[] joined = new short[length];
    int at = 0;
    for (short[] piece : pieces) {
      System.arraycopy(piece, 0, joined, at, piece.length);
      at += piece.length;
    }
    return new PcmBlock(format, joined);
  }
}
