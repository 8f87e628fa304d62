package dev.earmark.playback.decode;

import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.shape.Shaping;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Role;
import dev.earmark.base.RunLog;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.media.Decoder;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.pipe.BookPipe;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role {@code decode}: opens sections, decodes them into the {@link BookPipe}, and goes on with
 * the next section by itself, so that the seam has no gap: the pipe holds about two seconds, and so
 * the next file is opened two seconds before it is heard.
 *
 * <p>This is the only thread that waits for bytes. {@link #load} and {@link #unload} come from the
 * player thread and return at once; they close a source that this thread may be waiting for, unless
 * it is complete and can be used again.
 *
 * <p>A failure that may pass (network, time-out, a download that broke off) is tried again at the
 * very place with a growing pause, for {@link #PATIENCE}; a failure that will not pass, or lasts
 * longer, is reported, and the loop rests. It never skips anything: that is the player's decision.
 */
public final class DecodeLoop implements Role {
  private static final Logger log = LoggerFactory.getLogger(DecodeLoop.class);

  /** How long a failure that may pass is tried again. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration TURN = Duration.ofMillis(200);
  private static final double SEAM_S = 0.05;

  /** The share of the catalogue's length that makes a section whole. */
  private static final double WHOLE = 0.98;

  /** A source that waits says so twice a second; this long after the last time it does not. */
  private static final long STILL_WAITS_NANOS = Duration.ofSeconds(5).toNanos();

  /**
   * What to decode.
   *
   * @param runId the run that wanted it, or null; the lines of the log name it
   */
  public record Job(
      long generation,
      Album album,
      int section,
      double atS,
      double speed,
      Tuning tuning,
      @Nullable String runId) {}

  private final SectionFiles files;
  private final Decoder.Factory decoders;
  private final BookPipe pipe;
  private final Prefetcher prefetcher;
  private final int freshPrime;
  private final int wholePrime;
  private final Clock clock;
  private final DecodeReports reports;

  private final Object lock = new Object();
  private @Nullable Job wanted; // guarded by lock
  private @Nullable CancelFlag opening; // guarded by lock
  private @Nullable OpenSection open; // written under lock by the decode thread alone

  private volatile long waitedNanos; // when the source last said that it waits for bytes

  // confined to the decode thread
  private @Nullable Job active;
  private boolean resting = true;
  private final Outbox pending;
  private int section;
  private double nextS;
  private long troubleSinceNanos;
  private int troubles;
  private @Nullable Failure damage; // of the cached file that is being fetched anew
  private double skipFromS; // where what is left out at the end of the section begins
  private boolean cut; // the open file is whole and ends too early
  private long retryAtNanos;

  /**
   * Makes the loop.
   *
   * @param freshPrime frames to queue before a growing file starts to sound
   * @param wholePrime frames to queue before a whole file starts to sound
   * @param shaping what is done to the sound
   */
  public DecodeLoop(
      SectionFiles files,
      Decoder.Factory decoders,
      BookPipe pipe,
      Prefetcher prefetcher,
      int freshPrime,
      int wholePrime,
      Shaping shaping,
      Clock clock,
      DecodeReports reports) {
    this.files = files;
    this.decoders = decoders;
    this.pipe = pipe;
    this.pending = new Outbox(pipe, shaping);
    this.prefetcher = prefetcher;
    this.freshPrime = freshPrime;
    this.wholePrime = wholePrime;
    this.clock = clock;
    this.reports = reports;
    this.waitedNanos = clock.nanoTime() - STILL_WAITS_NANOS;
  }

  @Override
  public String name() {
    return "decode";
  }

  /** Decodes this from now on. */
  public void load(Job job) {
    synchronized (lock) {
      wanted = job;
      OpenSection current = open;
      if (current != null && !current.serves(job)) {
        current.abort();
      }
      cancelOpening();
      lock.notifyAll();
    }
  }

  /** Stops decoding and lets go of the file. */
  public void unload() {
    synchronized (lock) {
      wanted = null;
      if (open != null) {
        open.abort();
      }
      cancelOpening();
      lock.notifyAll();
    }
  }

  private void cancelOpening() {
    if (opening != null) {
      opening.set();
    }
  }

  @Override
  public boolean doWork() throws InterruptedException {
    if (!turn()) {
      Job job = active;
      if (job != null && !pending.isEmpty()) {
        pipe.awaitSpace(job.generation(), TURN);
      } else {
        await();
      }
    }
    return true;
  }

  /**
   * Returns whether it waits for the bytes of a download, which has its own limits and may obey a
   * server that asks for minutes.
   */
  @Override
  public boolean waits() {
    return clock.nanoTime() - waitedNanos < STILL_WAITS_NANOS;
  }

  @Override
  public void wakeUp() {
    unload();
  }

  @Override
  public void onClose() {
    close();
    prefetcher.release();
  }

  @SuppressWarnings("WaitNotInLoop") // the role's loop looks again
  private void await() throws InterruptedException {
    synchronized (lock) {
      if (Objects.equals(wanted, active)) {
        lock.wait(TURN.toMillis());
      }
    }
  }

  /** Does what can be done without waiting for the pipe; returns whether there was something. */
  public boolean turn() {
    Job job;
    synchronized (lock) {
      job = wanted;
    }
    try {
      if (!Objects.equals(job, active)) {
        begin(job);
        return true;
      }
      if (job == null || resting || clock.nanoTime() - retryAtNanos < 0) {
        return false;
      }
      if (!push()) {
        return false;
      }
      if (!resting) {
        work(job);
      }
    } catch (FailureException e) {
      fail(e.failure());
    } catch (IOException e) {
      fail(new Failure(Failure.Kind.UNDECODABLE, String.valueOf(e.getMessage())));
    } catch (RuntimeException e) {
      log.error("decoding {} failed", job, e);
      fail(new Failure(Failure.Kind.INTERNAL, e.toString()));
    }
    return true;
  }

  private void begin(@Nullable Job job) throws IOException {
    active = job;
    RunLog.mark(job == null ? null : job.runId());
    pending.clear();
    troubles = 0;
    retryAtNanos = clock.nanoTime();
    resting = job == null;
    if (job == null) {
      close();
      prefetcher.release();
      return;
    }
    section = job.section();
    nextS = job.atS();
    damage = null;
    pending.begin(job.generation(), job.album());
    OpenSection current = open;
    if (current != null && current.serves(job)) {
      entered(job, current);
    } else {
      close();
    }
  }

  /** Decodes one block, opening the file first when need be. */
  private void work(Job job) throws IOException {
    OpenSection current = open;
    if (current == null) {
      current = openSection(job);
    }
    PcmBlock block = next(current);
    if (block == null) {
      nextSection(job, current, /* left= */ null, nextS, nextS);
    } else {
      double after = current.secondsOfSection();
      double endS = Math.min(current.endS(), skipFromS);
      if (after >= endS) {
        cut(job, current, block, endS, after);
      } else {
        pending.sound(block, section, nextS, after);
        nextS = after;
      }
      troubles = 0;
      damage = null;
      prefetcher.look(job.album(), current.section(), nextS, current.isWhole());
    }
    push();
  }

  /**
   * Decodes a block; null at the end of the file. A file that ends before the length in its header
   * is whole even so when it is as long as the catalogue says.
   */
  private @Nullable PcmBlock next(OpenSection current) throws IOException {
    try {
      return current.decoder().next();
    } catch (FailureException e) {
      double toldS = current.section().durationS();
      boolean endsEarly = e.failure().kind() == Failure.Kind.TRUNCATED && current.isWhole();
      if (endsEarly && toldS > 0 && nextS >= WHOLE * toldS) {
        return null;
      }
      cut = endsEarly;
      throw e;
    }
  }

  private OpenSection openSection(Job job) throws IOException {
    CancelFlag flag = new CancelFlag();
    synchronized (lock) {
      if (!job.equals(wanted)) {
        throw new FailureException(Failure.Kind.CANCELLED, "something else is wanted now");
      }
      opening = flag;
    }
    Section wantedSection = SectionFiles.section(job.album(), section);
    Runnable onWait = () -> waitedNanos = clock.nanoTime();
    OpenSection opened =
        OpenSection.open(files, decoders, job.album(), wantedSection, flag, onWait);
    synchronized (lock) {
      opening = null;
      open = opened;
      if (!job.equals(wanted)) {
        opened.abort();
      }
    }
    entered(job, opened);
    return opened;
  }

  private void entered(Job job, OpenSection current) throws IOException {
    current.go(SectionFiles.section(job.album(), section), nextS, job.speed());
    nextS = Math.max(0, current.secondsOfSection());
    lookForSkip(job, current);
    pipe.prime(job.generation(), current.isWhole() ? wholePrime : freshPrime);
    opened(job, current);
  }

  private void opened(Job job, OpenSection current) {
    reports.opened(job.generation(), section, current.durationS(), current.chapters());
  }

  /** Who has gone into what is left out at the end wants to hear it. */
  private void lookForSkip(Job job, OpenSection current) {
    double end = job.tuning().endOf(current.durationS());
    skipFromS = nextS < end ? end : Double.POSITIVE_INFINITY;
  }

  /** Ends the section inside a block, at its end in the file or where the rest is left out. */
  private void cut(Job job, OpenSection current, PcmBlock block, double endS, double after)
      throws IOException {
    int channels = block.format().channels();
    double share = after > nextS ? (endS - nextS) / (after - nextS) : 0;
    int keep = (int) Math.round(Math.max(0, Math.min(1, share)) * block.frames());
    short[] samples = block.samples();
    if (keep > 0) {
      PcmBlock head = new PcmBlock(block.format(), Arrays.copyOf(samples, keep * channels));
      pending.sound(head, section, nextS, endS);
    }
    short[] rest = Arrays.copyOfRange(samples, keep * channels, samples.length);
    nextSection(job, current, new PcmBlock(block.format(), rest), endS, after);
  }

  /**
   * Goes on with the next section.
   *
   * @param left what was decoded behind the end of this section, or null
   * @param endS where this section ended, in its own seconds
   * @param afterS where {@code left} ends, in seconds of the section that ended
   */
  private void nextSection(
      Job job, OpenSection current, @Nullable PcmBlock left, double endS, double afterS)
      throws IOException {
    Section ended = current.section();
    if (endS < skipFromS) {
      reports.measured(job.generation(), section, endS);
    }
    Optional<Section> next = job.album().after(section);
    if (next.isEmpty()) {
      pending.end();
      return;
    }
    Section following = next.get();
    section = following.number();
    nextS = job.tuning().startOf(following.durationS());
    pending.mark(section, nextS);
    boolean sameFile = following.fileId().equals(ended.fileId());
    boolean seam = Math.abs(following.startS() - (ended.startS() + endS)) < SEAM_S;
    if (left != null && sameFile && seam && nextS == 0) {
      current.enter(following);
      if (left.frames() > 0) {
        pending.sound(left, section, 0, afterS - endS);
        nextS = afterS - endS;
      }
      lookForSkip(job, current);
      opened(job, current);
    } else if (left != null && sameFile) {
      entered(job, current);
    } else {
      close();
    }
  }

  /** Queues what is ready; false when the pipe is full. */
  private boolean push() {
    boolean all = pending.push();
    resting |= pending.hasEnded();
    return all;
  }

  private void fail(Failure latest) {
    // Without a network the damaged file is what is wrong, not that it cannot be had again.
    Failure failure = damage == null ? latest : damage;
    Job job = active;
    boolean isCut = cut;
    cut = false;
    boolean current;
    synchronized (lock) {
      opening = null;
      current = job != null && job.equals(wanted);
    }
    close();
    if (job == null || !current) {
      return;
    }
    long now = clock.nanoTime();
    if (troubles == 0) {
      troubleSinceNanos = now;
    }
    troubles++;
    if (repair(job, failure)) {
      retryAtNanos = now;
      reports.trouble(job.generation(), section, failure);
    } else if (!isCut
        && failure.kind().retriable()
        && now - troubleSinceNanos < PATIENCE.toNanos()) {
      long pause = FIRST_PAUSE.toNanos() << Math.min(troubles - 1, 3);
      retryAtNanos = now + pause;
      log.warn("section {} of {}: {}; trying again", section, job.album().id(), failure);
      reports.trouble(job.generation(), section, failure);
    } else {
      log.warn("section {} of {}: {}", section, job.album().id(), failure);
      pending.end();
      if (isCut || failure.kind() == Failure.Kind.UNDECODABLE) {
        discard(job);
      }
      reports.failed(job.generation(), section, nextS, failure, isCut);
    }
  }

  /**
   * Throws a damaged file of the cache away, so that the next try fetches it anew; false when it
   * was not from the cache, or is damaged at its source too.
   */
  private boolean repair(Job job, Failure failure) {
    Section bad = job.album().section(section).orElse(null);
    if (failure.kind() != Failure.Kind.UNDECODABLE
        || damage != null
        || bad == null
        || !files.isCached(job.album(), bad)) {
      return false;
    }
    log.warn("section {} of {}: {}; fetching it anew", section, job.album().id(), failure);
    damage = failure;
    discard(job);
    return !files.isCached(job.album(), bad);
  }

  /** A damaged file that stayed in the cache would fail for ever. */
  private void discard(Job job) {
    try {
      Section damaged = job.album().section(section).orElse(null);
      if (damaged != null) {
        files.discard(job.album(), damaged);
      }
    } catch (IOException e) {
      log.warn("the damaged file stays in the cache: {}", e.getMessage());
    }
  }

  private void close() {
    OpenSection current;
    synchronized (lock) {
      current = open;
      open = null;
    }
    if (current != null) {
      current.close();
    }
  }
}
