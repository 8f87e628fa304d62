package dev.earmark.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.earmark.base.FailureException;
import dev.earmark.timers.Timer.Kind;
import dev.earmark.timers.Timer.Repeat;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Times of day: days of the week, summer time, other time zones. */
final class TimerDaysTest extends TimersFixture {
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
}
