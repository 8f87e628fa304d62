package dev.earmark.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.timers.Timer.Kind;
import dev.earmark.timers.Timer.Repeat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is kept over a restart, and a file or a disk that fails. */
final class TimerFileTest extends TimersFixture {
  @Test
  void list_whileTheDiskHangs_answersWithTheNewTimer() throws Exception {
    Timers timers = open();
    // Whoever writes into a pipe waits until somebody reads.
    Path pipe = folder.resolve("timers.json.tmp");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<Timer> adding =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return timers.in(Duration.ofMinutes(1), Kind.TIMER, "tea");
              } catch (FailureException e) {
                throw new IllegalStateException(e);
              }
            });
    await()
        .until(
            () ->
                CompletableFuture.supplyAsync(timers::list).get(10, TimeUnit.SECONDS).size() == 1);
    assertThat(adding).isNotDone();
    try (var reader = Files.newInputStream(pipe)) {
      assertThat(reader.readAllBytes()).isNotEmpty();
    }
    Timer tea = adding.get(30, TimeUnit.SECONDS);
    Files.deleteIfExists(pipe);
    assertThat(timers.list()).containsExactly(tea);
    assertThat(timers.cancel("tea")).containsExactly(tea);
    assertThat(timers.list()).isEmpty();
  }

  @Test
  void restart_timersAreStillSet() throws Exception {
    Timers before = open();
    Timer egg = before.in(Duration.ofMinutes(3), Kind.TIMER, "egg");
    Timer alarm = before.at(LocalTime.of(7, 0), Kind.ALARM, "up", Repeat.DAILY);
    clock.advance(Duration.ofMinutes(1));
    Timers after = open();
    assertThat(after.list()).containsExactly(egg, alarm);
    Timer third = after.in(Duration.ofMinutes(1), Kind.TIMER, "");
    assertThat(third.id()).isNotIn(egg.id(), alarm.id());
    run(after, Duration.ofMinutes(3));
    assertThat(fired).extracting(f -> f.timer().id()).containsExactly(third.id(), egg.id());
    assertThat(fired).allMatch(f -> f.outcome() == Fired.Outcome.ON_TIME);
  }

  @Test
  void offAtItsTime_lessThanAnHour_firesLate() throws Exception {
    open().in(Duration.ofMinutes(3), Kind.TIMER, "egg");
    clock.advance(Duration.ofMinutes(40));
    open().tick();
    assertThat(fired)
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.outcome()).isEqualTo(Fired.Outcome.LATE);
              assertThat(f.lateS()).isEqualTo(37 * 60);
            });
  }

  @Test
  void offAtItsTime_anHourOrMore_isReportedAsMissed() throws Exception {
    open().at(LocalTime.of(9, 0), Kind.REMINDER, "medicine", Repeat.NONE);
    clock.advance(Duration.ofHours(2));
    Timers after = open();
    after.tick();
    assertThat(fired).extracting(Fired::outcome).containsExactly(Fired.Outcome.MISSED);
    assertThat(after.list()).isEmpty();
  }

  private static String one(String at, String repeat, String timeOfDay) {
    return "{\"version\":1,\"next_id\":2,\"timers\":[{\"id\":\"1\",\"kind\":\"ALARM\","
        + "\"name\":\"\",\"at\":\""
        + at
        + "\",\"duration_s\":0,\"repeat\":\""
        + repeat
        + "\",\"time_of_day\":"
        + timeOfDay
        + "}]}";
  }

  @Test
  void file_ofAWholeAlarm_isTaken() throws Exception {
    Files.writeString(
        folder.resolve("timers.json"), one("2026-01-02T00:00:00Z", "daily", "\"08:00\""));
    assertThat(open().list()).hasSize(1);
  }

  @Test
  void damagedFile_isKeptAsideAndTimersWork() throws Exception {
    for (String damage :
        List.of(
            "{\"version\":1,\"timers\":[{\"id\"",
            "{}",
            "[]",
            "null",
            "\u0000",
            "{\"version\":1,\"next_id\":1,\"timers\":[null]}",
            "{\"version\":1,\"next_id\":1,\"timers\":[],\"ringing\":[null]}",
            "{\"version\":1,\"next_id\":1,\"timers\":[],"
                + "\"ringing\":[{\"since\":\"2026-01-01T00:00:00Z\"}]}",
            "{\"version\":1,\"next_id\":1,\"zone\":\"Mars/Olympus\",\"timers\":[]}",
            "{\"version\":1,\"next_id\":1,\"zone\":\"\",\"timers\":[]}",
            one("+1000000000-12-31T23:59:59Z", "none", "null"),
            one("2026-01-02T00:00:00Z", "daily", "null"),
            one("2026-01-02T00:00:00Z", "someday", "null"))) {
      Files.writeString(folder.resolve("timers.json"), damage);
      Timers timers = open();
      assertThat(timers.list()).isEmpty();
      timers.in(Duration.ofMinutes(1), Kind.TIMER, "");
      assertThat(open().list()).hasSize(1);
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(p -> p.toString().contains("damaged"))).isNotEmpty();
    }
  }

  @Test
  void fileCannotBeRead_isKeptAsideAndTimersWork() throws Exception {
    Files.createDirectory(folder.resolve("timers.json"));
    Timers timers = open();
    timers.in(Duration.ofMinutes(1), Kind.TIMER, "");
    assertThat(open().list()).hasSize(1);
    assertThat(health.parts()).allMatch(Health.Part::ok);
  }

  @Test
  void fileCannotBeWritten_timersRingAndHealthSaysSo() throws Exception {
    Path blocked = Files.writeString(folder.resolve("blocked"), "x");
    Timers timers =
        new Timers(
            blocked.resolve("state"), clock, () -> SHANGHAI, TimerSettings.DEFAULT, events, health);
    timers.onFired(fired::add);
    timers.in(Duration.ofSeconds(1), Kind.TIMER, "");
    assertThat(health.parts())
        .singleElement()
        .satisfies(part -> assertThat(part.ok()).isFalse())
        .satisfies(part -> assertThat(part.text()).contains("permissions"));
    clock.advance(Duration.ofSeconds(1));
    timers.tick();
    assertThat(fired).hasSize(1);
  }

  @Test
  void file_ofTheVersionBefore_isRead() throws Exception {
    Files.writeString(
        folder.resolve("timers.json"),
        """
        {"version": 1, "next_id": 4, "timers": [{"id": "3", "kind": "ALARM", "name": "起床",
         "at": "2026-01-01T23:00:00Z", "duration_s": 0, "repeat": "WEEKDAYS",
         "time_of_day": "07:00:00"}]}
        """);
    assertThat(open().list())
        .extracting(Timer::name, Timer::repeat)
        .containsExactly(tuple("起床", Repeat.WEEKDAYS));
  }
}
