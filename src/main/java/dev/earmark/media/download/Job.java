package dev.earmark.media.download;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.RunLog;
import dev.earmark.media.Download;
import dev.earmark.media.DownloadListener;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.cache.Part;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One download and its state. Thread-safe. */
final class Job implements Download {
  /** So long a download that went well is listed, and one that did not. */
  private static final Duration DONE_LISTED = Duration.ofMinutes(15);

  private static final Duration OTHERS_LISTED = Duration.ofHours(6);

  private static final long TELL_NANOS = 250_000_000;

  private final String id;
  private final long order;
  private final MediaRequest request;
  private final Clock clock;
  private final DownloadListener listener;
  private final Object telling = new Object();
  private boolean endTold; // guarded by telling
  private final Growth growth = new Growth();
  private final CompletableFuture<Progress> ended = new CompletableFuture<>();
  private final @Nullable String runId = RunLog.current();
  private volatile @Nullable Duration pause;
  private volatile long urgentSince; // 0 when it is not urgent
  private volatile CancelFlag run = new CancelFlag();
  private State state = State.WAITING; // guarded by this, as all below
  private Part.@Nullable Kept kept;
  private long resumedFrom;
  private int attempts;
  private boolean cancelled;
  private boolean givesWay;
  private boolean held;
  private long startedNanos;
  private double elapsedS;
  private long endedNanos;
  private @Nullable Failure failure;
  private long toldNanos; // confined to the download thread

  Job(
      String id,
      long order,
      MediaRequest request,
      long urgentSince,
      Clock clock,
      DownloadListener listener) {
    this.id = id;
    this.order = order;
    this.request = request;
    this.urgentSince = urgentSince;
    this.clock = clock;
    this.listener = listener;
    this.toldNanos = clock.nanoTime();
  }

  /** Returns the run that asked for it, or null. */
  @Nullable String runId() {
    return runId;
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
  public @Nullable Duration pause() {
    return pause;
  }

  /** Notes the pause that begins, or null when it is over. */
  void setPause(@Nullable Duration now) {
    pause = now;
  }

  @Override
  public synchronized Progress progress() {
    double seconds = elapsedS;
    if (state == State.RUNNING) {
      seconds = (clock.nanoTime() - startedNanos) / 1e9;
    }
    Part.Kept before = kept;
    if (state == State.PAUSED && before != null && growth.fetched() == 0) {
      return new Progress(
          state, before.bytes(), before.total(), resumedFrom, attempts, seconds, failure);
    }
    return new Progress(
        state, growth.fetched(), growth.total(), resumedFrom, attempts, seconds, failure);
  }

  /** Notes what an earlier life of the daemon has left of it: shown while it is held. */
  synchronized void keeps(Part.Kept before) {
    kept = before;
  }

  /** Returns what asks the run that goes on, or the next one, to end. */
  CancelFlag cancelFlag() {
    return run;
  }

  /**
   * Notes that it is to end: it does not wait or rest again after its run. The caller sets {@link
   * #cancelFlag} then, outside of its own lock.
   *
   * @return whether its run is left to end it; false when it waits, rests or has ended
   */
  synchronized boolean cancel() {
    cancelled = true;
    return state == State.RUNNING;
  }

  /**
   * Ends it after {@link #cancel}, or lets its run do so. Tells the listener, so without a lock.
   *
   * @param running what {@link #cancel} said
   */
  void stop(boolean running) {
    run.set();
    if (!running && !hasEnded()) {
      Failure why = new Failure(Failure.Kind.CANCELLED, "the download was cancelled");
      growth.failed(why);
      end(State.CANCELLED, why);
    }
  }

  /** Asks it to let another one go first; it goes on later where it was. */
  void giveWay() {
    CancelFlag now;
    synchronized (this) {
      givesWay = true;
      now = run;
    }
    now.set();
  }

  /**
   * Holds it: one that waits stops at once, one that runs as soon as it notices.
   *
   * @return the flag that the caller sets, outside of its own lock, so that a run notices; null
   *     when it was held already or has ended
   */
  synchronized @Nullable CancelFlag hold() {
    if (held || cancelled || hasEnded()) {
      return null;
    }
    held = true;
    CancelFlag now = run;
    if (state == State.WAITING) {
      state = State.PAUSED;
      run = new CancelFlag(); // its next run begins unflagged
    }
    return now;
  }

  /**
   * Lets it go on.
   *
   * @return what became of it: WAITING when it is to be queued again, RUNNING when its thread will
   *     do that, null when it was not held
   */
  synchronized @Nullable State letGo() {
    if (!held || cancelled || hasEnded()) {
      return null;
    }
    held = false;
    if (state == State.PAUSED) {
      state = State.WAITING;
    } else {
      givesWay = true; // its run is ending already
    }
    return state;
  }

  synchronized boolean isRunning() {
    return state == State.RUNNING;
  }

  /** Returns whether it was asked to let another one go first and has not done so yet. */
  synchronized boolean givesWay() {
    return givesWay;
  }

  /**
   * Makes it wait again, or rest when it is held, when that is why its run has ended.
   *
   * @return WAITING or PAUSED, or null when it is to end for good
   */
  synchronized @Nullable State back() {
    if (cancelled || !(givesWay || held) || hasEnded()) {
      return null;
    }
    givesWay = false;
    run = new CancelFlag();
    elapsedS = (clock.nanoTime() - startedNanos) / 1e9;
    state = held ? State.PAUSED : State.WAITING;
    failure = null;
    return state;
  }

  /** Returns what its readers share with it. */
  Growth growth() {
    return growth;
  }

  /** Returns its place among jobs that are as urgent. */
  long order() {
    return order;
  }

  /** Returns whether somebody waits to hear it, or listens to it already. */
  boolean isUrgent() {
    return urgentSince > 0 || growth.isRead();
  }

  /** Returns the number of the wish that made it urgent; the newest is the greatest. */
  long urgentSince() {
    return urgentSince;
  }

  void setUrgent(long wish) {
    urgentSince = wish;
  }

  synchronized boolean hasEnded() {
    return state.isEnd();
  }

  /** Returns whether it has ended so long ago that it is not listed any more. */
  synchronized boolean isOld() {
    Duration listed = state == State.DONE ? DONE_LISTED : OTHERS_LISTED;
    return hasEnded() && clock.nanoTime() - endedNanos > listed.toNanos();
  }

  /** Makes one that waits run, from the moment on that it is in no queue any more. */
  synchronized void begin() {
    if (state != State.WAITING) {
      throw new IllegalStateException("download " + id + " was queued while " + state);
    }
    state = State.RUNNING;
    startedNanos = clock.nanoTime();
  }

  /** Tells the listener how it stands; the end is told once, and nothing after it. */
  void tell() {
    synchronized (telling) {
      if (!endTold) {
        endTold = hasEnded();
        listener.changed(this);
      }
    }
  }

  /** Says that bytes came; the listener is told about four times a second. */
  void moved() {
    long now = clock.nanoTime();
    if (now - toldNanos >= TELL_NANOS) {
      toldNanos = now;
      tell();
    }
  }

  synchronized void countAttempt() {
    attempts++;
  }

  synchronized void setResumedFrom(long bytes) {
    resumedFrom = bytes;
  }

  /** Notes why the last attempt failed while more are to come. */
  void noteFailure(@Nullable Failure why) {
    synchronized (this) {
      failure = why;
    }
    tell();
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
      endedNanos = clock.nanoTime();
    }
    tell();
    ended.complete(progress());
  }
}
