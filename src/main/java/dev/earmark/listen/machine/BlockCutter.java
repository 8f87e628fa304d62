package dev.earmark.listen.machine;

import dev.earmark.listen.SoundHistory;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a stream that comes in pieces of any length into blocks of 20 ms. Confined to one thread.
 */
final class BlockCutter {
  private final short[] part = new short[SoundHistory.BLOCK];
  private int length;

  /** Returns the blocks that the samples complete; what is left over waits for the next ones. */
  List<short[]> cut(short[] samples) {
    List<short[]> blocks = new ArrayList<>(1);
    for (int at = 0; at < samples.length; ) {
      int taken = Math.min(samples.length - at, SoundHistory.BLOCK - length);
      System.arraycopy(samples, at, part, length, taken);
      length += taken;
      at += taken;
      if (length == SoundHistory.BLOCK) {
        length = 0;
        blocks.add(part.clone());
      }
    }
    return blocks;
  }
}
