package dev.earmark.audio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A streaming converter between two {@link AudioFormat}s: channels, then rate, then 16 bits again.
 *
 * <p>The whole output lasts as long as the whole input, to the frame, once {@link #end()} has been
 * called. Confined to one thread.
 */
public final class PcmConverter {
  /** Keeps the floats in between small when a long sound is converted at once. */
  private static final int CHUNK_FRAMES = 48_000;

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
    short[] samples = block.samples();
    int chunk = CHUNK_FRAMES * block.format().channels();
    List<short[]> parts = new ArrayList<>();
    for (int at = 0; at < samples.length; at += chunk) {
      parts.add(
          converter.process(Arrays.copyOfRange(samples, at, Math.min(samples.length, at + chunk))));
    }
    parts.add(converter.end());
    return new PcmBlock(to, joined(parts));
  }

  private static short[] joined(List<short[]> parts) {
    short[] all = new short[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (short[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
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
