package dev.earmark.audio;

import java.util.Arrays;

/**
 * A streaming converter between two {@link AudioFormat}s: channels, then rate, then 16 bits again.
 *
 * <p>The whole output lasts as long as the whole input, to the frame, once {@link #end()} has been
 * called. Confined to one thread.
 */
public final class PcmConverter {
  private final AudioFormat from;
  private final AudioFormat to;
  private final ChannelMix before;
  private final Resampler resampler;
  private final ChannelMix after;

  /** Makes a converter. */
  public PcmConverter(AudioFormat from, AudioFormat to) {
    this.from = from;
    this.to = to;
    // The rate is converted on the smaller channel count, which is the cheaper side.
    int between = Math.min(from.channels(), to.channels());
    this.before = new ChannelMix(from.channels(), between);
    this.resampler = new Resampler(from.sampleRateHz(), to.sampleRateHz(), between);
    this.after = new ChannelMix(between, to.channels());
  }

  /** Converts a whole sound at once. */
  public static PcmBlock convert(PcmBlock block, AudioFormat to) {
    if (block.format().equals(to)) {
      return block;
    }
    PcmConverter converter = new PcmConverter(block.format(), to);
    short[] head = converter.process(block.samples());
    short[] tail = converter.end();
    short[] all = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, all, head.length, tail.length);
    return new PcmBlock(to, all);
  }

  /** Takes the next interleaved samples and returns what they give so far. */
  public short[] process(short[] samples) {
    if (from.equals(to)) {
      return samples;
    }
    return process(Pcm.toFloats(samples), samples.length / from.channels());
  }

  /** Takes the next frames, full scale 1.0, and returns what they give so far. */
  public short[] process(float[] samples, int frames) {
    return finish(resampler.process(before.apply(samples, frames), frames));
  }

  /** Ends the stream and returns its last frames; the converter can then take a new stream. */
  public short[] end() {
    return finish(resampler.end());
  }

  private short[] finish(float[] samples) {
    int frames = samples.length / Math.min(from.channels(), to.channels());
    float[] mixed = after.apply(samples, frames);
    return Pcm.toShorts(mixed, mixed.length);
  }
}
