package dev.earmark.playback.player;

import dev.earmark.base.Failure;
import dev.earmark.playback.Beginning;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers who is to be told what becomes of the newest command to play, until it is known.
 * Thread-safe; nobody is told under the lock.
 */
final class Beginnings {
  private @Nullable Expected expected; // guarded by this

  /** The jump that is to bring sound. */
  private record Expected(long serial, String albumId, Beginning teller) {}

  /**
   * Gives a command, and remembers whom to tell; who waited before is told that it was dropped.
   *
   * @param orders what the command has led to
   */
  void expect(Runnable command, Supplier<Orders> orders, Beginning teller) {
    Expected before;
    synchronized (this) { // the player's thread may have failed before this one goes on
      before = expected;
      command.run();
      Orders led = orders.get();
      expected = new Expected(led.serial(), albumId(led), teller);
    }
    if (before != null) {
      before.teller().dropped();
    }
  }

  /** The place was moved: inside the same book it is still the same wish. */
  void jumped(Orders orders) {
    Expected dropped = null;
    synchronized (this) {
      Expected now = expected;
      if (now == null || now.serial() >= orders.serial()) {
        return;
      }
      if (orders.intent() != DeskState.Intent.STOP && now.albumId().equals(albumId(orders))) {
        expected = new Expected(orders.serial(), now.albumId(), now.teller());
      } else {
        dropped = now;
        expected = null;
      }
    }
    if (dropped != null) {
      dropped.teller().dropped();
    }
  }

  /** Sound of this jump is there. */
  void sounds(long serial) {
    Expected now = take(serial);
    if (now != null) {
      now.teller().sounds();
    }
  }

  /** Nothing of this jump can be heard; returns whether somebody was told. */
  boolean failed(long serial, Failure why, boolean goesOn) {
    Expected now = take(serial);
    if (now != null) {
      now.teller().failed(why, goesOn);
    }
    return now != null;
  }

  private synchronized @Nullable Expected take(long serial) {
    Expected now = expected;
    if (now == null || now.serial() != serial) {
      return null;
    }
    expected = null;
    return now;
  }

  private static String albumId(Orders orders) {
    return orders.album() == null ? "" : orders.album().id();
  }
}
