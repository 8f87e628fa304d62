package dev.earmark.app.demo;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A microphone in a silent room in which recordings are played: 20 ms blocks at the pace of a real
 * one, silence between the recordings.
 *
 * <p>{@link #play} may be called from any thread.
 */
final class DemoMicrophone implements Microphone {
  private static final int BLOCK_FRAMES = 320;
  private static final Duration BLOCK = Duration.ofMillis(20);

  private final Clock clock;
  private final Deque<PcmBlock> recordings = new ArrayDeque<>(); // guarded by this
  private long framesRead; // guarded by this
  private int offset; // in the first recording; guarded by this
  private volatile boolean closed;
  private long nextNanos = -1;

  DemoMicrophone(Clock clock) {
    this.clock = clock;
  }

  /**
   * Plays a recording after those that wait already.
   *
   * @param recording 16 kHz mono
   */
  synchronized void play(PcmBlock recording) {
    if (!recording.format().equals(AudioFormat.SPEECH)) {
      throw new IllegalArgumentException("expected 16 kHz mono, got " + recording.format());
    }
    recordings.addLast(recording);
  }

  /** Returns how many seconds have been read so far. */
  synchronized double seconds() {
    return AudioFormat.SPEECH.seconds(framesRead);
  }

  @Override
  public @Nullable PcmBlock read() {
    if (closed) {
      return null;
    }
    try {
      pace();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
    return new PcmBlock(AudioFormat.SPEECH, nextBlock());
  }

  @Override
  public String description() {
    return "recorded commands";
  }

  @Override
  public void close() {
    closed = true;
  }

  private void pace() throws InterruptedException {
    long now = clock.nanoTime();
    if (nextNanos < 0) {
      nextNanos = now;
    }
    nextNanos += BLOCK.toNanos();
    if (nextNanos > now) {
      clock.sleep(Duration.ofNanos(nextNanos - now));
    }
  }

  private synchronized short[] nextBlock() {
    framesRead += BLOCK_FRAMES;
    PcmBlock recording = recordings.peekFirst();
    if (recording == null) {
      return new short[BLOCK_FRAMES];
    }
    short[] block = Arrays.copyOfRange(recording.samples(), offset, offset + BLOCK_FRAMES);
    offset += BLOCK_FRAMES;
    if (offset >= recording.samples().length) {
      recordings.removeFirst();
      offset = 0;
    }
    return block;
  }
}
