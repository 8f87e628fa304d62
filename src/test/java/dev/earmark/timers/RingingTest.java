package dev.earmark.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.earmark.base.Events;
import dev.earmark.base.FailureException;
import dev.earmark.timers.Timer.Kind;
import dev.earmark.timers.Timer.Repeat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What rings until it is stopped or put off. */
final class RingingTest extends TimersFixture {
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
}
