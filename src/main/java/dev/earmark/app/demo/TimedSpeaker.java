package dev.earmark.app.demo;

import dev.earmark.audio.ForwardingSpeaker;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Clock;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Remembers when each block was written to the speaker behind it, so that a place in the WAV can be
 * turned into a time. Thread-safe for reading while the output thread writes.
 */
final class TimedSpeaker extends ForwardingSpeaker {
  private final Speaker speaker;
  private final Clock clock;
  private final TreeMap<Long, Long> nanosByFrame = new TreeMap<>(); // guarded by this
  private long frames; // guarded by this

  TimedSpeaker(Speaker speaker, Clock clock) {
    this.speaker = speaker;
    this.clock = clock;
  }

  @Override
  public void write(PcmBlock block) throws IOException {
    speaker.write(block);
    synchronized (this) {
      // The writer is let go when the block has begun to sound, within one block of 20 ms.
      nanosByFrame.put(frames, clock.nanoTime());
      frames += block.frames();
    }
  }

  /** Returns how many frames have been written. */
  synchronized long frames() {
    return frames;
  }

  /** Returns the reading of the clock at which the frame was written. */
  synchronized long nanosAt(long frame) {
    Map.Entry<Long, Long> entry = nanosByFrame.floorEntry(frame);
    return entry == null ? 0 : entry.getValue();
  }

  @Override
  protected Speaker delegate() {
    return speaker;
  }
}
