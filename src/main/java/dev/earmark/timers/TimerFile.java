package dev.earmark.timers;

import dev.earmark.base.Clock;
import dev.earmark.base.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file {@code timers.json}. It is replaced as a whole: written beside, forced to the disk and
 * renamed, so a crash leaves the old content or the new one. A file that cannot be read is kept
 * under another name.
 */
final class TimerFile {
  private static final Logger log = LoggerFactory.getLogger(TimerFile.class);
  private static final int VERSION = 1;

  // what lies outside is no time that anybody set, and cannot be reckoned with
  private static final Instant EARLIEST = Instant.parse("1900-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private final Path file;
  private final Clock clock;

  TimerFile(Path folder, Clock clock) {
    this.file = folder.resolve("timers.json");
    this.clock = clock;
  }

  /**
   * One timer as it is kept.
   *
   * @param repeat as {@link Timer.Repeat#parse} reads it
   * @param timeOfDay local time of a timer that repeats, else null
   */
  record Stored(
      String id,
      Timer.Kind kind,
      String name,
      Instant at,
      long durationS,
      String repeat,
      @Nullable LocalTime timeOfDay) {
    static Stored of(Timer t, @Nullable LocalTime timeOfDay) {
      return new Stored(
          t.id(), t.kind(), t.name(), t.at(), t.durationS(), t.repeat().text(), timeOfDay);
    }

    Timer timer() {
      return new Timer(id, kind, name, at, durationS, Timer.Repeat.parse(repeat));
    }

    /** Something that rang is kept without its time of day. */
    boolean isWholeOnce() {
      return isWhole(/* needsTime= */ false);
    }

    private boolean isWhole() {
      return isWhole(/* needsTime= */ true);
    }

    private boolean isWhole(boolean needsTime) {
      if (id == null || kind == null || name == null || at == null || repeat == null) {
        return false;
      }
      try {
        Timer.Repeat days = Timer.Repeat.parse(repeat);
        boolean timed = !needsTime || !days.repeats() || timeOfDay != null;
        return timed && durationS >= 0 && at.isAfter(EARLIEST) && at.isBefore(LATEST);
      } catch (IllegalArgumentException e) {
        return false; // the file is moved aside with its name
      }
    }
  }

  /**
   * A timer that rang when this was written.
   *
   * @param since when it began to
   */
  record Rang(Stored timer, Instant since) {
    private static boolean isWhole(@Nullable Rang rang) {
      return rang != null
          && rang.since() != null
          && rang.since().isAfter(EARLIEST)
          && rang.since().isBefore(LATEST)
          && rang.timer() != null
          && rang.timer().isWholeOnce();
    }
  }

  /**
   * The whole file.
   *
   * @param zone in which times of day were meant, or null in a file of before
   * @param ringing what rang, or null in a file of before
   */
  record Content(
      int version,
      long nextId,
      @Nullable String zone,
      List<Stored> timers,
      @Nullable List<Rang> ringing) {
    static final Content EMPTY = of(1, ZoneOffset.UTC, List.of(), List.of());

    static Content of(long nextId, ZoneId zone, List<Stored> timers, List<Rang> ringing) {
      return new Content(VERSION, nextId, zone.getId(), timers, ringing);
    }

    List<Rang> rang() {
      return ringing == null ? List.of() : ringing;
    }

    private boolean isWhole() {
      return version == VERSION
          && timers != null
          && timers.stream().allMatch(t -> t != null && t.isWhole())
          && rang().stream().allMatch(Rang::isWhole)
          && isZone();
    }

    private boolean isZone() {
      try {
        return zone == null || !ZoneId.of(zone).getId().isEmpty();
      } catch (DateTimeException e) {
        return false; // the file is moved aside with its name
      }
    }
  }

  Path path() {
    return file;
  }

  /** Reads the timers; empty when there is no file or a damaged one, which is moved aside. */
  Content read() throws IOException {
    String text;
    try {
      text = Files.readString(file);
    } catch (NoSuchFileException e) {
      return Content.EMPTY;
    } catch (IOException e) {
      return moveAside(e.toString());
    }
    try {
      Content content = JSON.readValue(text, Content.class);
      if (content != null && content.isWhole()) {
        return content;
      }
      return moveAside("it has not the expected fields");
    } catch (JacksonException e) {
      return moveAside(e.getOriginalMessage());
    }
  }

  private Content moveAside(String reason) throws IOException {
    Path aside = file.resolveSibling("timers.json.damaged-" + clock.now().getEpochSecond());
    Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    log.error("{} cannot be read ({}); it is kept as {}, no timer is set", file, reason, aside);
    return Content.EMPTY;
  }

  void write(Content content) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      throw new IOException(file + " has no folder");
    }
    Files.createDirectories(folder);
    WholeFile.replace(file, JSON.writeValueAsBytes(content));
  }
}
