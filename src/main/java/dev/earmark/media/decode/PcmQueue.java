package dev.earmark.media.decode;

import dev.earmark.audio.BlockMemory;
import dev.earmark.audio.PcmBlock;
import org.bytedeco.javacpp.ShortPointer;

/** Stereo frames that wait to be taken, in order. Grows as needed; confined to one thread. */
final class PcmQueue {
  private final BlockMemory memory = new BlockMemory();
  private short[] samples = new short[16_384];
  private int from;
  private int to;

  /** Returns how many frames wait. */
  int frames() {
    return (to - from) / 2;
  }

  /** Appends frames from native memory. */
  void add(ShortPointer source, int frames) {
    makeRoom(frames * 2);
    source.get(samples, to, frames * 2);
    to += frames * 2;
  }

  /** Takes the next frames; the block holds until the next one. */
  PcmBlock take(int frames) {
    PcmBlock taken = memory.of(frames);
    System.arraycopy(samples, from, taken.samples(), 0, frames * 2);
    drop(frames);
    return taken;
  }

  /** Drops the next frames. */
  void drop(int frames) {
    from += frames * 2;
    if (from == to) {
      clear();
    }
  }

  /** Takes the newest frames back. */
  void dropTail(int frames) {
    to -= frames * 2;
  }

  /** Drops everything. */
  void clear() {
    from = 0;
    to = 0;
  }

  private void makeRoom(int count) {
    if (to + count <= samples.length) {
      return;
    }
    short[] target = samples;
    if (to - from + count > samples.length) {
      target = new short[Math.max(samples.length * 2, to - from + count)];
    }
    System.arraycopy(samples, from, target, 0, to - from);
    samples = target;
    to -= from;
    from = 0;
  }
}
