package dev.earmark.media.download;

import dev.earmark.base.Failure;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a download's readers and its writer share: where the file is and how far. All methods are
 * called with this object's lock held or take it themselves; every change wakes the readers.
 */
final class Growth {
  private @Nullable Path file;
  private long available;
  private long total = -1;
  private boolean complete;
  private int generation;
  private int readers;
  private @Nullable Failure failure;

  /** Tells where the file is and how much of it is there. */
  synchronized void at(Path newFile, long bytes, long newTotal) {
    file = newFile;
    available = bytes;
    total = newTotal;
    failure = null;
    notifyAll();
  }

  /** Tells that another file's bytes follow: those who read the old one must not go on. */
  synchronized void changed() {
    generation++;
    available = 0;
    notifyAll();
  }

  /** Tells that all is there and good. */
  synchronized void completed(Path finalFile, long bytes) {
    file = finalFile;
    available = bytes;
    total = bytes;
    complete = true;
    notifyAll();
  }

  /** Tells that nothing more comes. */
  synchronized void failed(Failure why) {
    failure = why;
    notifyAll();
  }

  /** Counts a reader in or out. */
  synchronized void readers(int change) {
    readers += change;
  }

  /** Returns whether somebody reads what comes. */
  synchronized boolean isRead() {
    return readers > 0;
  }

  synchronized Path file() {
    if (file == null) {
      throw new IllegalStateException("nothing is there yet");
    }
    return file;
  }

  synchronized long available() {
    return available;
  }

  synchronized long total() {
    return total;
  }

  synchronized boolean isComplete() {
    return complete;
  }

  synchronized int generation() {
    return generation;
  }

  synchronized @Nullable Failure failure() {
    return failure;
  }
}
