package dev.earmark.base;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.TimeZone;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the machine was given another time zone while the daemon runs. Confined to one
 * thread.
 *
 * <p>The JVM reads the zone once and keeps it; whoever asks {@code ZoneId.systemDefault()} learns
 * of another one only after this class has made the JVM read it anew. What it watches is what
 * {@code timedatectl set-timezone} and Debian's {@code tzdata} write.
 */
public final class MachineZone {
  private static final Logger log = LoggerFactory.getLogger(MachineZone.class);
  private static final List<Path> FILES =
      List.of(Path.of("/etc/localtime"), Path.of("/etc/timezone"));
  private static final String PROPERTY = "user.timezone";

  private final List<Path> files;
  private final Runnable readAnew;
  private String seen;

  /**
   * Makes one that begins with the zone of now.
   *
   * @param files which change with the zone; they may be missing
   * @param readAnew called when one of them is another than before
   */
  MachineZone(List<Path> files, Runnable readAnew) {
    this.files = List.copyOf(files);
    this.readAnew = readAnew;
    this.seen = state();
  }

  /** Returns that of this machine; a zone that was given on the JVM's command line stays. */
  public static MachineZone ofThisMachine() {
    boolean given =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .anyMatch(argument -> argument.startsWith("-D" + PROPERTY + "="));
    return new MachineZone(given ? List.of() : FILES, MachineZone::readAnew);
  }

  /** Looks whether the zone has changed; takes some microseconds. */
  public void look() {
    String now = state();
    if (!now.equals(seen)) {
      seen = now;
      readAnew.run();
    }
  }

  /** The JVM keeps what it found in a property, and believes that before the machine. */
  private static void readAnew() {
    System.clearProperty(PROPERTY);
    TimeZone.setDefault(null);
    log.info("the machine's time zone is {}", TimeZone.getDefault().getID());
  }

  private String state() {
    StringBuilder state = new StringBuilder();
    for (Path file : files) {
      state.append(stateOf(file)).append('\n');
    }
    return state.toString();
  }

  private static String stateOf(Path file) {
    try {
      return file.toRealPath() + " " + Files.getLastModifiedTime(file);
    } catch (NoSuchFileException e) {
      return "missing";
    } catch (IOException e) {
      return e.toString(); // not readable just now; when that changes, the zone is read again
    }
  }
}
