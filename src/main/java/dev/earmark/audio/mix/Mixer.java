package dev.earmark.audio.mix;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sums book, speech and chimes into {@link AudioFormat#OUTPUT}, 20 ms at a time.
 *
 * <p>The control methods are thread-safe and only change what the next block shall be; {@link
 * #next()} and {@link #heard} belong to the output thread. At volume 100, alone and not ducked, the
 * book passes unchanged to the bit, but for its fades.
 *
 * <p><b>Volume.</b> Percent is loudness as it is perceived: by Stevens's power law loudness grows
 * with the 0.6th power of the sound pressure, so the amplitude is {@code (percent / 100)^(5/3)}. 50
 * sounds half as loud as 100 (-10 dB), 10 is -33 dB, 0 is silence.
 *
 * <p><b>Duck.</b> A ceiling of {@value #DUCK_DB} dB on the book's gain, reached within 100 ms and
 * left within 250 ms. A book that the user has set lower than that stays where it is, and a volume
 * set while ducked counts afterwards.
 */
public final class Mixer implements MixerControl {
  /** Frames of one block: 20 ms. */
  public static final int BLOCK_FRAMES = 960;

  private static final double DUCK_DB = -15;
  private static final double LOUDNESS_EXPONENT = 5.0 / 3;
  private static final int VOLUME_FRAMES = 1_440;
  private static final int DUCK_FRAMES = 3_840;
  private static final int UNDUCK_FRAMES = 12_000;
  private static final float DUCK_GAIN = (float) Math.pow(10, DUCK_DB / 20);

  private final Map<Channel, MixerInput> inputs = new EnumMap<>(Channel.class);
  private final MixerInput[] all; // the same ones; an iterator would be garbage 50 times a second
  private final MixerInput book;
  private final Limiter limiter = new Limiter();
  private final Set<DuckReason> ducked = EnumSet.noneOf(DuckReason.class); // guarded by this
  private int volume; // guarded by this
  private float bookGain; // guarded by this
  private int rampFrames = VOLUME_FRAMES; // guarded by this
  private final float[] mix = new float[2 * BLOCK_FRAMES]; // output thread
  private final PcmBlock block = new PcmBlock(AudioFormat.OUTPUT, new short[2 * BLOCK_FRAMES]);
  private long mixedFrames; // output thread

  /** Makes a mixer with the book's volume, 0 to 100. */
  public Mixer(int volume) {
    this.volume = checked(volume);
    this.bookGain = gainOf(volume);
    this.book = new MixerInput("the book", bookGain);
    inputs.put(Channel.BOOK, book);
    inputs.put(Channel.SPEECH, new MixerInput("speech", 1));
    inputs.put(Channel.CHIME, new MixerInput("chimes", 1));
    this.all = inputs.values().toArray(new MixerInput[0]);
  }

  /** Returns the amplitude for a volume in percent. */
  public static float gainOf(int percent) {
    return (float) Math.pow(percent / 100.0, LOUDNESS_EXPONENT);
  }

  @Override
  public void setSource(Channel channel, @Nullable PcmSource source) {
    input(channel).setSource(source);
  }

  @Override
  public synchronized void setVolume(int percent) {
    volume = checked(percent);
    aim(VOLUME_FRAMES);
  }

  @Override
  public synchronized int volume() {
    return volume;
  }

  @Override
  public synchronized void duck(DuckReason reason) {
    if (ducked.add(reason) && ducked.size() == 1) {
      aim(DUCK_FRAMES);
    }
  }

  @Override
  public synchronized void unduck(DuckReason reason) {
    if (ducked.remove(reason) && ducked.isEmpty()) {
      aim(UNDUCK_FRAMES);
    }
  }

  /** Returns whether the book is held down now. */
  public synchronized boolean isDucked() {
    return !ducked.isEmpty();
  }

  /**
   * Mixes the next {@value #BLOCK_FRAMES} frames; silence where no source has anything.
   *
   * @return the same block each time, valid until the next call, so that sound makes no garbage
   */
  public PcmBlock next() {
    synchronized (this) {
      book.gainTo(bookGain, rampFrames);
    }
    Arrays.fill(mix, 0);
    for (MixerInput input : all) {
      input.mixInto(mix, BLOCK_FRAMES, mixedFrames);
    }
    mixedFrames += BLOCK_FRAMES;
    limiter.apply(mix, BLOCK_FRAMES);
    Pcm.toShorts(mix, block.samples());
    return block;
  }

  /**
   * Tells the sources what has been heard. Output thread, after each write.
   *
   * @param pendingFrames how many of the frames mixed so far are still on their way to the ear
   */
  public void heard(long pendingFrames) {
    long mixHeard = Math.max(0, mixedFrames - Math.max(0, pendingFrames));
    for (MixerInput input : all) {
      input.heard(mixHeard);
    }
  }

  private synchronized void aim(int frames) {
    float user = gainOf(volume);
    bookGain = ducked.isEmpty() ? user : Math.min(user, DUCK_GAIN);
    rampFrames = frames;
  }

  private MixerInput input(Channel channel) {
    MixerInput input = inputs.get(channel);
    if (input == null) {
      throw new IllegalArgumentException("no such channel: " + channel);
    }
    return input;
  }

  private static int checked(int percent) {
    if (percent < 0 || percent > 100) {
      throw new IllegalArgumentException("a volume of " + percent + " is not 0 to 100");
    }
    return percent;
  }
}
