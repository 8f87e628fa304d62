package dev.earmark.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RoleRunnerTest {
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final CountDownLatch reached = new CountDownLatch(1);

  @Test
  void roleThatFails_isClosedAndStartedAgain() throws InterruptedException {
    Role role =
        new RecordingRole() {
          @Override
          public boolean doWork() {
            if (calls.stream().filter("start"::equals).count() == 1) {
              throw new StackOverflowError("the first time");
            }
            reached.countDown();
            return false;
          }
        };

    RoleRunner runner = new RoleRunner(role, Clock.system(), Duration.ofMillis(1)).start();

    assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(runner.close(Duration.ofSeconds(10))).isTrue();
    assertThat(calls)
        .filteredOn(call -> !call.equals("wake up"))
        .containsExactly("start", "close", "start", "close");
  }

  /**
   * An error out of {@code onClose} used to end the thread, and the role was never started again.
   */
  @Test
  void roleThatFailsWhileItCloses_isStartedAgainAllTheSame() throws InterruptedException {
    Role role =
        new RecordingRole() {
          @Override
          public boolean doWork() {
            if (calls.stream().filter("start"::equals).count() == 1) {
              throw new IllegalStateException("the first time");
            }
            reached.countDown();
            return false;
          }

          @Override
          public void onClose() {
            super.onClose();
            throw new NoClassDefFoundError("while it closes");
          }
        };

    RoleRunner runner = new RoleRunner(role, Clock.system(), Duration.ofMillis(1)).start();

    assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(runner.close(Duration.ofSeconds(10))).isTrue();
    assertThat(calls)
        .filteredOn(call -> !call.equals("wake up"))
        .containsExactly("start", "close", "start", "close");
  }

  @Test
  void close_stuckRole_interruptsItAfterTheDeadline() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    Role role =
        new RecordingRole() {
          @Override
          public boolean doWork() throws InterruptedException {
            reached.countDown();
            never.await();
            return true;
          }
        };
    RoleRunner runner = new RoleRunner(role, Clock.system(), Duration.ofMillis(1)).start();
    reached.await();

    assertThat(runner.close(Duration.ofMillis(50))).isTrue();
    assertThat(runner.isAlive()).isFalse();
    assertThat(calls).contains("wake up", "close");
  }

  private abstract class RecordingRole implements Role {
    @Override
    public String name() {
      return "test-role";
    }

    @Override
    public void onStart() {
      calls.add("start");
    }

    @Override
    public void onClose() {
      calls.add("close");
    }

    @Override
    public void wakeUp() {
      calls.add("wake up");
    }
  }
}
