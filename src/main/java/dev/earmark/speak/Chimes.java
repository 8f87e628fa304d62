package dev.earmark.speak;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Pcm;
import dev.earmark.audio.PcmBlock;
import java.util.EnumMap;
import java.util.Map;

/**
 * The signals, computed: short soft tones with a peak of -20 dB of full scale, each with its own
 * melody so that they can be told apart. Immutable and thread-safe.
 */
public final class Chimes {
  private static final double PEAK = 0.1; // -20 dB
  private static final double ATTACK_S = 0.006;

  private final Map<Announcer.Chime, PcmBlock> sounds = new EnumMap<>(Announcer.Chime.class);

  /** A tone of a signal: frequency, start and length in seconds. */
  private record Note(double hz, double start, double length) {}

  /** Computes all signals. */
  public Chimes() {
    for (Announcer.Chime chime : Announcer.Chime.values()) {
      sounds.put(chime, render(notes(chime)));
    }
  }

  /** Returns a signal, 48 kHz stereo. */
  public PcmBlock of(Announcer.Chime chime) {
    PcmBlock sound = sounds.get(chime);
    if (sound == null) {
      throw new IllegalArgumentException("no such signal: " + chime);
    }
    return sound;
  }

  private static Note[] notes(Announcer.Chime chime) {
    return switch (chime) {
      // Rising: go on. Falling: taken. Twice the same: again, please. Once, low: nothing was said.
      // Three short ones: noise. Low and falling: trouble.
      case WAKE -> new Note[] {new Note(659.3, 0, 0.07), new Note(987.8, 0.06, 0.09)};
      case HEARD -> new Note[] {new Note(880.0, 0, 0.06), new Note(659.3, 0.05, 0.08)};
      case NOT_UNDERSTOOD -> new Note[] {new Note(440.0, 0, 0.09), new Note(440.0, 0.14, 0.11)};
      case NOTHING_SAID -> new Note[] {new Note(440.0, 0, 0.14)};
      case NOISE ->
          new Note[] {
            new Note(349.2, 0, 0.05), new Note(349.2, 0.08, 0.05), new Note(349.2, 0.16, 0.06)
          };
      case ERROR -> new Note[] {new Note(392.0, 0, 0.14), new Note(261.6, 0.13, 0.22)};
      case TIMER ->
          new Note[] {
            new Note(784.0, 0, 0.18),
            new Note(987.8, 0.18, 0.18),
            new Note(1174.7, 0.36, 0.34),
            new Note(784.0, 0.9, 0.18),
            new Note(987.8, 1.08, 0.18),
            new Note(1174.7, 1.26, 0.34)
          };
    };
  }

  private static PcmBlock render(Note... notes) {
    AudioFormat format = AudioFormat.OUTPUT;
    double end = 0;
    for (Note note : notes) {
      end = Math.max(end, note.start() + note.length());
    }
    double[] mono = new double[(int) format.frames(end)];
    for (Note note : notes) {
      int first = (int) format.frames(note.start());
      int count = Math.min(mono.length - first, (int) format.frames(note.length()));
      for (int i = 0; i < count; i++) {
        double t = format.seconds(i);
        double attack = Math.min(1, t / ATTACK_S);
        double release = 0.5 + 0.5 * Math.cos(Math.PI * t / note.length());
        double wave =
            Math.sin(2 * Math.PI * note.hz() * t) + 0.2 * Math.sin(4 * Math.PI * note.hz() * t);
        mono[first + i] += attack * release * wave;
      }
    }
    double peak = 0;
    for (double sample : mono) {
      peak = Math.max(peak, Math.abs(sample));
    }
    short[] samples = new short[2 * mono.length];
    for (int i = 0; i < mono.length; i++) {
      short sample = Pcm.toShort((float) (mono[i] * PEAK / peak));
      samples[2 * i] = sample;
      samples[2 * i + 1] = sample;
    }
    return new PcmBlock(format, samples);
  }
}
