package dev.earmark.tools;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.RunLog;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Workers {@code lookup-n} for questions to catalogues whose answer a model wants to read.
 *
 * <p>A tool does not wait for the network; but a search without results is of no use, and local
 * catalogues answer within milliseconds. So the question is asked on a worker, the tool waits for
 * {@link #patience} at most, and the work goes on behind, so that asking again finds its results
 * known. Thread-safe.
 */
public final class Background implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int WAITING = 16;

  private final Duration patience;
  private final ThreadPoolExecutor workers;

  /** Makes it; threads start with the first question. */
  public Background(Duration patience) {
    this.patience = patience;
    AtomicInteger number = new AtomicInteger();
    this.workers =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            work -> {
              Thread thread = new Thread(work, "lookup-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            },
            Background::makeRoom);
    workers.allowCoreThreadTimeOut(true);
  }

  /**
   * Lets the oldest question that waits give way to a new one, which somebody is likelier to wait
   * for; after the end there is nothing but refusals. Whoever has asked is told so at once: without
   * a word it would look like a catalogue that is slow.
   */
  private static void makeRoom(Runnable work, ThreadPoolExecutor pool) {
    Runnable first = pool.isShutdown() ? work : pool.getQueue().poll();
    if (first instanceof Asked<?> refused) {
      refused.refuse();
    }
    if (first != work) {
      pool.execute(work);
    }
  }

  /** A question on its way. */
  private static final class Asked<T> extends FutureTask<T> {
    private final Runnable work = RunLog.carried(super::run);

    Asked(Question<T> question) {
      super(question::ask);
    }

    @Override
    public void run() {
      work.run();
    }

    void refuse() {
      setException(
          new FailureException(
              Failure.Kind.UNAVAILABLE,
              "the catalogues were not asked, because earlier questions still hang; try again in a moment"));
    }
  }

  /** A question to a catalogue. */
  @FunctionalInterface
  public interface Question<T> {
    /** Asks; may block for the network. */
    T ask() throws IOException;
  }

  /**
   * Asks, and waits for the answer as long as the patience lasts.
   *
   * @param cancel ends the waiting, not the question
   * @throws FailureException kind TIMEOUT when there is no answer yet, CANCELLED when the waiting
   *     was cancelled, UNAVAILABLE when it was not asked because too many wait, or the question's
   *     own failure
   */
  public <T> T ask(Question<T> question, CancelFlag cancel) throws FailureException {
    Asked<T> task = new Asked<>(question);
    CancelFlag.Registration hook =
        cancel.onSet(() -> task.cancel(/* mayInterruptIfRunning= */ false));
    workers.execute(task);
    try {
      return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new FailureException(
          new Failure(Failure.Kind.TIMEOUT, "no answer within " + patience.toMillis() + " ms"), e);
    } catch (CancellationException e) {
      throw new FailureException(new Failure(Failure.Kind.CANCELLED, "cancelled"), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FailureException(new Failure(Failure.Kind.CANCELLED, "interrupted"), e);
    } catch (ExecutionException e) {
      throw failure(e.getCause() == null ? e : e.getCause());
    } finally {
      hook.close();
    }
  }

  private static FailureException failure(Throwable cause) {
    if (cause instanceof FailureException known) {
      return known;
    }
    Failure.Kind kind =
        cause instanceof IOException ? Failure.Kind.UNAVAILABLE : Failure.Kind.INTERNAL;
    return new FailureException(new Failure(kind, String.valueOf(cause.getMessage())), cause);
  }

  /** Returns how many questions wait for a worker. */
  int waiting() {
    return workers.getQueue().size();
  }

  /** Ends the workers; does not wait for them. */
  @Override
  public void close() {
    workers.shutdownNow();
  }
}
