package dev.earmark.app.home;

import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what people say, hear and have set to the owner of the home folder: folders 0700, files
 * 0600.
 */
public final class Privacy {
  private static final Logger log = LoggerFactory.getLogger(Privacy.class);
  private static final int OWNER_ALONE = 0077;
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private Privacy() {}

  /** The one function of libc that is needed. */
  interface Libc extends Library {
    int umask(int mask);
  }

  /**
   * Makes every file that this process writes from now on readable by its owner alone. There is one
   * mask for the process, so it holds for whatever library writes. The launcher and the systemd
   * unit set it already; asking the kernel is quicker than loading what could set it again.
   */
  public static void ofNewFiles() {
    if (isOwnerAlone(Path.of("/proc/self/status"))) {
      return;
    }
    try {
      Native.load("c", Libc.class).umask(OWNER_ALONE);
    } catch (UnsatisfiedLinkError e) {
      log.warn("new files keep the usual mode: {}", e.getMessage());
    }
  }

  /** Returns whether the mask is set, as proc(5) tells it since Linux 4.7. */
  static boolean isOwnerAlone(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines.anyMatch(line -> line.matches("Umask:\\s+0*77"));
    } catch (IOException | UncheckedIOException e) {
      log.debug("the mask cannot be read: {}", e.toString());
      return false;
    }
  }

  /** Takes from others what an older version, or another umask, has let them read. */
  public static void ofFolder(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList()) {
        tighten(path);
      }
    } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
      log.warn("others may be able to read {}: {}", folder, e.toString());
    }
  }

  private static void tighten(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return;
    }
    Set<PosixFilePermission> wanted =
        Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? FOLDER : FILE;
    if (!wanted.containsAll(Files.getPosixFilePermissions(path))) {
      Files.setPosixFilePermissions(path, wanted);
    }
  }
}
