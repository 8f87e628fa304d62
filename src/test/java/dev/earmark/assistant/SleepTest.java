package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/**
 * Whether it sleeps is kept over a restart, by a worker: it used to be written on the assistant's
 * thread, so that a disk that hangs took the voice away.
 */
final class SleepTest {
  private final FakeEars ears = new FakeEars();
  private final FakeStore store = new FakeStore();
  private final Deque<Runnable> work = new ArrayDeque<>();
  private final Events events = new Events(new FakeClock());
  private final Sleep sleep = new Sleep(ears, store, work::add, events);

  private boolean keptAsleep() {
    return new Sleep(ears, store, work::add, events).isOn();
  }

  @Test
  void set_goesToSleepAtOnce_andWritesOnAWorker() {
    sleep.set(true);

    assertThat(sleep.isOn()).isTrue();
    assertThat(ears.muted).isTrue();
    assertThat(keptAsleep()).isFalse();
    assertThat(work).hasSize(1);

    work.remove().run();
    assertThat(keptAsleep()).isTrue();
  }

  @Test
  void set_againWhileTheDiskIsSlow_keepsTheNewest_withOneWorkerAtATime() {
    sleep.set(true);
    sleep.set(false);
    sleep.set(true);
    assertThat(work).hasSize(1);
    work.remove().run();
    assertThat(keptAsleep()).isTrue();

    sleep.set(false);
    assertThat(work).hasSize(1);
    work.remove().run();
    assertThat(keptAsleep()).isFalse();
  }

  /** The worker is in the middle of the write when it is woken up again. */
  @Test
  void set_duringTheWrite_isWrittenAfterIt() {
    store.onPut = () -> sleep.set(false);
    sleep.set(true);
    work.remove().run();

    assertThat(work).isEmpty();
    assertThat(keptAsleep()).isFalse();
  }

  @Test
  void brokenStore_isTriedAgainWithTheNextChange() {
    store.broken = true;
    sleep.set(true);
    work.remove().run();
    store.broken = false;
    sleep.set(true);
    work.remove().run();

    assertThat(keptAsleep()).isTrue();
  }

  @Test
  void noWorker_stillSleeps_andIsTriedAgainWithTheNextChange() {
    boolean[] full = {true};
    Sleep crowded =
        new Sleep(
            ears,
            store,
            task -> {
              if (full[0]) {
                throw new RejectedExecutionException("full");
              }
              task.run();
            },
            events);
    crowded.set(true);
    assertThat(ears.muted).isTrue();
    full[0] = false;
    crowded.set(true);

    assertThat(keptAsleep()).isTrue();
  }
}
