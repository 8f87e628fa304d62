package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Run;
import dev.earmark.agent.Situation;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.RoleRunner;
import dev.earmark.timers.Ringer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The assistant on its own thread, with real workers. */
final class TurnManagerThreadsTest {
  private final Clock clock = Clock.system();
  private final Events events = new Events(clock);
  private final FakeThinker thinker = new FakeThinker();
  private final ExecutorService workers = Executors.newFixedThreadPool(3);
  private final TurnManager assistant =
      new TurnManager(
          TurnSettings.DEFAULT,
          new TurnPorts(
              thinker,
              new FakeEars(),
              new FakeAnnouncer(),
              new FakeMixer(),
              new FakePlayer(),
              new FakeStore(),
              () -> Situation.Shown.NOTHING,
              events,
              workers,
              Ringer.SILENT,
              clock));
  private final RoleRunner runner = new RoleRunner(assistant, clock, Duration.ofMillis(100));

  @BeforeEach
  void start() {
    runner.start();
  }

  @AfterEach
  void stop() {
    runner.close(Duration.ofSeconds(2));
    workers.shutdownNow();
  }

  @Test
  void commands_fromManyThreads_areAllAnsweredOneAfterTheOther() throws Exception {
    List<CompletableFuture<Run>> runs = new ArrayList<>();
    for (int round = 0; round < 20; round++) {
      for (int i = 0; i < 4; i++) {
        runs.add(assistant.say("现在几点", null, /* aloud= */ false).toCompletableFuture());
      }
      for (CompletableFuture<Run> run : runs) {
        assertThat(run.get(10, TimeUnit.SECONDS).ended()).isEqualTo(Run.Ended.ANSWERED);
      }
    }
    List<String> turns =
        events.since(0).stream()
            .map(Events.Event::type)
            .filter(t -> t.equals("run.started") || t.equals("run.ended"))
            .toList();
    for (int i = 0; i < turns.size(); i++) {
      assertThat(turns.get(i)).isEqualTo(i % 2 == 0 ? "run.started" : "run.ended");
    }
  }

  @Test
  void close_whileARunGoesOn_cancelsItAndEndsInTime() throws Exception {
    CountDownLatch thinking = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    thinker.answers =
        text -> {
          thinking.countDown();
          try {
            assertThat(free.await(10, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return "";
        };
    CompletableFuture<Run> run =
        assistant.say("慢慢想", null, /* aloud= */ false).toCompletableFuture();
    assertThat(thinking.await(10, TimeUnit.SECONDS)).isTrue();

    assertThat(runner.close(Duration.ofSeconds(2))).isTrue();
    assertThat(run.get(1, TimeUnit.SECONDS).ended()).isEqualTo(Run.Ended.CANCELLED);
    assertThat(thinker.flags.get(0).isSet()).isTrue();
    free.countDown();
  }
}
