package dev.earmark.library.sqlite;

import dev.earmark.library.Position;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest places of the last few books in a small file beside the database, each with one write
 * that is not confirmed by the disk: it takes microseconds, so that whoever gives a command can do
 * it before the answer, and what was written is the kernel's, so that it survives the end of the
 * process by {@code kill -9}. After a power cut a note may be missing or torn; its checksum tells,
 * and the database, which is at most a moment older, counts.
 *
 * <p>The file has {@value #SLOTS} slots of {@value #SLOT} bytes, made whole at the beginning, so
 * that a note needs no free disk. A slot is length (4 bytes), CRC-32 of the rest (4 bytes), and the
 * position. The book noted longest ago gives its slot to a new one.
 *
 * <p>Thread-safe. A file that cannot be written costs the notes only; it is logged once.
 */
final class PlaceNotes implements AutoCloseable {
  static final int SLOTS = 8;
  static final int SLOT = 4096;

  private static final Logger log = LoggerFactory.getLogger(PlaceNotes.class);
  private static final int HEAD = 8;

  /** How long a command waits for another thread's note; longer than that the disk is stuck. */
  private static final long PATIENCE_MS = 3;

  /**
   * Not a channel: the interrupt of a task would close that, and what a note is written for is
   * often a command of a task.
   */
  private final @Nullable RandomAccessFile file;

  private final ReentrantLock lock = new ReentrantLock();
  private final @Nullable Position[] slots = new Position[SLOTS]; // guarded by lock
  private boolean broken; // guarded by lock
  private boolean closed; // guarded by lock

  private PlaceNotes(@Nullable RandomAccessFile file) {
    this.file = file;
  }

  /** Notes nothing. */
  static PlaceNotes none() {
    return new PlaceNotes(null);
  }

  /** Opens the file, makes it when it is missing, and reads what it holds; blocks for the disk. */
  static PlaceNotes open(Path path) {
    RandomAccessFile opened = null;
    try {
      opened = new RandomAccessFile(path.toFile(), "rw");
      PlaceNotes notes = new PlaceNotes(opened);
      notes.readAll(opened);
      return notes;
    } catch (IOException e) {
      log.warn("{} cannot be written, so a kill may cost a jump: {}", path, e.getMessage());
      close(opened);
      return none();
    }
  }

  private void readAll(RandomAccessFile opened) throws IOException {
    byte[] all = new byte[SLOTS * SLOT];
    if (opened.length() != all.length) {
      opened.setLength(0); // of another version, or it was being made
      opened.write(all);
      return;
    }
    opened.readFully(all);
    lock.lock();
    try {
      for (int i = 0; i < SLOTS; i++) {
        slots[i] = decoded(ByteBuffer.wrap(all, i * SLOT, SLOT).slice());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns what is noted, one place for each book. */
  List<Position> all() {
    lock.lock();
    try {
      List<Position> found = new ArrayList<>();
      for (Position position : slots) {
        if (position != null) {
          found.add(position);
        }
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Notes a place unless a later one of the book is noted. Any thread; returns within microseconds,
   * and after {@value #PATIENCE_MS} ms without a note while another thread's write is stuck.
   */
  void note(Position position) {
    RandomAccessFile to = file;
    if (to == null || !locked()) {
      return;
    }
    try {
      if (closed) {
        return; // the end of the program; the database was written last
      }
      int slot = slotOf(position);
      byte[] bytes = encoded(position);
      Position before = slots[slot];
      boolean same = before != null && before.albumId().equals(position.albumId());
      if (bytes.length > SLOT || (same && position.at().isBefore(before.at()))) {
        return;
      }
      to.seek((long) slot * SLOT);
      to.write(bytes);
      slots[slot] = position;
    } catch (IOException e) {
      if (!broken) {
        log.warn("a place cannot be noted, so a kill may cost a jump: {}", e.getMessage());
      }
      broken = true;
    } finally {
      lock.unlock();
    }
  }

  private boolean locked() {
    try {
      return lock.tryLock() || lock.tryLock(PATIENCE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return lock.tryLock();
    }
  }

  /** The slot of the book, or else one that is free, or else that of the oldest place. */
  private int slotOf(Position position) {
    int oldest = 0;
    for (int i = 0; i < SLOTS; i++) {
      Position there = slots[i];
      if (there != null && there.albumId().equals(position.albumId())) {
        return i;
      }
      Position old = slots[oldest];
      if (old != null && (there == null || there.at().isBefore(old.at()))) {
        oldest = i;
      }
    }
    return oldest;
  }

  private static byte[] encoded(Position p) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeLong(0); // the head, below
      out.writeUTF(p.albumId());
      out.writeUTF(p.albumTitle());
      out.writeInt(p.section());
      out.writeDouble(p.seconds());
      out.writeDouble(p.durationS());
      out.writeInt(p.sections());
      out.writeLong(PositionRow.nanos(p.at()));
    }
    byte[] slot = bytes.toByteArray();
    ByteBuffer.wrap(slot).putInt(slot.length - HEAD).putInt(sum(slot, slot.length - HEAD));
    return slot;
  }

  private static @Nullable Position decoded(ByteBuffer slot) throws IOException {
    byte[] bytes = new byte[SLOT];
    slot.get(bytes);
    int length = ByteBuffer.wrap(bytes).getInt();
    boolean whole = length > 0 && length <= SLOT - HEAD;
    if (!whole || ByteBuffer.wrap(bytes).getInt(4) != sum(bytes, length)) {
      return null;
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, HEAD, length))) {
      return new Position(
          in.readUTF(),
          in.readUTF(),
          in.readInt(),
          in.readDouble(),
          in.readDouble(),
          in.readInt(),
          PositionRow.instant(in.readLong()));
    }
  }

  private static int sum(byte[] slot, int length) {
    CRC32 crc = new CRC32();
    crc.update(slot, HEAD, length);
    return (int) crc.getValue();
  }

  /** Closes the file; what is noted later is dropped. Waits for a note that is being written. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      close(file);
    } finally {
      lock.unlock();
    }
  }

  private static void close(@Nullable RandomAccessFile file) {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException e) {
      log.warn("the notes of places did not close cleanly: {}", e.getMessage());
    }
  }
}
