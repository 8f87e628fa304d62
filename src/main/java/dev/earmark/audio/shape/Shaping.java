package dev.earmark.audio.shape;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.BlockMemory;
import dev.earmark.audio.PcmBlock;
import java.util.OptionalDouble;

/**
 * Shapes the decoded sound of books, block by block. The loudness of a section is measured while it
 * is decoded, and the gain moves to what the target needs by {@value #SLEW_DB_PER_S} dB a second at
 * most, also when it is switched off; a section begins with the gain that its book had last. What
 * has become too loud is limited.
 *
 * <p>{@link #set} may be called from any thread and holds from the next block on; everything else
 * belongs to the decode thread.
 */
public final class Shaping {
  /** The most that a book is made louder or quieter. */
  private static final double MOST_DB = 15;

  private static final double SLEW_DB_PER_S = 3;

  /** A gain nearer to nothing than this is none. */
  private static final double NO_DB = 0.05;

  /** How far below the loudness of speech silence begins, and where when that is unknown. */
  private static final double SILENCE_BELOW_LU = 28;

  private static final double SILENCE_DB = -45;
  private static final double LOWEST_SILENCE_DB = -60;

  /** Keeps how loud books are over restarts. */
  public interface Memory {
    /** Returns the loudness of a book in LUFS; must not block. */
    OptionalDouble loudness(String book);

    /** Keeps it; must not block. */
    void loudness(String book, double lufs);
  }

  private final Memory memory;
  private final LoudnessMeter meter = new LoudnessMeter();
  private final VoiceBoost boost = new VoiceBoost();
  private final PeakLimiter limiter = new PeakLimiter();
  private final SilenceCut silence = new SilenceCut();
  private volatile ShapeSettings settings;
  private String book = "";
  private int section = -1;
  private double known = Double.NaN; // the loudness to go by, NaN when there is none
  private double gainDb;
  private double before; // the gain at the start of the block
  private float[] work = new float[0];
  private short[] shortened = new short[0];
  private final BlockMemory amplified = new BlockMemory();
  private final BlockMemory shorter = new BlockMemory();

  /** Makes it. */
  public Shaping(ShapeSettings settings, Memory memory) {
    this.settings = settings;
    this.memory = memory;
  }

  /** Changes what is done. Any thread. */
  public void set(ShapeSettings now) {
    settings = now;
  }

  /** Returns what is done. Any thread. */
  public ShapeSettings settings() {
    return settings;
  }

  /** Says that the next block does not follow the last one. */
  public void jumped() {
    keep();
    boost.reset();
    limiter.reset();
    silence.reset();
  }

  /**
   * Returns the block as it is to be heard; with silences shortened it may have fewer frames, or
   * none. It is the block given, or one that holds until the next call.
   */
  public PcmBlock shape(String ofBook, int ofSection, PcmBlock block) {
    ShapeSettings now = settings;
    if (now.isOff() && Math.abs(gainDb) <= NO_DB) {
      gainDb = 0;
      return block; // before that the gain goes back as slowly as it came
    }
    if (!ofBook.equals(book) || ofSection != section) {
      enter(ofBook, ofSection, now);
    }
    short[] samples = block.samples();
    int frames = block.frames();
    if (now.level() || now.shortenSilence()) {
      meter.add(samples, frames);
      known = meter.knows() ? meter.loudness() : known;
    }
    int peak = silencePeak();
    boolean gains = moveGain(now, frames);
    boolean changes = now.boost() || gains;
    PcmBlock shaped = changes ? amplified(samples, frames, now) : block;
    if (!now.shortenSilence()) {
      return shaped;
    }
    if (shortened.length < 2 * (frames + SilenceCut.mostMore())) {
      shortened = new short[2 * (frames + SilenceCut.mostMore())];
    }
    double gain = now.level() ? gainDb : 0;
    int kept =
        silence.apply(shaped.samples(), frames, (int) (peak * Math.pow(10, gain / 20)), shortened);
    PcmBlock rest = shorter.of(kept);
    System.arraycopy(shortened, 0, rest.samples(), 0, 2 * kept);
    return rest;
  }

  private void enter(String newBook, int newSection, ShapeSettings now) {
    boolean sameBook = newBook.equals(book);
    keep();
    book = newBook;
    section = newSection;
    meter.reset();
    if (!sameBook) {
      known = memory.loudness(newBook).orElse(Double.NaN);
      gainDb = now.level() ? wantedDb(now) : 0;
    }
  }

  /** Keeps how loud the book is, once enough of its section was heard to tell. */
  private void keep() {
    meter.lufs().ifPresent(lufs -> memory.loudness(book, Math.round(lufs * 10) / 10.0));
  }

  private double wantedDb(ShapeSettings now) {
    return Double.isNaN(known)
        ? 0
        : Math.max(-MOST_DB, Math.min(MOST_DB, now.targetLufs() - known));
  }

  /** Moves the gain by what a block allows; returns whether there is any to apply. */
  private boolean moveGain(ShapeSettings now, int frames) {
    double wanted = now.level() ? wantedDb(now) : 0;
    double step = SLEW_DB_PER_S * AudioFormat.OUTPUT.seconds(frames);
    before = gainDb;
    gainDb += Math.max(-step, Math.min(step, wanted - gainDb));
    return Math.abs(gainDb) > NO_DB || Math.abs(before) > NO_DB;
  }

  private PcmBlock amplified(short[] samples, int frames, ShapeSettings now) {
    int n = 2 * frames;
    if (work.length < n) {
      work = new float[n];
    }
    float from = (float) Math.pow(10, before / 20) / 32_768f;
    float to = (float) Math.pow(10, gainDb / 20) / 32_768f;
    for (int i = 0; i < frames; i++) {
      float gain = from + (to - from) * i / frames;
      work[2 * i] = samples[2 * i] * gain;
      work[2 * i + 1] = samples[2 * i + 1] * gain;
    }
    if (now.boost()) {
      boost.apply(work, frames);
    }
    limiter.apply(work, frames);
    PcmBlock louder = amplified.of(frames);
    short[] shaped = louder.samples();
    for (int i = 0; i < n; i++) {
      shaped[i] = (short) Math.max(-32_768, Math.min(32_767, Math.round(work[i] * 32_768f)));
    }
    return louder;
  }

  private int silencePeak() {
    double db = Double.isNaN(known) ? SILENCE_DB : known - SILENCE_BELOW_LU;
    return (int)
        (32_768 * Math.pow(10, Math.max(LOWEST_SILENCE_DB, Math.min(SILENCE_DB + 5, db)) / 20));
  }
}
