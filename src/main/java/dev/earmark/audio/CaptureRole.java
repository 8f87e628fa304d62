package dev.earmark.audio;

import dev.earmark.base.Backoff;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Role;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The role {@code capture}: keeps a microphone open and its blocks flowing into the {@link
 * PcmRing}.
 *
 * <p>Opening and reading a device may hang, so they happen on a thread of their own, {@code
 * capture-read}, one for each opened microphone; the role only watches it. It is given up, and the
 * microphone opened again after 1, 2, 4 … 30 s, one that has worked after 1, 2, 2 … s, when
 *
 * <ul>
 *   <li>opening or reading fails,
 *   <li>opening takes longer than 10 s,
 *   <li>no block comes for 3 s,
 *   <li>nothing but exact zeros comes for 10 s. A device that gives zeros after a reopen as well is
 *       asked again after twice the time; one that gives sound after zeros by itself is muted
 *       between sounds by its nature, and its zeros are no fault any more.
 * </ul>
 *
 * <p>There is one reader at a time: while a device that was given up still hangs, no other is
 * opened, since each try would add a thread that hangs as well.
 *
 * <p>A microphone that clips, whose samples are off the zero line ({@link SignalWatch}), or that
 * has a {@linkplain Microphone#problem() problem} of its own, stays in use; its health says so.
 *
 * <p>Blocks that were dropped because nobody took them in time are told in the health text, at most
 * every 10 s, until none has been dropped for a minute.
 *
 * <p>At the end of a file it says so to the ring and idles. Stream time is {@link
 * PcmRing#takenFrame()}, 16,000 frames a second. Health part: {@code microphone}, of a further one
 * {@code microphone NAME}.
 */
public final class CaptureRole implements Role {
  private static final Logger log = LoggerFactory.getLogger(CaptureRole.class);
  private static final String PART = "microphone";
  private static final Duration TURN = Duration.ofMillis(100);
  private static final Duration LONGEST_OPEN = Duration.ofSeconds(10);
  private static final Duration LONGEST_STALL = Duration.ofSeconds(3);

  /** Killing a program takes a few milliseconds; a driver that hangs shall not hold up the end. */
  private static final Duration LONGEST_CLOSE = Duration.ofMillis(300);

  private static final Duration DROPS_EVERY = Duration.ofSeconds(10);
  private static final Duration DROPS_FORGOTTEN = Duration.ofMinutes(1);
  private static final long ZERO_FRAMES = 10L * AudioFormat.SPEECH.sampleRateHz();
  private static final long MUTED_FRAMES = AudioFormat.SPEECH.sampleRateHz();

  private final String name;
  private final String part;
  private final Microphone.Opener opener;
  private final PcmRing ring;
  private final Clock clock;
  private final Health health;
  private final Backoff backoff = new Backoff();
  private @Nullable Reader reader;
  private @Nullable Reader givenUp;
  private final Set<String> told = new HashSet<>();
  private boolean idle;
  private boolean reported;
  private @Nullable String signalTold;
  private boolean zerosAreNormal;
  private long zeroLimit = ZERO_FRAMES;
  private long nextTryNanos;
  private long droppedTold;
  private long droppedToldNanos;

  /** Makes the role; nothing is opened before it runs. */
  public CaptureRole(Microphone.Opener opener, PcmRing ring, Clock clock, Health health) {
    this("", opener, ring, clock, health);
  }

  /**
   * Makes the role of a further microphone.
   *
   * @param microphone its name; empty for the only or first one
   */
  public CaptureRole(
      String microphone, Microphone.Opener opener, PcmRing ring, Clock clock, Health health) {
    this.name = microphone.isEmpty() ? "capture" : "capture-" + microphone;
    this.part = microphone.isEmpty() ? PART : PART + " " + microphone;
    this.opener = opener;
    this.ring = ring;
    this.clock = clock;
    this.health = health;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void onStart() {
    nextTryNanos = clock.nanoTime();
  }

  @Override
  public boolean doWork() throws InterruptedException {
    Reader running = reader;
    if (idle) {
      clock.sleep(TURN);
    } else if (running == null) {
      openWhenDue();
    } else {
      running.awaitEnd(TURN);
      watch(running);
    }
    return true;
  }

  @Override
  public void onClose() {
    Reader running = reader;
    reader = null;
    if (running != null) {
      Thread closing = running.abandon("the daemon ends");
      givenUp = running;
      awaitClosed(closing);
    }
  }

  /** A program that was not killed before the daemon is gone would live on. */
  private static void awaitClosed(@Nullable Thread closing) {
    try {
      if (closing != null) {
        closing.join(LONGEST_CLOSE.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void openWhenDue() throws InterruptedException {
    Duration left = Duration.ofNanos(nextTryNanos - clock.nanoTime());
    if (left.compareTo(Duration.ZERO) > 0) {
      clock.sleep(left.compareTo(TURN) < 0 ? left : TURN);
      return;
    }
    if (givenUp != null && !givenUp.isOver()) {
      health.problem(part, givenUp.reason() + "; it still hangs and is waited for");
      clock.sleep(TURN);
      return;
    }
    givenUp = null;
    reported = false;
    reader = new Reader(opener, ring, clock).start();
  }

  private void watch(Reader running) {
    Throwable failure = running.failure();
    if (failure != null) {
      failed(running, failure);
      return;
    }
    if (running.gaveSound()) {
      report(running);
      reportSignal(running);
      reportDropped(running);
    }
    if (running.ended()) {
      reader = null;
      idle = true;
      ring.end();
      health.ok(part, running.description() + " has been read to its end");
      return;
    }
    String stall = running.stalled();
    if (stall != null) {
      lost(running, stall);
      return;
    }
    watchZeros(running);
  }

  private void watchZeros(Reader running) {
    if (running.longestZerosBeforeSound() >= MUTED_FRAMES) {
      zerosAreNormal = true;
    }
    if (running.zeroFrames() >= zeroLimit && running.live() && !zerosAreNormal) {
      long seconds = zeroLimit / AudioFormat.SPEECH.sampleRateHz();
      zeroLimit *= 2;
      lost(running, "it has given nothing but digital silence for " + seconds + " s; is it muted?");
    }
  }

  private void report(Reader running) {
    if (reported) {
      return;
    }
    reported = true;
    signalTold = null;
    backoff.reset();
    told.clear();
    String warning = running.warning();
    if (warning == null) {
      health.ok(part, running.description());
      log.info("{}: {}", part, running.description());
    } else {
      health.problem(part, warning);
      log.warn("{}: {}", part, warning);
    }
  }

  private void reportSignal(Reader running) {
    String problem = running.signalProblem();
    if (running.warning() != null || Objects.equals(problem, signalTold)) {
      return;
    }
    signalTold = problem;
    if (problem == null) {
      health.ok(part, running.description());
    } else {
      health.problem(part, running.description() + ": " + problem);
      log.warn("{} {}: {}", part, running.description(), problem);
    }
  }

  private void reportDropped(Reader running) {
    long dropped = ring.dropped();
    long sinceToldNanos = clock.nanoTime() - droppedToldNanos;
    if (running.warning() != null || signalTold != null) {
      return; // what is wrong with the device matters more
    }
    if (dropped > droppedTold && (droppedTold == 0 || sinceToldNanos > DROPS_EVERY.toNanos())) {
      droppedTold = dropped;
      droppedToldNanos = clock.nanoTime();
      String what = dropped + " blocks of 20 ms were lost since listening does not keep up";
      health.ok(part, running.description() + "; " + what);
      log.warn("{}: {}", part, what);
    } else if (droppedToldNanos != 0 && sinceToldNanos > DROPS_FORGOTTEN.toNanos()) {
      droppedToldNanos = 0;
      health.ok(part, running.description());
    }
  }

  private void failed(Reader running, Throwable failure) {
    if (failure instanceof FailureException known
        && known.failure().kind() == Failure.Kind.NOT_ALLOWED) {
      reader = null;
      idle = true;
      health.ok(part, known.failure().detail());
      return;
    }
    log.debug("no microphone", failure);
    lost(running, FailureException.sentence(failure));
  }

  private void lost(Reader running, String reason) {
    running.abandon(reason);
    givenUp = running;
    reader = null;
    Duration pause = backoff.next();
    nextTryNanos = clock.nanoTime() + pause.toNanos();
    // A machine without a microphone is asked for days: each reason is news once.
    log.atLevel(told.add(reason) ? Level.WARN : Level.DEBUG)
        .log("no {}: {}; next try in {} s", part, reason, pause.toSeconds());
    health.problem(part, reason + " (next try in " + pause.toSeconds() + " s)");
  }

  /** Opens one microphone and reads it until it fails, ends or is given up. */
  private static final class Reader implements Runnable {
    private final Microphone.Opener opener;
    private final PcmRing ring;
    private final Clock clock;
    private final long startedNanos;
    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable Microphone microphone; // guarded by this
    private @Nullable Throwable failure; // guarded by this
    private boolean ended; // guarded by this
    private boolean abandoned; // guarded by this
    private String reason = ""; // guarded by this
    private boolean sound; // guarded by this
    private long lastBlockNanos; // guarded by this
    private long zeroFrames; // guarded by this
    private long longestZeros; // guarded by this
    private final SignalWatch signal = new SignalWatch();

    Reader(Microphone.Opener opener, PcmRing ring, Clock clock) {
      this.opener = opener;
      this.ring = ring;
      this.clock = clock;
      this.startedNanos = clock.nanoTime();
    }

    Reader start() {
      daemon("capture-read", this);
      return this;
    }

    private static Thread daemon(String name, Runnable work) {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      thread.start();
      return thread;
    }

    @Override
    public void run() {
      try {
        Microphone opened = opener.open();
        boolean late;
        synchronized (this) {
          microphone = opened;
          late = abandoned;
          lastBlockNanos = clock.nanoTime();
        }
        if (late) {
          opened.close();
        } else {
          readAll(opened);
        }
      } catch (InterruptedException e) {
        end(/* readToEnd= */ false, null);
      } catch (Exception | LinkageError e) {
        end(/* readToEnd= */ false, e);
      } finally {
        over.countDown();
      }
    }

    private void readAll(Microphone opened) throws Exception {
      while (true) {
        PcmBlock block = opened.read();
        if (block == null) {
          end(/* readToEnd= */ true, null);
          return;
        }
        signal.accept(block);
        if (!note(block)) {
          return;
        }
        if (opened.live()) {
          ring.put(block);
          continue;
        }
        while (!ring.putWaiting(block, TURN)) {
          if (isAbandoned()) {
            return;
          }
        }
      }
    }

    private synchronized boolean note(PcmBlock block) {
      sound = true;
      lastBlockNanos = clock.nanoTime();
      if (isZero(block)) {
        zeroFrames += block.frames();
      } else {
        longestZeros = Math.max(longestZeros, zeroFrames);
        zeroFrames = 0;
      }
      return !abandoned;
    }

    private static boolean isZero(PcmBlock block) {
      for (short sample : block.samples()) {
        if (sample != 0) {
          return false;
        }
      }
      return true;
    }

    private synchronized void end(boolean readToEnd, @Nullable Throwable problem) {
      ended = readToEnd && !abandoned;
      failure = problem;
    }

    void awaitEnd(Duration wait) throws InterruptedException {
      over.await(wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Lets go of the microphone; closing happens elsewhere, because it may hang too.
     *
     * @return the thread that closes, or null when nothing is open
     */
    @Nullable Thread abandon(String why) {
      Microphone open;
      synchronized (this) {
        abandoned = true;
        reason = why;
        open = microphone;
      }
      return open == null ? null : daemon("capture-close", open::close);
    }

    /** Returns why it was given up. */
    synchronized String reason() {
      return reason;
    }

    /** Returns whether its thread has nothing more to do. */
    boolean isOver() {
      return over.getCount() == 0;
    }

    synchronized boolean isAbandoned() {
      return abandoned;
    }

    synchronized @Nullable Throwable failure() {
      return failure;
    }

    synchronized boolean ended() {
      return ended;
    }

    synchronized boolean gaveSound() {
      return sound;
    }

    synchronized long zeroFrames() {
      return zeroFrames;
    }

    synchronized long longestZerosBeforeSound() {
      return longestZeros;
    }

    synchronized boolean live() {
      Microphone open = microphone;
      return open != null && open.live();
    }

    synchronized String description() {
      Microphone open = microphone;
      return open == null ? "a microphone" : open.description();
    }

    @Nullable String signalProblem() {
      Microphone open;
      synchronized (this) {
        open = microphone;
      }
      String problem = open == null ? null : open.problem();
      return problem == null ? signal.problem() : problem;
    }

    synchronized @Nullable String warning() {
      Microphone open = microphone;
      return open == null ? null : open.warning();
    }

    /** Returns why it is to be given up, or null. */
    synchronized @Nullable String stalled() {
      Microphone open = microphone;
      long now = clock.nanoTime();
      if (open == null) {
        return now - startedNanos > LONGEST_OPEN.toNanos()
            ? "the device did not open within " + LONGEST_OPEN.toSeconds() + " s"
            : null;
      }
      if (open.live() && now - lastBlockNanos > LONGEST_STALL.toNanos()) {
        return open.description()
            + " has given no sound for "
            + LONGEST_STALL.toSeconds()
            + " s; try it by hand, or change "
            + open.setting();
      }
      return null;
    }
  }
}
