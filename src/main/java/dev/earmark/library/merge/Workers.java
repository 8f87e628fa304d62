package dev.earmark.library.merge;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.RunLog;
import dev.earmark.base.net.NetworkFailures;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads {@code library-n}, on which catalogues are asked, each call with a time limit. A call
 * that passes its limit is cancelled and left behind; while eight hang, further ones are refused.
 */
final class Workers implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Workers.class);
  private static final int MOST = 8;
  private static final int WAITING = 64;

  private final ThreadPoolExecutor pool;

  Workers() {
    AtomicInteger number = new AtomicInteger();
    pool =
        new ThreadPoolExecutor(
            MOST,
            MOST,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            work -> {
              Thread thread = new Thread(work, "library-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  /** Asks a catalogue; the flag is set when it is to stop. */
  @FunctionalInterface
  interface Question<T> {
    T ask(CancelFlag flag) throws IOException;
  }

  /** A question that is being asked. */
  static final class Pending<T> {
    private final String who;
    private final CancelFlag flag = new CancelFlag();
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    private final Duration limit;

    private Pending(String who, Duration limit) {
      this.who = who;
      this.limit = limit;
      answer.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Waits for the answer.
     *
     * @throws FailureException of the catalogue; {@code TIMEOUT} past the limit, {@code CANCELLED}
     *     when the flag is set
     */
    T await(CancelFlag cancel) throws FailureException {
      CancelFlag.Registration hook = cancel.onSet(this::cancel);
      try {
        return answer.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        flag.set();
        throw new FailureException(new Failure(Failure.Kind.CANCELLED, "interrupted"), e);
      } catch (ExecutionException e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw cause instanceof TimeoutException ? timeout(cause) : failure(who, cause);
      } finally {
        hook.close();
      }
    }

    /**
     * Hands the answer over on the thread that brings it; {@code TIMEOUT} past the limit. Exactly
     * one of the two is called.
     */
    void then(Consumer<T> taker, Consumer<FailureException> failed) {
      CompletionStage<T> stage = answer;
      stage.whenComplete(
          (value, thrown) -> {
            try {
              if (thrown == null) {
                taker.accept(value);
              } else {
                failed.accept(
                    thrown instanceof TimeoutException ? timeout(thrown) : failure(who, thrown));
              }
            } catch (RuntimeException e) {
              log.error("the answer of {} could not be taken", who, e);
            }
          });
    }

    private FailureException timeout(Throwable cause) {
      flag.set();
      String detail = who + " did not answer within " + limit.toMillis() / 1_000.0 + " s";
      return new FailureException(new Failure(Failure.Kind.TIMEOUT, detail), cause);
    }

    private void cancel() {
      flag.set();
      answer.completeExceptionally(new FailureException(Failure.Kind.CANCELLED, "cancelled"));
    }
  }

  /** Begins to ask; the limit counts from now. */
  <T> Pending<T> start(String who, Question<T> question, Duration limit) {
    Pending<T> pending = new Pending<>(who, limit);
    try {
      pool.execute(
          RunLog.carried(
              () -> {
                try {
                  pending.answer.complete(question.ask(pending.flag));
                } catch (IOException | RuntimeException e) {
                  pending.answer.completeExceptionally(e);
                }
              }));
    } catch (RejectedExecutionException e) {
      pending.answer.completeExceptionally(
          new FailureException(
              new Failure(
                  Failure.Kind.UNAVAILABLE,
                  who + " was not asked, because earlier questions still hang"),
              e));
    }
    return pending;
  }

  /** Asks and waits for the answer, see {@link Pending#await}. */
  <T> T call(String who, Question<T> question, Duration limit, CancelFlag cancel)
      throws FailureException {
    return start(who, question, limit).await(cancel);
  }

  /** Runs work that nobody waits for; false when it is refused and will not be run. */
  boolean background(Runnable work) {
    try {
      pool.execute(
          RunLog.carried(
              () -> {
                try {
                  work.run();
                } catch (RuntimeException e) {
                  log.error("work in the background failed", e);
                }
              }));
      return true;
    } catch (RejectedExecutionException e) {
      log.warn("work in the background was refused: {}", e.toString());
      return false;
    }
  }

  private static FailureException failure(String who, Throwable cause) {
    if (cause instanceof FailureException failure) {
      return failure;
    }
    if (cause instanceof IOException e) {
      return new FailureException(NetworkFailures.of(who, e), e);
    }
    log.error("the catalogue {} failed", who, cause);
    return new FailureException(
        new Failure(Failure.Kind.INTERNAL, who + " failed: " + cause), cause);
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
