package dev.earmark.audio.mix;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Backoff;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Role;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role {@code output}: takes 20 ms after 20 ms from the {@link Mixer}, writes them to the
 * speaker, and tells the mixer what has been heard.
 *
 * <p>The speaker's back-pressure is the only clock of playback. While nothing sounds it goes on
 * writing silence, so that the device stays open, its latency constant, and nothing pops at the
 * next start. The first {@value #LEAD_BLOCKS} blocks after opening are silence, because some
 * devices swallow them.
 *
 * <p>A lost speaker, also one that takes no sound for 5 s ({@link WatchedSpeaker}), is opened again
 * after 1, 2, 4 … 30 s; meanwhile nothing is pulled from the mixer, so the book stands still, and
 * the block that could not be written is written first afterwards, faded in over 10 ms. What the
 * lost device still had buffered counts as heard. Health part: {@code speaker}.
 */
public final class OutputRole implements Role {
  private static final Logger log = LoggerFactory.getLogger(OutputRole.class);
  private static final String PART = "speaker";
  private static final int LEAD_BLOCKS = 8;
  private static final int FADE_FRAMES = 480;

  /** A device that took half a second of sound works. */
  private static final int SETTLED_BLOCKS = 25;

  private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

  private final Mixer mixer;
  private final Speaker.Opener opener;
  private final Clock clock;
  private final Health health;
  private final Backoff backoff = new Backoff();
  private final Duration lookEvery;
  private volatile @Nullable WatchedSpeaker speaker;
  private volatile boolean ending;
  private volatile Listener listener = lost -> {};
  private @Nullable PcmBlock unwritten;
  private @Nullable String reportedWarning;
  private long nextTryNanos;
  private long blocksWritten;
  private boolean fresh; // nothing but silence has been written since the speaker was opened

  /** Whoever wants to know whether anything can be heard. */
  @FunctionalInterface
  public interface Listener {
    /** There is no speaker, or there is one again; called on the output thread, must not block. */
    void speakerLost(boolean lost);
  }

  /** Makes the role; nothing is opened before it runs. */
  public OutputRole(Mixer mixer, Speaker.Opener opener, Clock clock, Health health) {
    this(mixer, opener, clock, health, WatchedSpeaker.LOOK_EVERY);
  }

  OutputRole(Mixer mixer, Speaker.Opener opener, Clock clock, Health health, Duration lookEvery) {
    this.lookEvery = lookEvery;
    this.mixer = mixer;
    this.opener = opener;
    this.clock = clock;
    this.health = health;
  }

  /** Sets who is told when the speaker is lost and found, from the next time on. */
  public void tell(Listener told) {
    listener = told;
  }

  @Override
  public String name() {
    return "output";
  }

  @Override
  public void onStart() {
    nextTryNanos = clock.nanoTime();
  }

  @Override
  public boolean doWork() throws InterruptedException {
    Speaker open = speaker;
    if (open == null) {
      openWhenDue();
      return true;
    }
    PcmBlock kept = unwritten;
    PcmBlock block = kept == null ? mixer.next() : kept;
    unwritten = block;
    if (fresh) {
      fadeIn(block.samples());
      fresh = false;
    }
    try {
      open.write(block);
    } catch (IOException e) {
      lost(open, e);
      return true;
    }
    unwritten = null;
    mixer.heard(open.pendingFrames());
    blocksWritten++;
    if (blocksWritten == SETTLED_BLOCKS) {
      backoff.reset();
    }
    if (blocksWritten >= SETTLED_BLOCKS) {
      reportWarning(open);
    }
    return true;
  }

  /** The daemon ends: a device that takes no more sound gets half a second instead of five. */
  @Override
  public void wakeUp() {
    ending = true;
    WatchedSpeaker open = speaker;
    if (open != null) {
      open.hurry();
    }
  }

  /** Fades what sounds, lets the device play out, and closes it. */
  @Override
  public void onClose() {
    Speaker open = speaker;
    speaker = null;
    if (open == null) {
      return;
    }
    try {
      open.write(faded(mixer.next()));
      open.drain();
      mixer.heard(0);
    } catch (IOException e) {
      log.warn("the speaker was lost while it was closed: {}", FailureException.sentence(e));
    } finally {
      open.close();
    }
  }

  /** A book that goes on in the middle of a word must not begin with a step. */
  private static void fadeIn(short[] samples) {
    for (int i = 0; i < 2 * FADE_FRAMES; i++) {
      samples[i] = (short) (samples[i] * (i / 2) / FADE_FRAMES);
    }
  }

  /** The sources stay with the mixer: after a restart of the role they go on. */
  private static PcmBlock faded(PcmBlock block) {
    short[] samples = block.samples().clone();
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (short) (samples[i] * (samples.length - 1 - i) / samples.length);
    }
    return new PcmBlock(block.format(), samples);
  }

  private void openWhenDue() throws InterruptedException {
    Duration left = Duration.ofNanos(nextTryNanos - clock.nanoTime());
    if (left.compareTo(Duration.ZERO) > 0) {
      clock.sleep(left.compareTo(LONGEST_WAIT) < 0 ? left : LONGEST_WAIT);
      return;
    }
    try {
      WatchedSpeaker opened = WatchedSpeaker.watch(opener.open(), lookEvery);
      speaker = opened;
      if (ending) {
        opened.hurry();
      }
      blocksWritten = 0;
      fresh = true;
      reportedWarning = null;
      PcmBlock silence = new PcmBlock(AudioFormat.OUTPUT, new short[2 * Mixer.BLOCK_FRAMES]);
      for (int i = 0; i < LEAD_BLOCKS; i++) {
        opened.write(silence);
      }
      listener.speakerLost(false);
      log.info("speaker: {}", opened.description());
    } catch (IOException | RuntimeException | LinkageError e) {
      failed(e);
    }
  }

  private void lost(Speaker open, IOException problem) {
    log.warn("the speaker {} was lost: {}", open.description(), FailureException.sentence(problem));
    PcmBlock block = unwritten;
    mixer.heard(block == null ? 0 : block.frames());
    failed(problem);
  }

  private void failed(Throwable problem) {
    Speaker open = speaker;
    speaker = null;
    if (open != null) {
      open.close();
    }
    listener.speakerLost(true);
    Duration pause = backoff.next();
    nextTryNanos = clock.nanoTime() + pause.toNanos();
    health.problem(
        PART, FailureException.sentence(problem) + " (next try in " + pause.toSeconds() + " s)");
    log.debug("no speaker", problem);
  }

  private void reportWarning(Speaker open) {
    String warning = open.warning();
    String text = warning == null ? open.description() : warning;
    if (text.equals(reportedWarning)) {
      return;
    }
    reportedWarning = text;
    if (warning == null) {
      health.ok(PART, text);
    } else {
      health.problem(PART, text);
      log.warn("speaker: {}", text);
    }
  }
}
