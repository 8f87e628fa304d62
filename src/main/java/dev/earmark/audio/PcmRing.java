package dev.earmark.audio;

import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The ring between the capture thread and the listen thread.
 *
 * <p>A live microphone must never wait: when the ring is full the oldest block is dropped and
 * counted. A source that can wait (a file read as fast as possible) uses {@link #putWaiting}.
 * Thread-safe; one thread puts and one takes.
 */
public final class PcmRing {
  private record Entry(PcmBlock block, long firstFrame) {}

  private final int capacity;
  private final ArrayDeque<Entry> entries = new ArrayDeque<>(); // guarded by this
  private long framesPut; // guarded by this
  private long dropped; // guarded by this
  private long takenFrame; // guarded by this
  private boolean ended; // guarded by this

  /** Makes a ring that holds at most {@code capacity} blocks. */
  public PcmRing(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a ring of " + capacity + " blocks holds nothing");
    }
    this.capacity = capacity;
  }

  /** Puts a block; drops the oldest one when the ring is full. Never blocks. */
  public synchronized void put(PcmBlock block) {
    if (entries.size() == capacity) {
      entries.removeFirst();
      dropped++;
    }
    add(block);
  }

  /**
   * Puts a block, waiting up to the given time for room.
   *
   * @return whether there was room; otherwise the block has not been put
   */
  public synchronized boolean putWaiting(PcmBlock block, Duration wait)
      throws InterruptedException {
    long left = wait.toMillis();
    while (entries.size() == capacity && left > 0) {
      long slice = Math.min(left, 50);
      wait(slice);
      left -= slice;
    }
    if (entries.size() == capacity) {
      return false;
    }
    add(block);
    return true;
  }

  private synchronized void add(PcmBlock block) {
    entries.addLast(new Entry(block, framesPut));
    framesPut += block.frames();
    ended = false;
    notifyAll();
  }

  /** Takes the oldest block, waiting up to the given time; null when none came. */
  public synchronized @Nullable PcmBlock take(Duration wait) throws InterruptedException {
    long left = wait.toMillis();
    while (entries.isEmpty() && !ended && left > 0) {
      long slice = Math.min(left, 50);
      wait(slice);
      left -= slice;
    }
    Entry entry = entries.pollFirst();
    if (entry == null) {
      ended = false; // told once; who takes again waits, since a reopened microphone may follow
      return null;
    }
    takenFrame = entry.firstFrame();
    notifyAll();
    return entry.block();
  }

  /**
   * Returns the stream time of the block taken last: the frames put before it since the start,
   * those of dropped blocks included. A jump between two blocks is a gap in what was heard.
   */
  public synchronized long takenFrame() {
    return takenFrame;
  }

  /** Returns all frames put since the start. */
  public synchronized long framesPut() {
    return framesPut;
  }

  /** Returns how many blocks were dropped because nobody took them in time. */
  public synchronized long dropped() {
    return dropped;
  }

  /** Returns how many blocks wait. */
  public synchronized int size() {
    return entries.size();
  }

  /**
   * Says that nothing more comes for now: the end of a file. Whoever takes learns it once, at once.
   */
  public synchronized void end() {
    ended = true;
    notifyAll();
  }
}
