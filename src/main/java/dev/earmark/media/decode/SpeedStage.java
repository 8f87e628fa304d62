package dev.earmark.media.decode;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The last stage of a decoder: nothing at speed 1, else {@link Tempo}. A change of speed first lets
 * out what the old filter has kept back. Confined to one thread.
 */
final class SpeedStage implements AutoCloseable {
  private static final int RATE = AudioFormat.OUTPUT.sampleRateHz();
  private static final int LEAST_FRAMES = RATE / 50;
  private static final double SLOWEST = 0.5;
  private static final double FASTEST = 3.0;

  private final PcmQueue out = new PcmQueue();
  private @Nullable Tempo tempo;
  private double tempoRate = 1;
  private double wanted = 1;
  private double headS;
  private double inputEndS;
  private boolean draining;

  /** Sets the speed; it holds from the next block or so. */
  void set(double rate) {
    if (!(rate >= SLOWEST && rate <= FASTEST)) {
      throw new IllegalArgumentException("speed out of range 0.5 to 3.0: " + rate);
    }
    wanted = rate;
  }

  /** Returns whether input is to go around this stage. */
  boolean isOff() {
    return tempo == null && !draining && wanted == 1;
  }

  /** Returns whether nothing is kept back here. */
  boolean isIdle() {
    return tempo == null && out.frames() == 0;
  }

  /** Returns the time in the file at which the next frame to come out begins, in seconds. */
  double headS() {
    return headS;
  }

  /** Returns the next block that is ready to come out, or null when input is needed. */
  @Nullable PcmBlock ready() throws IOException {
    if (tempo != null && wanted != tempoRate) {
      finish();
    }
    // pieces of one length, because their memory is used again
    int frames = Math.min(out.frames(), LEAST_FRAMES);
    if (frames > 0 && (draining || frames == LEAST_FRAMES)) {
      headS = Math.min(headS + frames * tempoRate / RATE, inputEndS);
      PcmBlock block = out.take(frames);
      if (out.frames() == 0 && draining) {
        draining = false;
        headS = inputEndS;
      }
      return block;
    }
    draining = false;
    return null;
  }

  /** Feeds samples of the file that end at the given time. */
  void add(short[] samples, double endS) throws IOException {
    if (tempo == null) {
      tempo = new Tempo(wanted);
      tempoRate = wanted;
      headS = endS - samples.length / 2.0 / RATE;
    }
    inputEndS = endS;
    tempo.add(samples, out);
  }

  /**
   * Lets out what was kept back.
   *
   * @return whether there was anything
   */
  boolean finish() throws IOException {
    Tempo old = tempo;
    if (old == null) {
      return false;
    }
    tempo = null;
    try (old) {
      old.finish(out);
    }
    draining = out.frames() > 0;
    return draining;
  }

  /** Drops everything. */
  void clear() {
    close();
    out.clear();
    draining = false;
  }

  @Override
  public void close() {
    if (tempo != null) {
      tempo.close();
      tempo = null;
    }
  }
}
