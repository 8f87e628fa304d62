package dev.earmark.audio.mix;

import dev.earmark.audio.ForwardingSpeaker;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A speaker that is given up when one write does not come back.
 *
 * <p>A program that does not read its input, and a driver that hangs, would block the writer for
 * good: a write to a pipe can neither be interrupted nor limited in time. So a thread of its own,
 * {@code speaker-watch}, looks every second; when it finds the same write {@value #MOST_LOOKS}
 * times, it closes the device, which kills a program and thereby ends the write. It counts its
 * looks instead of reading a clock, so that a daemon that was stopped for a while and goes on does
 * not take its own absence for a fault.
 *
 * <p>Five seconds, because a sound server that wakes up a wireless loudspeaker takes two or three,
 * and because the health check calls a loop stuck after ten. After {@link #hurry()} it is half a
 * second.
 */
final class WatchedSpeaker extends ForwardingSpeaker {
  /** How long between two looks. */
  static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private static final int MOST_LOOKS = 5;
  private static final int HURRY = 10;

  private final Speaker speaker;
  private final Duration lookEvery;
  private final Semaphore sooner = new Semaphore(0);
  private long write; // guarded by this; the number of the latest write
  private boolean writing; // guarded by this
  private long seen; // guarded by this; the write of the last look
  private int looks; // guarded by this; how often it has been seen
  private boolean hurried; // guarded by this
  private boolean closed; // guarded by this
  private @Nullable String givenUp; // guarded by this; why

  /** Makes one that nobody watches yet. */
  WatchedSpeaker(Speaker speaker, Duration lookEvery) {
    this.speaker = speaker;
    this.lookEvery = lookEvery;
  }

  /** Starts to watch an open speaker. */
  static WatchedSpeaker watch(Speaker speaker, Duration lookEvery) {
    WatchedSpeaker watched = new WatchedSpeaker(speaker, lookEvery);
    Thread thread = new Thread(watched::lookUntilClosed, "speaker-watch");
    thread.setDaemon(true);
    thread.start();
    return watched;
  }

  @Override
  protected Speaker delegate() {
    return speaker;
  }

  /**
   * @throws IOException also when the write took too long, naming the device and the remedy
   */
  @Override
  public void write(PcmBlock block) throws IOException {
    begin();
    IOException failure = null;
    try {
      speaker.write(block);
    } catch (IOException e) {
      failure = e;
    }
    String why = end();
    if (why != null) {
      throw new IOException(why, failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private synchronized void begin() {
    write++;
    writing = true;
  }

  private synchronized @Nullable String end() {
    writing = false;
    return givenUp;
  }

  /** From now on a write may take half a second; from any thread. */
  void hurry() {
    synchronized (this) {
      hurried = true;
      looks = 0;
    }
    sooner.release();
  }

  /** Closes the device, unless the watch has done so. */
  @Override
  public void close() {
    boolean alreadyClosed;
    synchronized (this) {
      alreadyClosed = givenUp != null;
      closed = true;
    }
    sooner.release();
    if (!alreadyClosed) {
      speaker.close();
    }
  }

  private void lookUntilClosed() {
    try {
      while (awaitNextLook()) {
        if (isStuck()) {
          speaker.close();
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether there is still something to watch. */
  private boolean awaitNextLook() throws InterruptedException {
    sooner.tryAcquire(pauseMillis(), TimeUnit.MILLISECONDS);
    return !isClosed();
  }

  private synchronized long pauseMillis() {
    return Math.max(1, lookEvery.toMillis() / (hurried ? HURRY : 1));
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Looks once, and returns whether the device is to be given up. */
  synchronized boolean isStuck() {
    looks = writing && write == seen ? looks + 1 : 0;
    seen = write;
    if (looks < MOST_LOOKS) {
      return false;
    }
    givenUp =
        speaker.description()
            + " took no sound for "
            + lookEvery.multipliedBy(MOST_LOOKS).toSeconds()
            + " s and was closed; try it by hand, or change "
            + speaker.setting();
    return true;
  }
}
