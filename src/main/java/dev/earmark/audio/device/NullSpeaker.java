package dev.earmark.audio.device;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Clock;
import java.io.IOException;
import java.time.Duration;

/**
 * A speaker that nobody hears, at the pace of a real one: it behaves like a device with a buffer of
 * {@value #BUFFER_MS} ms that plays by the clock.
 */
class NullSpeaker implements Speaker {
  private static final int BUFFER_MS = 60;
  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(2);

  private final String description;
  private final Clock clock;
  private final long bufferFrames = AudioFormat.OUTPUT.frames(BUFFER_MS / 1_000.0);
  private long startNanos; // guarded by this; when frame 0 sounded, moved on by underruns
  private long written; // guarded by this
  private volatile boolean closed;

  NullSpeaker(String description, Clock clock) {
    this.description = description;
    this.clock = clock;
  }

  @Override
  public void write(PcmBlock block) throws IOException {
    if (closed) {
      throw new IOException(description + " is closed");
    }
    long excess;
    synchronized (this) {
      if (pendingFrames() == 0) {
        startNanos = clock.nanoTime() - nanos(written);
      }
      written += block.frames();
      excess = pendingFrames() - bufferFrames;
    }
    if (excess > 0) {
      Pace.sleep(clock, Duration.ofNanos(nanos(excess)));
    }
  }

  @Override
  public synchronized long pendingFrames() {
    long played = (clock.nanoTime() - startNanos) * 48 / 1_000_000;
    return Math.max(0, written - played);
  }

  @Override
  public boolean isAudible() {
    return false;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public void drain() {
    Pace.drain(clock, this::pendingFrames, LONGEST_DRAIN);
  }

  @Override
  public void close() {
    closed = true;
  }

  private static long nanos(long frames) {
    return frames * 1_000_000 / 48;
  }
}
