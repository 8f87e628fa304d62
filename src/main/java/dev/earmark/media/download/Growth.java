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
  private final Spans ahead = new Spans();
  private @Nullable Path aheadFile;
  private int aheadFiles; // counts them: one that was thrown away must not be read
  private long needed = -1;

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
    noneAhead();
    notifyAll();
  }

  /** Tells that all is there and good. */
  synchronized void completed(Path finalFile, long bytes) {
    file = finalFile;
    available = bytes;
    total = bytes;
    complete = true;
    noneAhead();
    notifyAll();
  }

  /** Tells that a stretch behind the edge is there, in a file of its own, at its own place. */
  synchronized void isAhead(Path inFile, long start, long end) {
    if (!inFile.equals(aheadFile)) {
      aheadFile = inFile;
      aheadFiles++;
    }
    ahead.add(start, end);
    notifyAll();
  }

  /** Tells that nothing behind the edge is there any more. */
  synchronized void noneAhead() {
    ahead.clear();
    aheadFile = null;
  }

  /** Returns up to where bytes behind the edge are there from a position on, or -1. */
  synchronized long aheadUntil(long position) {
    return ahead.endOf(position);
  }

  /** Returns where the next stretch behind the edge begins, or -1. */
  synchronized long aheadFrom(long position) {
    return ahead.startFrom(position);
  }

  /** Returns the file of the bytes behind the edge. */
  synchronized Path aheadFile() {
    if (aheadFile == null) {
      throw new IllegalStateException("nothing is there behind the edge");
    }
    return aheadFile;
  }

  /** Returns which file of bytes behind the edge it is by now. */
  synchronized int aheadFiles() {
    return aheadFiles;
  }

  /** Returns how many bytes are there, the stretches behind the edge included. */
  synchronized long fetched() {
    return available + ahead.bytesFrom(available);
  }

  /** Notes where a reader waits, -1 when it has got its bytes. */
  synchronized void need(long position) {
    needed = position;
  }

  /** Returns where a reader waits for a byte that is not there, or -1. */
  synchronized long needed() {
    boolean there = needed < available || ahead.endOf(needed) >= 0;
    return there ? -1 : needed;
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
