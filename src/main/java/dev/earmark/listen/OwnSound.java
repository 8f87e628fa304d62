package dev.earmark.listen;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.ForwardingSpeaker;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * What Earmark itself has played lately: the echo reference against which a wake phrase is checked.
 *
 * <p>A book may hold the wake phrase, and so may an answer. The phrase that is also in here was not
 * said by anybody in the room, whatever the delay of speaker and microphone. The blocks are kept as
 * they were played and converted only when somebody asks, so that it costs next to nothing.
 * Thread-safe: the speaker's thread writes, the listener's reads.
 */
public final class OwnSound {
  private static final int KEPT_SECONDS = 5;

  private final UnaryOperator<PcmBlock> toSpeech;
  private final ArrayDeque<PcmBlock> blocks = new ArrayDeque<>(); // guarded by this
  private long frames; // in the blocks; guarded by this

  /**
   * Makes an empty one.
   *
   * @param toSpeech converts a block of any format to {@link AudioFormat#SPEECH}
   */
  public OwnSound(UnaryOperator<PcmBlock> toSpeech) {
    this.toSpeech = toSpeech;
  }

  /** Returns one that stays empty, for a stream beside which nothing is played. */
  public static OwnSound none() {
    return new OwnSound(block -> block);
  }

  /** Returns the speaker with an ear on everything that is written to it. */
  public Speaker heardThrough(Speaker speaker) {
    return new ForwardingSpeaker() {
      @Override
      protected Speaker delegate() {
        return speaker;
      }

      @Override
      public void write(PcmBlock block) throws IOException {
        super.write(block);
        played(block);
      }
    };
  }

  /**
   * Copies what is played next; all blocks have one format. The oldest copy is written over when it
   * is as long, so that steady sound makes no garbage.
   */
  public synchronized void played(PcmBlock block) {
    PcmBlock copy = null;
    long most = (long) KEPT_SECONDS * block.format().sampleRateHz();
    while (!blocks.isEmpty() && frames + block.frames() - blocks.getFirst().frames() >= most) {
      copy = blocks.removeFirst();
      frames -= copy.frames();
    }
    if (copy == null || copy.frames() != block.frames() || !copy.format().equals(block.format())) {
      copy = new PcmBlock(block.format(), new short[block.samples().length]);
    }
    System.arraycopy(block.samples(), 0, copy.samples(), 0, block.samples().length);
    blocks.addLast(copy);
    frames += copy.frames();
  }

  /**
   * Returns whether a wake phrase is in what was played lately.
   *
   * @param detector a new one, which is closed
   */
  public boolean wakes(WakeDetector detector) throws IOException {
    try (detector) {
      short[] samples = lately().samples();
      if (samples.length == 0) {
        return false;
      }
      detector.begin();
      boolean hit = false;
      for (int at = 0; at + SoundHistory.BLOCK <= samples.length && !hit; ) {
        int end = at + SoundHistory.BLOCK;
        hit = detector.feed(Arrays.copyOfRange(samples, at, end)).isPresent();
        at = end;
      }
      return hit || detector.end().isPresent();
    }
  }

  /** Returns the last seconds that were played, in one block; empty when it was silence. */
  private PcmBlock lately() {
    PcmBlock all = joined();
    boolean silent = true;
    for (short sample : all.samples()) {
      silent &= sample == 0;
    }
    return silent
        ? new PcmBlock(AudioFormat.SPEECH, new short[0])
        : all.format().equals(AudioFormat.SPEECH) ? all : toSpeech.apply(all);
  }

  private synchronized PcmBlock joined() {
    if (blocks.isEmpty()) {
      return new PcmBlock(AudioFormat.SPEECH, new short[0]);
    }
    AudioFormat format = blocks.getFirst().format();
    short[] all = new short[(int) frames * format.channels()];
    int at = 0;
    for (PcmBlock block : blocks) {
      short[] samples = block.samples();
      System.arraycopy(samples, 0, all, at, samples.length);
      at += samples.length;
    }
    return new PcmBlock(format, Arrays.copyOf(all, at));
  }
}
