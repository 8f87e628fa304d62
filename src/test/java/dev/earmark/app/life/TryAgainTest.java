package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.Health;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TryAgainTest {
  /** A daemon that had started on a full disk was not found by any command, also later. */
  @Test
  void run_untilTheDiskHasRoom_isAProblemOfHealth_andThenEnds() {
    Health health = new Health();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    AtomicInteger tries = new AtomicInteger();
    TryAgain again =
        new TryAgain(
            "commands",
            "the disk is full; free some space",
            () -> {
              if (tries.incrementAndGet() < 3) {
                throw new IOException("No space left on device");
              }
            },
            health,
            timer);
    assertThat(health.parts()).as("before it has started").isEmpty();
    again.start(Duration.ofDays(1));
    again.run();
    again.run();
    assertThat(health.parts())
        .containsExactly(
            new Health.Part("commands", /* ok= */ false, "the disk is full; free some space"));
    assertThat(timer.isShutdown()).isFalse();
    again.run();
    assertThat(health.parts()).allMatch(Health.Part::ok);
    assertThat(timer.isShutdown()).isTrue();
  }

  /** A fault that was no IOException ended the tries, and nobody was told. */
  @Test
  void start_workWithAFault_isTriedAgainAllTheSame() {
    Health health = new Health();
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    AtomicInteger tries = new AtomicInteger();
    new TryAgain(
            "commands",
            "the disk is full; free some space",
            () -> {
              if (tries.incrementAndGet() < 3) {
                throw new IllegalStateException("a fault");
              }
            },
            health,
            timer)
        .start(Duration.ofMillis(1));
    await().until(timer::isShutdown);
    assertThat(tries).hasValue(3);
    assertThat(health.parts()).singleElement().matches(Health.Part::ok);
  }
}
