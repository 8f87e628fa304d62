package dev.earmark.timers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.timers.Timer.Kind;
import dev.earmark.timers.Timer.Repeat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import org.junit.jupiter.api.Test;

/** Setting, listing and cancelling, and countdowns. */
final class TimersTest extends TimersFixture {
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
  void list_severalTimers_nextOneFirst() throws Exception {
    Timers timers = open();
    Timer later = timers.in(Duration.ofMinutes(20), Kind.TIMER, "tea");
    Timer sooner = timers.in(Duration.ofMinutes(5), Kind.REMINDER, "call");
    Timer alarm = timers.at(LocalTime.of(8, 10), Kind.ALARM, "", Repeat.NONE);
    assertThat(timers.list()).containsExactly(sooner, alarm, later);
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
}
