package dev.earmark.audio;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Normalised cross-correlation: finds a known sound in a recording, whatever its loudness and
 * delay.
 *
 * <p>The coefficient is 1 for the same wave form, about 0 for another one, and -1 for the inverted
 * one. Both blocks are averaged to mono and must have the same sample rate.
 */
public final class Correlation {
  private Correlation() {}

  /**
   * Where a sound was found.
   *
   * @param coefficient likeness, -1 to 1
   * @param delayFrames the frame of the recording at which the sound begins
   */
  public record Match(double coefficient, int delayFrames) {}

  /** Finds the place of the recording that is most like the sound, which must not be longer. */
  public static Match find(PcmBlock sound, PcmBlock recording) {
    if (sound.format().sampleRateHz() != recording.format().sampleRateHz()) {
      throw new IllegalArgumentException(
          "different rates: " + sound.format() + " and " + recording.format());
    }
    return find(mono(sound), mono(recording));
  }

  /** Finds the place of the recording that is most like the sound, which must not be longer. */
  public static Match find(double[] sound, double[] recording) {
    if (sound.length > recording.length) {
      throw new IllegalArgumentException(
          "a sound of " + sound.length + " frames is not in " + recording.length + " frames");
    }
    double[] dot = dotProducts(sound, recording);
    double soundEnergy = energy(sound, sound.length);
    double windowEnergy = energy(recording, sound.length);
    double floor = 1e-9 * Math.max(energy(recording, recording.length), 1e-12);
    Match best = new Match(-1, 0);
    for (int delay = 0; delay <= recording.length - sound.length; delay++) {
      double scale = Math.sqrt(soundEnergy * Math.max(windowEnergy, floor));
      double coefficient = scale == 0 ? 0 : dot[delay] / scale;
      if (coefficient > best.coefficient()) {
        best = new Match(coefficient, delay);
      }
      if (delay + sound.length < recording.length) {
        double in = recording[delay + sound.length];
        windowEnergy += in * in - recording[delay] * recording[delay];
      }
    }
    return best;
  }

  /**
   * Cuts the sound into pieces, finds each of them, and returns the median coefficient.
   *
   * <p>A gap where a loaded machine missed its real-time deadline shifts what follows it; pieces
   * are aligned one by one, so that such a gap costs one piece and not the whole comparison.
   */
  public static double median(PcmBlock sound, PcmBlock recording, double pieceSeconds) {
    int piece = (int) sound.format().frames(pieceSeconds);
    double[] all = mono(sound);
    double[] heard = mono(recording);
    double[] coefficients =
        IntStream.range(0, all.length / piece)
            .mapToObj(i -> Arrays.copyOfRange(all, i * piece, (i + 1) * piece))
            .filter(part -> energy(part, part.length) > 1e-5 * part.length)
            .mapToDouble(part -> find(part, heard).coefficient())
            .sorted()
            .toArray();
    if (coefficients.length == 0) {
      throw new IllegalArgumentException("no piece of the sound is loud enough to be found");
    }
    return coefficients[coefficients.length / 2];
  }

  /** Returns the channels' average, -1 to 1. */
  public static double[] mono(PcmBlock block) {
    int channels = block.format().channels();
    double[] mono = new double[block.frames()];
    for (int i = 0; i < mono.length; i++) {
      for (int c = 0; c < channels; c++) {
        mono[i] += block.samples()[i * channels + c] / (32768.0 * channels);
      }
    }
    return mono;
  }

  private static double energy(double[] samples, int count) {
    double energy = 0;
    for (int i = 0; i < count; i++) {
      energy += samples[i] * samples[i];
    }
    return energy;
  }

  /** Sliding dot products by the Fourier transform: {@code sum(sound[i] * recording[i + d])}. */
  private static double[] dotProducts(double[] sound, double[] recording) {
    int size = Integer.highestOneBit(Math.max(1, sound.length + recording.length - 1)) * 2;
    double[] re = new double[size];
    double[] im = new double[size];
    System.arraycopy(recording, 0, re, 0, recording.length);
    for (int i = 0; i < sound.length; i++) {
      im[i] = sound[sound.length - 1 - i];
    }
    // Two real signals in one complex transform: Z = R + iS, and R * S = (Z^2 - conj(Z-)^2) / 4i.
    transform(re, im, /* inverse= */ false);
    double[] productRe = new double[size];
    double[] productIm = new double[size];
    for (int k = 0; k < size; k++) {
      int mirror = (size - k) % size;
      double rRe = (re[k] + re[mirror]) / 2;
      double rIm = (im[k] - im[mirror]) / 2;
      double sRe = (im[k] + im[mirror]) / 2;
      double sIm = (re[mirror] - re[k]) / 2;
      productRe[k] = rRe * sRe - rIm * sIm;
      productIm[k] = rRe * sIm + rIm * sRe;
    }
    transform(productRe, productIm, /* inverse= */ true);
    double[] dots = new double[recording.length - sound.length + 1];
    System.arraycopy(productRe, sound.length - 1, dots, 0, dots.length);
    return dots;
  }

  /** Radix-2 fast Fourier transform in place (Cooley and Tukey). */
  static void transform(double[] re, double[] im, boolean inverse) {
    int size = re.length;
    for (int i = 1, j = 0; i < size; i++) {
      int bit = size >> 1;
      for (; (j & bit) != 0; bit >>= 1) {
        j ^= bit;
      }
      j ^= bit;
      if (i < j) {
        swap(re, i, j);
        swap(im, i, j);
      }
    }
    for (int length = 2; length <= size; length <<= 1) {
      butterflies(re, im, length, (inverse ? 2 : -2) * Math.PI / length);
    }
    if (inverse) {
      for (int i = 0; i < size; i++) {
        re[i] /= size;
        im[i] /= size;
      }
    }
  }

  private static void butterflies(double[] re, double[] im, int length, double angle) {
    int half = length / 2;
    double[] cos = new double[half];
    double[] sin = new double[half];
    for (int k = 0; k < half; k++) {
      cos[k] = Math.cos(angle * k);
      sin[k] = Math.sin(angle * k);
    }
    for (int start = 0; start < re.length; start += length) {
      for (int k = 0; k < half; k++) {
        int a = start + k;
        int b = a + half;
        double tRe = re[b] * cos[k] - im[b] * sin[k];
        double tIm = re[b] * sin[k] + im[b] * cos[k];
        re[b] = re[a] - tRe;
        im[b] = im[a] - tIm;
        re[a] += tRe;
        im[a] += tIm;
      }
    }
  }

  private static void swap(double[] values, int i, int j) {
    double value = values[i];
    values[i] = values[j];
    values[j] = value;
  }
}
