package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One download and its state. Thread-safe. */
final class Job implements Download {
  private final String id;
  private final long order;
  private final MediaRequest request;
  private final Clock clock;
  private final CancelFlag cancel = new CancelFlag();
  private final Growth growth = new Growth();
  private final CompletableFuture<Progress> ended = new CompletableFuture<>();
  private volatile boolean urgent;
  private State state = State.WAITING; // guarded by this, as all below
  private long resumedFrom;
  private int attempts;
  private long startedNanos;
  private double elapsedS;
  private @Nullable Failure failure;

  Job(String id, long order, MediaRequest request, boolean urgent, Clock clock) {
    this.id = id;
    this.order = order;
    this.request = request;
    this.urgent = urgent;
    this.clock = clock;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public MediaRequest request() {
    return request;
  }

  @Override
  public CompletionStage<Progress> ended() {
    return ended.minimalCompletionStage();
  }

  @Override
  public synchronized Progress progress() {
    double seconds = elapsedS;
    if (state == State.RUNNING) {
      seconds = (clock.nanoTime() - startedNanos) / 1e9;
    }
    return new Progress(
        state, growth.available(), growth.total(), resumedFrom, attempts, seconds, failure);
  }

  /** Returns what asks this job to end. */
  CancelFlag cancelFlag() {
    return cancel;
  }

  /** Returns what its readers share with it. */
  Growth growth() {
    return growth;
  }

  /** Returns its place among jobs that are as urgent. */
  long order() {
    return order;
  }

  boolean isUrgent() {
    return urgent;
  }

  void makeUrgent() {
    urgent = true;
  }

  synchronized boolean hasEnded() {
    return state != State.WAITING && state != State.RUNNING;
  }

  /** Marks it as running; false when it was cancelled before. */
  synchronized boolean begin() {
    if (state != State.WAITING) {
      return false;
    }
    state = State.RUNNING;
    startedNanos = clock.nanoTime();
    return true;
  }

  synchronized void countAttempt() {
    attempts++;
  }

  synchronized void setResumedFrom(long bytes) {
    resumedFrom = bytes;
  }

  /** Notes why the last attempt failed while more are to come. */
  synchronized void noteFailure(@Nullable Failure why) {
    failure = why;
  }

  /** Ends it; the first call counts. Readers must have been told before. */
  void end(State last, @Nullable Failure why) {
    synchronized (this) {
      if (hasEnded()) {
        return;
      }
      elapsedS = state == State.RUNNING ? (clock.nanoTime() - startedNanos) / 1e9 : 0;
      state = last;
      failure = why;
    }
    ended.complete(progress());
  }
}
