package dev.earmark.media.cache;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the cache asks of the disk. */
final class Disk {
  private static final Logger log = LoggerFactory.getLogger(Disk.class);
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  private Disk() {}

  /** Returns a name of the machine's current boot; empty where there is none. */
  static String boot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      log.debug("no boot id here", e);
      return "";
    }
  }

  /** Returns whether a complete file is there as it was, and may be read. */
  static boolean isWhole(CacheEntry entry) {
    try {
      return Files.isRegularFile(entry.file())
          && Files.size(entry.file()) == entry.bytes()
          && Files.isReadable(entry.file());
    } catch (IOException e) {
      log.debug("{} cannot be looked at", entry.file(), e);
      return false;
    }
  }

  /** Reads a complete file and returns whether it still has its checksum. */
  static boolean isGood(CacheEntry entry) {
    try {
      return isWhole(entry)
          && (entry.sha256().isEmpty() || Sha256.of(entry.file()).equals(entry.sha256()));
    } catch (IOException e) {
      log.warn("{} cannot be read", entry.file(), e);
      return false;
    }
  }

  /** Returns the failure that an error while writing in the cache folder means. */
  static FailureException writeFailure(Path folder, IOException e) {
    if (e instanceof FailureException failure) {
      return failure;
    }
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (message.contains("no space") || message.contains("quota exceeded")) {
      return full(folder, e);
    }
    if (e instanceof AccessDeniedException || message.contains("read-only")) {
      return unwritable(folder, e);
    }
    return new FailureException(
        new Failure(
            Failure.Kind.UNAVAILABLE,
            "the cache folder " + folder + " cannot be used: " + e.getMessage()),
        e);
  }

  /** Returns the failure of a full disk. */
  static FailureException full(Path folder, Exception e) {
    return new FailureException(
        new Failure(
            Failure.Kind.DISK_FULL,
            "the disk of the cache folder " + folder + " is full; free some space there"),
        e);
  }

  /** Returns the failure of a folder that may not be written, or of its full disk. */
  static FailureException unusable(Path folder, IOException e) {
    FailureException failure = writeFailure(folder, e);
    return failure.failure().kind() == Failure.Kind.DISK_FULL ? failure : unwritable(folder, e);
  }

  /** Returns the failure of a folder that may not be written. */
  static FailureException unwritable(Path folder, Exception e) {
    return new FailureException(
        new Failure(
            Failure.Kind.UNWRITABLE,
            "the cache folder "
                + folder
                + " cannot be written; give it to the daemon's user (chown), or start with"
                + " another --home"),
        e);
  }
}
