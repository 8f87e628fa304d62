package dev.earmark.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder that is gone when the command ends, also when a signal ends it. Only its owner can read
 * it.
 */
final class TemporaryFolder implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(TemporaryFolder.class);

  /** What still runs when a signal comes may write while the folder is deleted. */
  private static final int TRIES = 50;

  private final Path folder;
  private final Thread onSignal;

  private TemporaryFolder(Path folder) {
    this.folder = folder;
    this.onSignal = new Thread(this::delete, "clean-up");
  }

  static TemporaryFolder make(String prefix) throws IOException {
    TemporaryFolder made = new TemporaryFolder(Files.createTempDirectory(prefix));
    Runtime.getRuntime().addShutdownHook(made.onSignal);
    return made;
  }

  Path path() {
    return folder;
  }

  @Override
  public void close() {
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
    } catch (IllegalStateException e) {
      log.debug("the process ends already, which deletes {} too", folder);
    }
  }

  private void delete() {
    String problem = "";
    for (int tries = 0; tries < TRIES && Files.exists(folder); tries++) {
      problem = tryToDelete();
    }
    if (Files.exists(folder)) {
      log.warn("{} could not be removed: {}", folder, problem);
    }
  }

  private String tryToDelete() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
      return "";
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException | UncheckedIOException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
