package dev.earmark.listen.echo;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.ForwardingSpeaker;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.Speaker;
import java.io.IOException;
import java.util.Arrays;

/**
 * The last seconds that were played, as the microphones' format, by the number of their frame since
 * the start.
 *
 * <p>The speaker's thread only copies; the listener's converts when it reads. All other methods
 * than {@link #played} and {@link #heardThrough} belong to the listener's thread.
 */
public final class EchoReference {
  private static final int RATE = AudioFormat.SPEECH.sampleRateHz();

  /** The ring of a microphone holds 4 s, and a Bluetooth speaker may be a second late. */
  static final int KEPT = 8 * RATE;

  private static final int RATIO = AudioFormat.OUTPUT.sampleRateHz() / RATE;
  private static final AudioFormat MONO = new AudioFormat(AudioFormat.OUTPUT.sampleRateHz(), 1);
  private static final int MOST_WAITING = KEPT * RATIO;

  /** Silence that lasts longer has left the converter, which then need not be asked. */
  private static final int SETTLED = MONO.sampleRateHz() / 10;

  private short[] waiting = new short[MONO.sampleRateHz()]; // guarded by this
  private int waitingFrames; // guarded by this
  private long lost; // frames that found no room; guarded by this

  private final PcmConverter converter = new PcmConverter(MONO, AudioFormat.SPEECH);
  private final short[] history = new short[KEPT];
  private long end;
  private long lastSound = -1;
  private long silentFrames = SETTLED;
  private int carry;

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

  /** Copies what is played next, in {@link AudioFormat#OUTPUT}; never waits for the listener. */
  public synchronized void played(PcmBlock block) {
    int frames = block.frames();
    if (waitingFrames + frames > MOST_WAITING) {
      lost += frames;
      return;
    }
    if (waitingFrames + frames > waiting.length) {
      waiting = Arrays.copyOf(waiting, Math.min(MOST_WAITING, 2 * waiting.length + frames));
    }
    short[] samples = block.samples();
    for (int i = 0; i < frames; i++) {
      waiting[waitingFrames++] = (short) ((samples[2 * i] + samples[2 * i + 1]) / 2);
    }
  }

  /** Takes over what has been played since the last time. */
  void update() {
    short[] mono;
    long gap;
    synchronized (this) {
      mono = waitingFrames == 0 ? new short[0] : Arrays.copyOf(waiting, waitingFrames);
      waitingFrames = 0;
      gap = lost;
      lost = 0;
    }
    boolean silent = isSilent(mono);
    if (silent && silentFrames >= SETTLED) {
      addSilence(mono.length);
    } else if (mono.length > 0) {
      add(converter.process(mono));
    }
    silentFrames = silent ? silentFrames + mono.length : 0;
    addSilence(gap);
  }

  private static boolean isSilent(short[] samples) {
    for (short sample : samples) {
      if (sample != 0) {
        return false;
      }
    }
    return true;
  }

  private void addSilence(long frames) {
    long all = carry + frames;
    carry = (int) (all % RATIO);
    long silent = all / RATIO;
    end += Math.max(0, silent - KEPT); // days without a microphone are not gone through
    add(new short[(int) Math.min(silent, KEPT)]);
  }

  private void add(short[] samples) {
    for (short sample : samples) {
      history[(int) (end % KEPT)] = sample;
      lastSound = sample == 0 ? lastSound : end;
      end++;
    }
  }

  /** Returns the number that the next frame will get. */
  long end() {
    return end;
  }

  /** Returns whether nothing but silence has been played from that frame on. */
  boolean isSilentFrom(long frame) {
    return lastSound < frame;
  }

  /** Returns the frames from a number on; silence in place of those that are not there. */
  short[] frames(long from, int count) {
    short[] frames = new short[count];
    long first = Math.max(from, Math.max(0, end - KEPT));
    for (long at = first; at < Math.min(end, from + count); at++) {
      frames[(int) (at - from)] = history[(int) (at % KEPT)];
    }
    return frames;
  }
}
