package dev.earmark.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.timers.Timer.Kind;
import dev.earmark.timers.Timer.Repeat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimersTest {
  private static final ZoneId SHANGHAI = ZoneId.of("Asia/Shanghai");
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @TempDir Path folder;
  private final FakeClock clock = new FakeClock(); // Thursday 2026-01-01T00:00Z, 08:00 in Shanghai
  private final Events events = new Events(clock);
  private final Health health = new Health();
  private final List<Fired> fired = new ArrayList<>();

  private Timers open(Clock with, ZoneId zone) {
    Timers timers = new Timers(folder, with, () -> zone, TimerSettings.DEFAULT, events, health);
    timers.onFired(fired::add);
    return timers;
  }

  private Timers open() {
    return open(clock, SHANGHAI);
  }

  /** Turns the role for a time; the fake clock moves on as the role sleeps. */
  private void run(Timers timers, Duration time) throws InterruptedException {
    TimerRole role = new TimerRole(timers, () -> {}, clock);
    Instant end = clock.now().plus(time);
    while (clock.now().isBefore(end)) {
      assertThat(role.doWork()).isTrue();
    }
  }

  @Test
  void countdown_whenOver_firesOnceAtItsTime() throws Exception {
    Timers timers = open();
    Timer egg = timers.in(Duration.ofSeconds(90), Kind.TIMER, " 鸡蛋 ");
    assertThat(egg.name()).isEqualTo("鸡蛋");
    assertThat(egg.durationS()).isEqualTo(90);
    run(timers, Duration.ofSeconds(89));
    assertThat(fired).isEmpty();
    run(timers, Duration.ofSeconds(2));
    assertThat(fired).containsExactly(new Fired(egg, Fired.Outcome.ON_TIME, 0));
    run(timers, Duration.ofSeconds(30));
    assertThat(fired).hasSize(1);
    assertThat(timers.list()).isEmpty();
    assertThat(events.since(0))
        .extracting(Events.Event::type)
        .containsExactly("timer.set", "timer.fired");
  }

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
  void list_severalTimers_nextOneFirst() throws Exception {
    Timers timers = open();
    Timer later = timers.in(Duration.ofMinutes(20), Kind.TIMER, "tea");
    Timer sooner = timers.in(Duration.ofMinutes(5), Kind.REMINDER, "call");
    Timer alarm = timers.at(LocalTime.of(8, 10), Kind.ALARM, "", Repeat.NONE);
    assertThat(timers.list()).containsExactly(sooner, alarm, later);
  }

  @Test
  void alarm_timeOfDayPassed_isTomorrow() throws Exception {
    Timers timers = open();
    Timer passed = timers.at(LocalTime.of(7, 0), Kind.ALARM, "", Repeat.NONE);
    Timer ahead = timers.at(LocalTime.of(9, 0), Kind.ALARM, "", Repeat.NONE);
    assertThat(passed.at()).isEqualTo(Instant.parse("2026-01-01T23:00:00Z"));
    assertThat(ahead.at()).isEqualTo(Instant.parse("2026-01-01T01:00:00Z"));
  }

  @Test
  void weekdays_overAWeekend_ringsFiveTimesAWeek() throws Exception {
    Timers timers = open();
    timers.at(LocalTime.of(9, 0), Kind.ALARM, "work", Repeat.WEEKDAYS);
    for (int minute = 0; minute < 7 * 24 * 60; minute++) {
      timers.tick();
      clock.advance(Duration.ofMinutes(1));
    }
    assertThat(fired)
        .extracting(f -> f.timer().at().toString())
        .containsExactly(
            "2026-01-01T01:00:00Z",
            "2026-01-02T01:00:00Z",
            "2026-01-05T01:00:00Z",
            "2026-01-06T01:00:00Z",
            "2026-01-07T01:00:00Z");
    assertThat(timers.list()).hasSize(1);
  }

  @Test
  void daily_overTheChangeToSummerTime_keepsItsTimeOfDay() throws Exception {
    clock.advance(Duration.between(clock.now(), Instant.parse("2026-03-28T12:00:00Z")));
    Timers timers = open(clock, BERLIN);
    timers.at(LocalTime.of(2, 30), Kind.ALARM, "", Repeat.DAILY);
    for (int minute = 0; minute < 3 * 24 * 60; minute++) {
      timers.tick();
      clock.advance(Duration.ofMinutes(1));
    }
    assertThat(fired)
        .extracting(f -> f.timer().at().atZone(BERLIN).toLocalTime().toString())
        .containsExactly("03:30", "02:30", "02:30");
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

  @Test
  void offForDays_repeatingAlarm_countsOnlyTheLastTime() throws Exception {
    open().at(LocalTime.of(9, 0), Kind.ALARM, "up", Repeat.DAILY);
    clock.advance(Duration.ofDays(3).plusMinutes(80)); // 09:20 in Shanghai
    Timers after = open();
    after.tick();
    assertThat(fired)
        .singleElement()
        .satisfies(
            f -> {
              assertThat(f.outcome()).isEqualTo(Fired.Outcome.LATE);
              assertThat(f.lateS()).isEqualTo(20 * 60);
            });
    assertThat(after.list())
        .singleElement()
        .satisfies(t -> assertThat(t.at()).isEqualTo(Instant.parse("2026-01-05T01:00:00Z")));
  }

  @Test
  void cancel_byIdNameOrPartOfIt_removesForGood() throws Exception {
    Timers timers = open();
    Timer first = timers.in(Duration.ofMinutes(1), Kind.TIMER, "Pasta");
    Timer second = timers.in(Duration.ofMinutes(2), Kind.TIMER, "pasta sauce");
    Timer third = timers.in(Duration.ofMinutes(3), Kind.TIMER, "");
    assertThat(timers.cancel("nothing such")).isEmpty();
    assertThat(timers.cancel("")).isEmpty();
    assertThat(timers.cancel("PASTA")).containsExactly(first);
    assertThat(timers.cancel("sauce")).containsExactly(second);
    assertThat(timers.cancel(third.id())).containsExactly(third);
    assertThat(open().list()).isEmpty();
    run(timers, Duration.ofMinutes(5));
    assertThat(fired).isEmpty();
  }

  @Test
  void cancelAll_removesEverything() throws Exception {
    Timers timers = open();
    timers.in(Duration.ofMinutes(1), Kind.TIMER, "");
    timers.at(LocalTime.NOON, Kind.ALARM, "", Repeat.DAILY);
    assertThat(timers.cancelAll()).hasSize(2);
    assertThat(timers.list()).isEmpty();
  }

  @Test
  void cancel_repeatingAlarmFromItsOwnListener_staysCancelled() throws Exception {
    Timers timers = open();
    Timer alarm = timers.at(LocalTime.of(9, 0), Kind.ALARM, "", Repeat.DAILY);
    timers.onFired(
        f -> {
          timers.cancel(alarm.id()); // stops the ringing
          timers.cancel(alarm.id()); // calls it off
        });
    clock.advance(Duration.ofHours(1));
    timers.tick();
    assertThat(timers.list()).isEmpty();
  }

  @Test
  void listenerThatFails_doesNotStopTheOthers() throws Exception {
    Timers timers =
        new Timers(folder, clock, () -> SHANGHAI, TimerSettings.DEFAULT, events, health);
    timers.onFired(
        f -> {
          throw new IllegalStateException("thrown by the test");
        });
    timers.onFired(fired::add);
    timers.in(Duration.ofSeconds(1), Kind.TIMER, "");
    clock.advance(Duration.ofSeconds(1));
    timers.tick();
    assertThat(fired).hasSize(1);
    assertThat(timers.list()).isEmpty();
  }

  @Test
  void clockIsSet_countdownKeepsItsLength() throws Exception {
    JumpingClock jumping = new JumpingClock(clock);
    Timers timers = open(jumping, SHANGHAI);
    timers.in(Duration.ofMinutes(10), Kind.TIMER, "");
    jumping.jump = Duration.ofDays(20_000);
    timers.tick();
    assertThat(fired).isEmpty();
    assertThat(timers.list().get(0).at()).isEqualTo(jumping.now().plus(Duration.ofMinutes(10)));
    clock.advance(Duration.ofMinutes(10));
    timers.tick();
    assertThat(fired).extracting(Fired::outcome).containsExactly(Fired.Outcome.ON_TIME);
  }

  @Test
  void in_lengthThatMakesNoSense_isRefused() {
    Timers timers = open();
    assertThatThrownBy(() -> timers.in(Duration.ZERO, Kind.TIMER, ""))
        .isInstanceOf(FailureException.class);
    assertThatThrownBy(() -> timers.in(Duration.ofDays(500), Kind.TIMER, ""))
        .isInstanceOf(FailureException.class);
    assertThatThrownBy(() -> timers.at(clock.now(), Kind.REMINDER, ""))
        .isInstanceOf(FailureException.class);
    assertThat(timers.list()).isEmpty();
  }

  @Test
  void in_tooMany_isRefused() throws Exception {
    Timers timers = open();
    for (int i = 0; i < 200; i++) {
      timers.in(Duration.ofMinutes(1), Kind.TIMER, "");
    }
    assertThatThrownBy(() -> timers.in(Duration.ofMinutes(1), Kind.TIMER, ""))
        .hasMessageContaining("cancel some");
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

  /** A clock whose wall time can be set while the monotonic one goes on. */
  private static final class JumpingClock implements Clock {
    private final FakeClock clock;
    private Duration jump = Duration.ZERO;

    JumpingClock(FakeClock clock) {
      this.clock = clock;
    }

    @Override
    public Instant now() {
      return clock.now().plus(jump);
    }

    @Override
    public long nanoTime() {
      return clock.nanoTime();
    }

    @Override
    public void sleep(Duration time) {
      clock.sleep(time);
    }
  }

  // ---- what rings until it is stopped ----

  @Test
  void alarm_thatNobodyStops_ringsUntilTheLimit() throws Exception {
    Timers timers = open();
    Timer egg = timers.in(Duration.ofSeconds(10), Kind.TIMER, "egg");
    run(timers, Duration.ofSeconds(11));
    assertThat(timers.ringing()).containsExactly(egg);
    run(timers, Duration.ofMinutes(4));
    assertThat(timers.ringing()).containsExactly(egg);
    run(timers, Duration.ofSeconds(61));
    assertThat(timers.ringing()).isEmpty();
    assertThat(events.since(0))
        .extracting(Events.Event::type)
        .containsExactly("timer.set", "timer.fired", "timer.unanswered");
  }

  @Test
  void quiet_stopsAllThatRing_andTheDailyOneRingsTomorrow() throws Exception {
    Timers timers = open();
    timers.at(LocalTime.of(8, 1), Kind.ALARM, "起床", Repeat.DAILY);
    timers.in(Duration.ofSeconds(60), Kind.TIMER, "egg");
    run(timers, Duration.ofSeconds(62));
    assertThat(timers.quiet()).extracting(Timer::name).containsExactlyInAnyOrder("起床", "egg");
    assertThat(timers.ringing()).isEmpty();
    assertThat(timers.list()).extracting(Timer::name).containsExactly("起床");
    assertThat(timers.list().get(0).at()).isEqualTo(Instant.parse("2026-01-02T00:01:00Z"));
  }

  @Test
  void cancel_ofOneThatRings_stopsIt_andLeavesTheDailyOneSet() throws Exception {
    Timers timers = open();
    Timer alarm = timers.at(LocalTime.of(8, 1), Kind.ALARM, "起床", Repeat.DAILY);
    timers.in(Duration.ofSeconds(60), Kind.TIMER, "egg");
    run(timers, Duration.ofSeconds(62));
    assertThat(timers.all()).extracting(Timer::name).containsExactlyInAnyOrder("起床", "egg");
    assertThat(timers.cancel("EGG")).extracting(Timer::name).containsExactly("egg");
    assertThat(timers.ringing()).extracting(Timer::name).containsExactly("起床");
    assertThat(timers.cancel(alarm.id())).hasSize(1);
    assertThat(timers.ringing()).isEmpty();
    assertThat(timers.list()).as("tomorrow").extracting(Timer::name).containsExactly("起床");
    assertThat(timers.cancel(alarm.id())).as("now it is called off").hasSize(1);
    assertThat(timers.all()).isEmpty();
    assertThat(events.since(0))
        .extracting(Events.Event::type)
        .containsSubsequence("timer.stopped", "timer.stopped", "timer.cancelled");
  }

  @Test
  void snooze_withoutRoom_ringsOn() throws Exception {
    Timers timers = open();
    timers.at(LocalTime.of(8, 1), Kind.ALARM, "起床", Repeat.DAILY);
    run(timers, Duration.ofSeconds(61));
    while (timers.list().size() < 200) {
      timers.in(Duration.ofHours(3), Kind.TIMER, "");
    }
    assertThatThrownBy(() -> timers.snooze(Duration.ofMinutes(5)))
        .isInstanceOf(FailureException.class);
    assertThat(timers.ringing()).hasSize(1);
    timers.cancel("2");
    timers.snooze(Duration.ofMinutes(5));
    assertThat(timers.ringing()).isEmpty();
    assertThat(events.since(0))
        .extracting(Events.Event::type)
        .endsWith("timer.set", "timer.stopped");
  }

  @Test
  void snooze_whileItRings_ringsAgainUnderItsNameAndOnlyThen() throws Exception {
    Timers timers = open();
    timers.at(LocalTime.of(8, 1), Kind.ALARM, "起床", Repeat.DAILY);
    run(timers, Duration.ofSeconds(61));
    List<Timer> late = timers.snooze(Duration.ofMinutes(5));
    assertThat(late).extracting(Timer::name, Timer::kind).containsExactly(tuple("起床", Kind.ALARM));
    assertThat(timers.ringing()).isEmpty();
    fired.clear();
    run(timers, Duration.ofMinutes(5).minusSeconds(2));
    assertThat(fired).isEmpty();
    run(timers, Duration.ofSeconds(3));
    assertThat(fired).extracting(f -> f.timer().name()).containsExactly("起床");
    assertThat(timers.ringing()).hasSize(1);
  }

  /** "Snooze" and then "ten minutes more" set two alarms. */
  @Test
  void snooze_saidAgain_movesTheOneThatWasPutOff() throws Exception {
    Timers timers = open();
    timers.in(Duration.ofSeconds(1), Kind.ALARM, "eggs");
    run(timers, Duration.ofSeconds(2));
    timers.snooze(Duration.ofMinutes(5));
    List<Timer> again = timers.snooze(Duration.ofMinutes(10));
    assertThat(again).extracting(Timer::name).containsExactly("eggs");
    assertThat(timers.list()).isEqualTo(again);
    run(timers, Duration.ofMinutes(11));
    timers.quiet();
    assertThat(timers.list()).isEmpty();
  }

  @Test
  void snooze_afterItWasStopped_takesTheLastThatRang_butNotAfterTenMinutes() throws Exception {
    Timers timers = open();
    timers.in(Duration.ofSeconds(5), Kind.ALARM, "first");
    timers.in(Duration.ofSeconds(20), Kind.ALARM, "second");
    run(timers, Duration.ofSeconds(6));
    timers.quiet();
    run(timers, Duration.ofSeconds(16));
    timers.quiet();
    assertThat(timers.snooze(Duration.ofMinutes(1)))
        .extracting(Timer::name)
        .containsExactly("second");
    timers.cancelAll();
    timers.in(Duration.ofSeconds(5), Kind.REMINDER, "pills");
    run(timers, Duration.ofSeconds(6));
    assertThat(timers.ringing()).as("a reminder is told once").isEmpty();
    run(timers, Duration.ofMinutes(11));
    assertThat(timers.snooze(Duration.ofMinutes(1))).isEmpty();
  }

  @Test
  void restart_whileItRings_ringsOnUntilTheLimit() throws Exception {
    Timers before = open();
    before.in(Duration.ofSeconds(5), Kind.ALARM, "起床");
    run(before, Duration.ofSeconds(6));
    fired.clear();
    clock.advance(Duration.ofMinutes(2));

    Timers after = open();
    assertThat(after.ringing()).extracting(Timer::name).containsExactly("起床");
    run(after, Duration.ofSeconds(1));
    assertThat(fired).as("it is told anew").hasSize(1);
    run(after, Duration.ofMinutes(3));
    assertThat(after.ringing()).isEmpty();
    assertThat(open().ringing()).isEmpty();
  }

  @Test
  void restart_longAfterItRang_doesNotRingAgain() throws Exception {
    Timers before = open();
    before.in(Duration.ofSeconds(5), Kind.ALARM, "起床");
    run(before, Duration.ofSeconds(6));
    fired.clear();
    clock.advance(Duration.ofMinutes(6));
    Timers after = open();
    run(after, Duration.ofSeconds(1));
    assertThat(fired).isEmpty();
    assertThat(after.ringing()).isEmpty();
  }

  // ---- days and zones ----

  @Test
  void repeat_onChosenDays_ringsOnThoseOnly() throws Exception {
    Timers timers = open();
    Timer timer = timers.at(LocalTime.of(7, 0), Kind.ALARM, "", Repeat.parse("mon,saturday"));
    assertThat(timer.at()).isEqualTo(Instant.parse("2026-01-02T23:00:00Z")); // Saturday the 3rd
    clock.advance(Duration.between(clock.now(), timer.at()));
    timers.tick();
    assertThat(timers.list().get(0).at()).isEqualTo(Instant.parse("2026-01-04T23:00:00Z"));
    assertThat(open().list().get(0).repeat().text()).isEqualTo("mon,sat");
  }

  @Test
  void parse_ofARepeat_knowsNamesAndDays() {
    assertThat(Repeat.parse("WEEKDAYS")).isEqualTo(Repeat.WEEKDAYS);
    assertThat(Repeat.parse("sun, SAT")).isEqualTo(Repeat.WEEKENDS);
    assertThat(Repeat.parse("")).isEqualTo(Repeat.NONE);
    assertThat(Repeat.parse("mon,tue,wed,thu,fri,sat,sun").text()).isEqualTo("daily");
    assertThatThrownBy(() -> Repeat.parse("never")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Repeat.day("mo")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void once_onADay_isThatDay_andTomorrowInTheSmallHoursIsToday() throws Exception {
    Timers timers = open(); // Thursday, 08:00
    assertThat(timers.on(DayOfWeek.THURSDAY, LocalTime.of(9, 0), Kind.ALARM, "").at())
        .isEqualTo(Instant.parse("2026-01-01T01:00:00Z"));
    assertThat(timers.on(DayOfWeek.THURSDAY, LocalTime.of(7, 0), Kind.ALARM, "").at())
        .isEqualTo(Instant.parse("2026-01-07T23:00:00Z"));
    assertThat(timers.onDay(1, LocalTime.of(9, 0), Kind.ALARM, "").at())
        .isEqualTo(Instant.parse("2026-01-02T01:00:00Z"));
    assertThatThrownBy(() -> timers.onDay(0, LocalTime.of(7, 0), Kind.ALARM, ""))
        .isInstanceOf(FailureException.class);
    clock.advance(Duration.ofHours(17)); // Friday, 01:00
    assertThat(timers.onDay(1, LocalTime.of(7, 0), Kind.ALARM, "").at())
        .isEqualTo(Instant.parse("2026-01-01T23:00:00Z"));
  }

  /** Somebody travels, or sets the machine up only after the daemon runs. */
  @Test
  void anotherZone_whileItRuns_keepsTheTimeOfDayAndTheLengthOfCountdowns() throws Exception {
    AtomicReference<ZoneId> zone = new AtomicReference<>(SHANGHAI);
    Timers timers = new Timers(folder, clock, zone::get, TimerSettings.DEFAULT, events, health);
    timers.at(LocalTime.of(20, 0), Kind.ALARM, "daily", Repeat.DAILY);
    timers.at(LocalTime.of(21, 0), Kind.ALARM, "once", Repeat.NONE);
    Timer countdown = timers.in(Duration.ofHours(30), Kind.TIMER, "countdown");
    zone.set(BERLIN);
    timers.tick();
    assertThat(timers.list())
        .extracting(Timer::name, Timer::at)
        .containsExactly(
            tuple("daily", Instant.parse("2026-01-01T19:00:00Z")),
            tuple("once", Instant.parse("2026-01-01T20:00:00Z")),
            tuple("countdown", countdown.at()));
    assertThat(timers.at(LocalTime.of(22, 0), Kind.ALARM, "new", Repeat.NONE).at())
        .isEqualTo(Instant.parse("2026-01-01T21:00:00Z"));
    assertThat(open(clock, BERLIN).list())
        .hasSize(4)
        .first()
        .extracting(Timer::at)
        .isEqualTo(Instant.parse("2026-01-01T19:00:00Z"));
  }

  @Test
  void anotherZone_dailyAlarm_ringsByItFromThenOn() throws Exception {
    AtomicReference<ZoneId> zone = new AtomicReference<>(SHANGHAI);
    Timers timers = new Timers(folder, clock, zone::get, TimerSettings.DEFAULT, events, health);
    timers.at(LocalTime.of(20, 0), Kind.ALARM, "daily", Repeat.DAILY);
    zone.set(BERLIN);
    timers.tick();
    clock.advance(Duration.between(clock.now(), Instant.parse("2026-01-01T19:00:00Z")));
    timers.tick();
    assertThat(timers.list())
        .first()
        .extracting(Timer::at)
        .isEqualTo(Instant.parse("2026-01-02T19:00:00Z"));
    assertThat(timers.ringing()).hasSize(1);
  }

  @Test
  void restart_inAnotherZone_keepsTheTimeOfDayAndTheLengthOfCountdowns() throws Exception {
    Timers before = open();
    before.at(LocalTime.of(20, 0), Kind.ALARM, "daily", Repeat.DAILY);
    before.at(LocalTime.of(21, 0), Kind.ALARM, "once", Repeat.NONE);
    before.in(Duration.ofHours(30), Kind.TIMER, "countdown");
    Timers after = open(clock, BERLIN);
    assertThat(after.list())
        .extracting(Timer::name, Timer::at)
        .containsExactly(
            tuple("daily", Instant.parse("2026-01-01T19:00:00Z")),
            tuple("once", Instant.parse("2026-01-01T20:00:00Z")),
            tuple("countdown", Instant.parse("2026-01-02T06:00:00Z")));
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
