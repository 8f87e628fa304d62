package dev.earmark.listen.machine;

import dev.earmark.listen.SoundHistory;

/**
 * Tells Earmark's own wake chime, which sounds while the window opens, from other sound. Stateless.
 *
 * <p>The chime is two pure tones; what the speaker and the room do to them leaves their frequencies
 * as they are. A block most of whose energy lies there is no voice, whose energy is spread over
 * many harmonics.
 */
final class WakeChime {
  /** The notes of {@code speak.Chimes}' wake signal. */
  private static final double[] NOTES_HZ = {659.3, 987.8};

  private static final double SHARE = 0.7;
  private static final double RATE_HZ = (double) SoundHistory.BLOCK * SoundHistory.RATE;

  private WakeChime() {}

  /** Returns whether most of the energy of a block (20 ms at 16 kHz) is the chime's. */
  static boolean isMostOf(short[] block) {
    double energy = 0;
    for (short sample : block) {
      energy += (double) sample * sample;
    }
    double tones = 0;
    for (double note : NOTES_HZ) {
      tones += energyAt(note, block);
    }
    return energy > 0 && tones >= SHARE * energy;
  }

  /** The energy of the block's projection on a tone, by the discrete Fourier sum. */
  private static double energyAt(double hz, short[] block) {
    double step = 2 * Math.PI * hz / RATE_HZ;
    double real = 0;
    double imaginary = 0;
    for (int i = 0; i < block.length; i++) {
      real += block[i] * Math.cos(step * i);
      imaginary += block[i] * Math.sin(step * i);
    }
    return 2 * (real * real + imaginary * imaginary) / block.length;
  }
}
