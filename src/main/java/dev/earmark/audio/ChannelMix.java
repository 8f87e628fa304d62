package dev.earmark.audio;

/**
 * Turns frames of one channel count into frames of another.
 *
 * <ul>
 *   <li>One to many: every channel gets the sound.
 *   <li>Many to one: the average of all channels, so that nothing clips and speech in one channel
 *       alone is still heard, 6 dB lower in a stereo file.
 *   <li>Three to eight channels to two: the usual fold-down of WAVE's channel order (front left,
 *       front right, centre, bass, then pairs of left and right), centre and surround at -3 dB, no
 *       bass channel (ITU-R BS.775), scaled so that it cannot clip.
 *   <li>Otherwise: channel c goes to c modulo the target's count, averaged.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
final class ChannelMix {
  private static final float MINUS_3_DB = 0.7071f;
  private static final int CENTRE = 2;
  private static final int BASS = 3;

  private final int from;
  private final int to;
  private final float[][] gains; // gains[target][source]

  ChannelMix(int from, int to) {
    this.from = from;
    this.to = to;
    this.gains = to == 2 && from > 2 && from <= 8 ? foldDown(from) : spread(from, to);
  }

  /** Returns the frames in the target's channel count; the samples themselves if it is equal. */
  float[] apply(float[] samples, int frames) {
    if (from == to) {
      return samples;
    }
    float[] mixed = new float[frames * to];
    for (int i = 0; i < frames; i++) {
      for (int t = 0; t < to; t++) {
        float sum = 0;
        for (int s = 0; s < from; s++) {
          sum += gains[t][s] * samples[i * from + s];
        }
        mixed[i * to + t] = sum;
      }
    }
    return mixed;
  }

  private static float[][] foldDown(int from) {
    float[][] gains = new float[2][from];
    for (int s = 0; s < from; s++) {
      if (s == CENTRE) {
        gains[0][s] = MINUS_3_DB;
        gains[1][s] = MINUS_3_DB;
      } else if (s != BASS || from == 4) {
        gains[s % 2][s] = s < 2 ? 1 : MINUS_3_DB;
      }
    }
    for (float[] row : gains) {
      normalise(row);
    }
    return gains;
  }

  private static float[][] spread(int from, int to) {
    float[][] gains = new float[to][from];
    for (int i = 0; i < Math.max(from, to); i++) {
      gains[i % to][i % from] = 1;
    }
    for (float[] row : gains) {
      normalise(row);
    }
    return gains;
  }

  private static void normalise(float[] row) {
    float sum = 0;
    for (float gain : row) {
      sum += gain;
    }
    for (int i = 0; i < row.length; i++) {
      row[i] /= sum;
    }
  }
}
