package dev.earmark.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Questions to catalogues that hang. */
final class BackgroundTest {
  /** Nobody here waits for it to end. */
  private static final Duration LONG = Duration.ofMinutes(5);

  private final CountDownLatch hanging = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private final ExecutorService askers = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    hanging.countDown();
    askers.shutdownNow();
  }

  private CompletableFuture<Object> ask(Background background) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return background.ask(
                () -> {
                  asked.incrementAndGet();
                  awaitQuietly();
                  return "found";
                },
                new CancelFlag());
          } catch (FailureException e) {
            return e.failure();
          }
        },
        askers);
  }

  private void awaitQuietly() {
    try {
      hanging.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Two questions hang and sixteen wait. With one more, the oldest of them is not asked any more;
   * it used to be told as a time-out after the whole patience, as if the catalogue had been asked.
   */
  @Test
  void ask_moreThanMayWait_tellsTheOldestOneAtOnceThatItWasNotAsked() throws Exception {
    try (Background background = new Background(LONG)) {
      List<CompletableFuture<Object>> answers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        answers.add(ask(background));
      }
      await().atMost(LONG).until(() -> asked.get() == 2);
      for (int i = 0; i < 16; i++) {
        answers.add(ask(background));
      }
      await().atMost(LONG).until(() -> background.waiting() == 16);
      answers.add(ask(background));

      Object refused =
          CompletableFuture.anyOf(answers.toArray(CompletableFuture<?>[]::new))
              .get(LONG.toSeconds(), TimeUnit.SECONDS);
      assertThat(refused)
          .isInstanceOfSatisfying(
              Failure.class,
              failure -> {
                assertThat(failure.kind()).isEqualTo(Failure.Kind.UNAVAILABLE);
                assertThat(failure.detail()).contains("were not asked", "try again");
              });
      hanging.countDown();
      await().atMost(LONG).until(() -> answers.stream().allMatch(CompletableFuture::isDone));
      assertThat(answers.stream().filter(answer -> "found".equals(answer.join()))).hasSize(18);
      assertThat(asked).hasValue(18);
    }
  }

  @Test
  void ask_afterTheEnd_isRefusedAtOnce() {
    Background background = new Background(LONG);
    background.close();

    FailureException refused =
        catchThrowableOfType(
            FailureException.class, () -> background.ask(() -> "x", new CancelFlag()));

    assertThat(refused.failure().kind()).isEqualTo(Failure.Kind.UNAVAILABLE);
  }

  @Test
  void ask_slowCatalogue_isATimeOut() {
    try (Background background = new Background(Duration.ofMillis(1))) {
      FailureException late =
          catchThrowableOfType(
              FailureException.class,
              () ->
                  background.ask(
                      () -> {
                        awaitQuietly();
                        return "x";
                      },
                      new CancelFlag()));

      assertThat(late.failure().kind()).isEqualTo(Failure.Kind.TIMEOUT);
    }
  }
}
