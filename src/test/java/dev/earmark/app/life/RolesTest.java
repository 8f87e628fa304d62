package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Role;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RolesTest {
  private static final Duration DEADLINE = Duration.ofMillis(200);

  private final FakeClock clock = new FakeClock();
  private final Lifecycle lifecycle = new Lifecycle(clock);
  private final Roles roles = new Roles(clock, lifecycle);

  @AfterEach
  void close() {
    lifecycle.close();
  }

  @Test
  void stuck_turningLoop_isNotNamed() throws InterruptedException {
    Steps turning = new Steps("turning");
    roles.start(turning, DEADLINE);
    turning.awaitTurn();

    clock.advance(Duration.ofSeconds(9));

    assertThat(roles.stuck()).isEmpty();
  }

  @Test
  void stuck_loopInALongTurn_isNamedUntilItTurnsAgain() throws InterruptedException {
    Steps slow = new Steps("slow");
    roles.start(slow, DEADLINE);
    slow.awaitTurn();

    clock.advance(Duration.ofSeconds(11));
    List<String> during = roles.stuck();
    slow.turn();

    assertThat(during).containsExactly("slow");
    assertThat(roles.stuck()).isEmpty();
  }

  @Test
  void stuck_roleThatMayTakeLong_isNamedOnlyAfterItsOwnTime() throws InterruptedException {
    Steps loading = new Steps("loading");
    roles.start(loading, DEADLINE, Duration.ofMinutes(10));
    loading.awaitTurn();

    clock.advance(Duration.ofMinutes(9));
    List<String> early = roles.stuck();
    clock.advance(Duration.ofMinutes(2));

    assertThat(early).isEmpty();
    assertThat(roles.stuck()).containsExactly("loading");
  }

  @Test
  void stuck_roleThatEndedByItself_isNamed() {
    roles.start(new Ending(), DEADLINE);

    await().until(() -> roles.stuck().equals(List.of("ending")));
  }

  @Test
  void stuck_closedRoles_areNotNamed() throws InterruptedException {
    Steps closing = new Steps("closing");
    roles.start(closing, DEADLINE);
    closing.awaitTurn();

    lifecycle.close();

    assertThat(roles.stuck()).isEmpty();
  }

  /** Turns when it is told to. */
  private static final class Steps implements Role {
    private final String name;
    private final Semaphore began = new Semaphore(0);
    private final Semaphore mayEnd = new Semaphore(0);
    private final CountDownLatch closed = new CountDownLatch(1);

    Steps(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public boolean doWork() throws InterruptedException {
      began.release();
      mayEnd.acquire();
      return closed.getCount() > 0;
    }

    @Override
    public void wakeUp() {
      closed.countDown();
      mayEnd.release();
    }

    void awaitTurn() throws InterruptedException {
      began.acquire();
    }

    void turn() throws InterruptedException {
      mayEnd.release();
      awaitTurn();
    }
  }

  private static final class Ending implements Role {
    @Override
    public String name() {
      return "ending";
    }

    @Override
    public boolean doWork() {
      return false;
    }
  }
}
