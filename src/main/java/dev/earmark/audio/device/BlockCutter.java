package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts converted samples into the microphone's blocks of 20 ms. Confined to one thread. */
final class BlockCutter {
  /** Frames of one block: 20 ms at 16 kHz. */
  static final int BLOCK_FRAMES = 320;

  private short[] samples = new short[4 * BLOCK_FRAMES];
  private int start;
  private int end;

  void add(short[] more) {
    int kept = end - start;
    if (end + more.length > samples.length) {
      short[] target =
          kept + more.length > samples.length ? new short[2 * (kept + more.length)] : samples;
      System.arraycopy(samples, start, target, 0, kept);
      samples = target;
      start = 0;
      end = kept;
    }
    System.arraycopy(more, 0, samples, end, more.length);
    end += more.length;
  }

  /** Returns the next whole block, or null. */
  @Nullable PcmBlock whole() {
    return end - start < BLOCK_FRAMES ? null : cut(BLOCK_FRAMES);
  }

  /** Returns what is left, which may be shorter than a block, or null. */
  @Nullable PcmBlock rest() {
    return end == start ? null : cut(Math.min(BLOCK_FRAMES, end - start));
  }

  private PcmBlock cut(int frames) {
    short[] block = Arrays.copyOfRange(samples, start, start + frames);
    start += frames;
    return new PcmBlock(AudioFormat.SPEECH, block);
  }
}
