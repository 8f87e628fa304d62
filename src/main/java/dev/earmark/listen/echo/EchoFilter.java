package dev.earmark.listen.echo;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.FailureException;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives what one microphone hears without what Earmark itself plays.
 *
 * <p>What is played reaches the microphone some tenths of a second after it was written, how much
 * depends on the devices. Both streams run at the same pace, so that the distance of their frame
 * numbers stays the same until a device is opened again, and it is looked for in the sound itself
 * ({@link EchoDelay}): each second while it is not known, and then every two seconds. As long as it
 * is not known (headphones, a speaker in another room, nothing played yet) and while nothing
 * sounds, what is heard passes as it is.
 *
 * <p>Confined to the listener's thread, but for {@link #close()}.
 */
public final class EchoFilter implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(EchoFilter.class);
  private static final int RATE = AudioFormat.SPEECH.sampleRateHz();
  private static final int COMPARED = 2 * RATE;
  private static final int LOOK_UNKNOWN = RATE;
  private static final int LOOK_KNOWN = 2 * RATE;
  private static final int FRAME = EchoCanceller.FRAME;

  /** Where in the canceller's reach the direct sound shall be: room for a clock that runs off. */
  private static final int BEFORE = RATE / 25;

  /** Behind this place too little of the reach is left for the room. */
  private static final int LATEST = RATE / 8;

  /** What the two threads' paces may differ by. */
  private static final int JITTER = FRAME / 2;

  private final EchoReference reference;
  private final EchoCanceller.Factory cancellers;
  private final short[] recent = new short[COMPARED];
  private int recentFrames;
  private long nextFrame = -1;
  private int sinceLook;
  private long leastLead = Long.MAX_VALUE;
  private volatile @Nullable EchoCanceller canceller; // null until it is known
  private boolean off;
  private volatile boolean closed;
  private long ahead; // the reference's frame number less the microphone's

  /**
   * Makes a filter for one microphone.
   *
   * @param cancellers opens the canceller once an echo has been found; where that fails, the log
   *     says so once, and what is heard passes as it is
   */
  public EchoFilter(EchoReference reference, EchoCanceller.Factory cancellers) {
    this.reference = reference;
    this.cancellers = cancellers;
  }

  /**
   * Returns what is left of the next block.
   *
   * @param block what was heard, in {@link AudioFormat#SPEECH}
   * @param firstFrame the number of its first frame in the microphone's stream; a jump is a gap
   */
  public PcmBlock apply(PcmBlock block, long firstFrame) {
    if (off) {
      return block;
    }
    reference.update();
    remember(block.samples(), firstFrame);
    leastLead = Math.min(leastLead, reference.end() - nextFrame);
    int pause = canceller == null ? LOOK_UNKNOWN : LOOK_KNOWN;
    if (sinceLook >= pause && recentFrames == COMPARED) {
      look();
    }
    EchoCanceller found = canceller;
    return found == null ? block : cancelled(found, block, firstFrame + ahead);
  }

  private void remember(short[] samples, long firstFrame) {
    if (firstFrame != nextFrame) {
      recentFrames = 0;
    }
    nextFrame = firstFrame + samples.length;
    sinceLook += samples.length;
    int count = Math.min(samples.length, COMPARED);
    int kept = Math.min(recentFrames, COMPARED - count);
    System.arraycopy(recent, recentFrames - kept, recent, 0, kept);
    System.arraycopy(samples, samples.length - count, recent, kept, count);
    recentFrames = kept + count;
  }

  private void look() {
    sinceLook = 0;
    long lead = leastLead;
    leastLead = Long.MAX_VALUE;
    long from = Math.max(0, reference.end() - EchoReference.KEPT);
    if (reference.isSilentFrom(from)) {
      return;
    }
    OptionalInt at = EchoDelay.find(recent, reference.frames(from, (int) (reference.end() - from)));
    if (at.isEmpty()) {
      return;
    }
    long direct = from + at.getAsInt() - (nextFrame - COMPARED);
    long place = ahead - direct;
    if (canceller == null || place < 0 || place > LATEST) {
      ahead = direct + Math.max(0, Math.min(BEFORE, lead - direct - JITTER));
      begin();
      log.debug("what is played is heard {} ms after it is written", toMs(lead - direct));
    }
  }

  private static long toMs(long frames) {
    return 1000 * frames / RATE;
  }

  private void begin() {
    EchoCanceller open = canceller;
    if (open != null) {
      open.reset();
      return;
    }
    try {
      EchoCanceller opened = cancellers.open();
      canceller = opened;
      if (closed) {
        opened.close();
      }
    } catch (FailureException e) {
      off = true;
      log.warn("{}", e.failure().detail());
    }
  }

  private PcmBlock cancelled(EchoCanceller found, PcmBlock block, long playedFrom) {
    short[] heard = block.samples();
    long playedEnd = playedFrom + heard.length;
    boolean whole = heard.length % FRAME == 0 && playedEnd <= reference.end();
    if (!whole || reference.isSilentFrom(playedFrom - EchoCanceller.TAIL)) {
      return block;
    }
    short[] left = new short[heard.length];
    for (int i = 0; i < heard.length; i += FRAME) {
      short[] frame = Arrays.copyOfRange(heard, i, i + FRAME);
      short[] played = reference.frames(playedFrom + i, FRAME);
      System.arraycopy(found.cancel(frame, played), 0, left, i, FRAME);
    }
    // Before it has learnt a new way, a canceller may add more than it takes out.
    return energy(left) < energy(heard) ? new PcmBlock(AudioFormat.SPEECH, left) : block;
  }

  private static long energy(short[] samples) {
    long sum = 0;
    for (short sample : samples) {
      sum += (long) sample * sample;
    }
    return sum;
  }

  @Override
  public void close() {
    closed = true;
    EchoCanceller open = canceller;
    if (open != null) {
      open.close();
    }
  }
}
