package dev.earmark.speak;

import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.mix.PcmSource;
import java.util.ArrayDeque;

/**
 * Speech on its way to the mixer: the speak thread appends, the output thread reads.
 *
 * <p>What has been appended is one stream; {@link #framesAppended()} at the end of a sentence and
 * {@link #framesHeard()} tell when it has been heard.
 */
final class SpeechQueue implements PcmSource {
  private final ArrayDeque<short[]> blocks = new ArrayDeque<>(); // guarded by this
  private int at; // samples of the first block already read; guarded by this
  private long appended; // guarded by this
  private long heard; // guarded by this
  private boolean cut; // guarded by this
  private final Runnable onHeard;

  /** Makes an empty queue; {@code onHeard} runs on the output thread and must not block. */
  SpeechQueue(Runnable onHeard) {
    this.onHeard = onHeard;
  }

  /** Appends a block of {@link dev.earmark.audio.AudioFormat#OUTPUT}. */
  synchronized void append(PcmBlock block) {
    if (!cut) {
      blocks.add(block.samples());
      appended += block.frames();
    }
  }

  /** Drops what has not been read; nothing more is taken or given. */
  synchronized void cut() {
    cut = true;
    blocks.clear();
    at = 0;
  }

  synchronized long framesAppended() {
    return appended;
  }

  synchronized long framesHeard() {
    return heard;
  }

  @Override
  public synchronized int read(short[] target, int frames) {
    int wanted = 2 * frames;
    int done = 0;
    while (done < wanted) {
      short[] first = blocks.peekFirst();
      if (first == null) {
        break;
      }
      int n = Math.min(wanted - done, first.length - at);
      System.arraycopy(first, at, target, done, n);
      done += n;
      at += n;
      if (at == first.length) {
        blocks.removeFirst();
        at = 0;
      }
    }
    return done / 2;
  }

  @Override
  public void heard(long framesHeard) {
    synchronized (this) {
      heard = framesHeard;
    }
    onHeard.run();
  }
}
