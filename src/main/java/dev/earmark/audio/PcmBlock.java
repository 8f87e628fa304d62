package dev.earmark.audio;

/**
 * A run of samples in one {@link AudioFormat}. Immutable by convention: whoever gets a block does
 * not write to it.
 */
public final class PcmBlock {
  private final AudioFormat format;
  private final short[] samples;

  /** Wraps interleaved samples without copying. */
  public PcmBlock(AudioFormat format, short[] samples) {
    if (samples.length % format.channels() != 0) {
      throw new IllegalArgumentException(
          samples.length + " samples are no whole frames of " + format.channels() + " channels");
    }
    this.format = format;
    this.samples = samples;
  }

  /** Returns the shape of the samples. */
  public AudioFormat format() {
    return format;
  }

  /** Returns the samples themselves, interleaved; not a copy. */
  public short[] samples() {
    return samples;
  }

  /** Returns the number of frames. */
  public int frames() {
    return samples.length / format.channels();
  }

  /** Returns the length in seconds. */
  public double seconds() {
    return format.seconds(frames());
  }
}
