package dev.earmark.audio;

import org.jspecify.annotations.Nullable;

/**
 * Blocks of {@link AudioFormat#OUTPUT} that are used again, one for each length, so that whoever
 * makes many of a few lengths allocates nothing. A block that was got here holds until the next one
 * of its length is asked for. Confined to one thread.
 */
public final class BlockMemory {
  /** A codec gives blocks of two or three lengths; with shortened silences there are some more. */
  private static final int KEPT = 16;

  private final @Nullable PcmBlock[] blocks = new PcmBlock[KEPT];
  private int oldest;

  /** Returns a block of so many frames; what it holds is undefined. */
  public PcmBlock of(int frames) {
    for (PcmBlock block : blocks) {
      if (block != null && block.frames() == frames) {
        return block;
      }
    }
    PcmBlock made =
        new PcmBlock(AudioFormat.OUTPUT, new short[frames * AudioFormat.OUTPUT.channels()]);
    blocks[oldest] = made;
    oldest = (oldest + 1) % KEPT;
    return made;
  }
}
