package dev.earmark.agent.loop;

import dev.earmark.agent.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps ended runs as JSON lines in a folder: {@code runs.jsonl}, and the file before as {@code
 * runs.1.jsonl} once the newer one has grown to its limit. Thread-safe; a disk that cannot be
 * written costs the record of a run and never the run.
 */
public final class RunLog {
  private static final Logger log = LoggerFactory.getLogger(RunLog.class);
  private static final long DEFAULT_LIMIT = 8L * 1024 * 1024;

  private final @Nullable Path folder;
  private final long limitBytes;

  private RunLog(@Nullable Path folder, long limitBytes) {
    this.folder = folder;
    this.limitBytes = limitBytes;
  }

  /** Returns a log in the folder, which is made when it is missing; two files of up to 8 MiB. */
  public static RunLog in(Path folder) {
    return new RunLog(folder, DEFAULT_LIMIT);
  }

  /** Returns a log whose files grow to the given size. */
  static RunLog in(Path folder, long limitBytes) {
    return new RunLog(folder, limitBytes);
  }

  /** Returns a log that keeps nothing. */
  public static RunLog none() {
    return new RunLog(null, 0);
  }

  /** Appends a run that has ended. */
  public synchronized void append(Run run) {
    if (folder == null) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Path file = folder.resolve("runs.jsonl");
      if (Files.exists(file) && Files.size(file) >= limitBytes) {
        Files.move(file, folder.resolve("runs.1.jsonl"), StandardCopyOption.REPLACE_EXISTING);
      }
      // Not writeString: it refuses half of a surrogate pair, which a client may well send.
      Files.write(
          file,
          (RunJson.write(run) + "\n").getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      log.warn("run {} could not be kept in {}: {}", run.id(), folder, e.toString());
    }
  }

  /** Returns the newest runs, oldest first; lines that are no runs are left out and reported. */
  public synchronized List<Run> latest(int most) {
    Deque<String> lines = new ArrayDeque<>();
    if (folder != null) {
      read(folder.resolve("runs.1.jsonl"), lines, most);
      read(folder.resolve("runs.jsonl"), lines, most);
    }
    List<Run> runs = new ArrayList<>();
    for (String line : lines) {
      try {
        runs.add(RunJson.read(line));
      } catch (IllegalArgumentException e) {
        log.warn("a line of the runs in {} cannot be read: {}", folder, e.getMessage());
      }
    }
    return runs;
  }

  private static void read(Path file, Deque<String> lines, int most) {
    if (!Files.exists(file)) {
      return;
    }
    try (Stream<String> all = Files.lines(file)) {
      all.filter(line -> !line.isBlank())
          .forEach(
              line -> {
                lines.addLast(line);
                if (lines.size() > most) {
                  lines.removeFirst();
                }
              });
    } catch (IOException | java.io.UncheckedIOException e) {
      log.warn("the runs in {} cannot be read: {}", file, e.toString());
    }
  }
}
