package dev.earmark.library.sqlite;

import dev.earmark.base.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done with a damaged database: it is kept, beside the one that begins anew. */
final class Damaged {
  private static final Logger log = LoggerFactory.getLogger(Damaged.class);
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Damaged() {}

  /**
   * Moves a database and its log aside under a name with the time in it.
   *
   * @return where it is now
   * @throws IOException when it cannot be moved; it is then where it was
   */
  static Path moveAside(Path file, Clock clock) throws IOException {
    String stamp = STAMP.format(clock.now());
    Path aside = file.resolveSibling(file.getFileName() + ".damaged-" + stamp);
    for (int n = 2; Files.exists(aside); n++) {
      aside = file.resolveSibling(file.getFileName() + ".damaged-" + stamp + "-" + n);
    }
    Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    for (String suffix : List.of("-wal", "-shm")) {
      Path from = file.resolveSibling(file.getFileName() + suffix);
      try {
        Files.move(from, aside.resolveSibling(aside.getFileName() + suffix));
      } catch (NoSuchFileException e) {
        log.debug("{} had no {} file", file, suffix);
      }
    }
    return aside;
  }
}
