package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class LifecycleTest {
  @Test
  void close_severalParts_goesBackwardsAndPastFailuresAndStuckOnes() {
    List<String> closed = new CopyOnWriteArrayList<>();
    CountDownLatch never = new CountDownLatch(1);
    Lifecycle lifecycle = new Lifecycle(Clock.system());
    lifecycle.started("first", Duration.ofSeconds(5), () -> closed.add("first"));
    lifecycle.started(
        "broken",
        Duration.ofSeconds(5),
        () -> {
          closed.add("broken");
          throw new IllegalStateException("cannot close");
        });
    lifecycle.started("stuck", Duration.ofMillis(50), never::await);
    lifecycle.started("last", Duration.ofSeconds(5), () -> closed.add("last"));

    lifecycle.close();
    lifecycle.close();

    assertThat(closed).containsExactly("last", "broken", "first");
  }
}
