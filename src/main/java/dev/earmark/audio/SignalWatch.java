package dev.earmark.audio;

import org.jspecify.annotations.Nullable;

/**
 * Tells by a microphone's samples what is wrong with it: clipped, or off the zero line. Looks at 10
 * s at a time; a problem is told until a stretch without it. Confined to one thread but for {@link
 * #problem()}.
 *
 * <p>A block counts as clipped when three neighbouring samples are at full scale, which loud speech
 * does not reach by itself; a half second of such blocks in ten seconds spoils what is recognised.
 * An offset of a hundredth of full scale hides quiet speech below a noise floor that is none.
 */
final class SignalWatch {
  private static final int STRETCH_FRAMES = 10 * AudioFormat.SPEECH.sampleRateHz();
  private static final int FULL_SCALE = Short.MAX_VALUE - 1;
  private static final int RUN = 3;
  private static final int CLIPPED_BLOCKS = 25;
  private static final int LARGE_OFFSET = 328;

  private int frames;
  private int clippedBlocks;
  private long sum;
  private volatile @Nullable String problem;

  /** Takes the next block. */
  void accept(PcmBlock block) {
    int run = 0;
    boolean clipped = false;
    for (short sample : block.samples()) {
      run = Math.abs((int) sample) >= FULL_SCALE ? run + 1 : 0;
      clipped |= run >= RUN;
      sum += sample;
    }
    clippedBlocks += clipped ? 1 : 0;
    frames += block.frames();
    if (frames >= STRETCH_FRAMES) {
      problem = judge();
      frames = 0;
      clippedBlocks = 0;
      sum = 0;
    }
  }

  private @Nullable String judge() {
    if (clippedBlocks >= CLIPPED_BLOCKS) {
      return "it is too loud and clips; turn its level down in the mixer, or lower microphone.gain";
    }
    if (Math.abs(sum / frames) >= LARGE_OFFSET) {
      return "its samples are off the zero line by "
          + Math.abs(sum / frames) * 100 / Short.MAX_VALUE
          + " % of full scale; try another input or sound card";
    }
    return null;
  }

  /** Returns what is wrong, to be put behind the device's name; null when nothing is. */
  @Nullable String problem() {
    return problem;
  }
}
