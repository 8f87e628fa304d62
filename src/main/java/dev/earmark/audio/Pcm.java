package dev.earmark.audio;

/**
 * Conversions between sample representations: 16-bit integers, floats of full scale 1.0, and
 * little-endian bytes. Pure functions.
 */
public final class Pcm {
  private static final float SCALE = 32_768f;

  private Pcm() {}

  /** Returns a sample as a 16-bit integer, rounded and clipped. */
  public static short toShort(float sample) {
    int value = Math.round(sample * SCALE);
    return (short) Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, value));
  }

  /** Returns the first {@code count} samples as 16-bit integers, rounded and clipped. */
  public static short[] toShorts(float[] samples, int count) {
    short[] shorts = new short[count];
    for (int i = 0; i < count; i++) {
      shorts[i] = toShort(samples[i]);
    }
    return shorts;
  }

  /** Writes samples as 16-bit integers, rounded and clipped, until the target is full. */
  public static void toShorts(float[] samples, short[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = toShort(samples[i]);
    }
  }

  /** Returns the samples as floats, -1.0 to just under 1.0. */
  public static float[] toFloats(short[] samples) {
    float[] floats = new float[samples.length];
    for (int i = 0; i < samples.length; i++) {
      floats[i] = samples[i] / SCALE;
    }
    return floats;
  }

  /** Returns the samples as little-endian bytes. */
  public static byte[] toBytes(short[] samples) {
    return toBytes(samples, new byte[2 * samples.length]);
  }

  /**
   * Writes the samples as little-endian bytes.
   *
   * @return the target when they just fit it, else a new array
   */
  public static byte[] toBytes(short[] samples, byte[] target) {
    byte[] bytes = target.length == 2 * samples.length ? target : new byte[2 * samples.length];
    for (int i = 0; i < samples.length; i++) {
      bytes[2 * i] = (byte) samples[i];
      bytes[2 * i + 1] = (byte) (samples[i] >> 8);
    }
    return bytes;
  }

  /** Returns the first {@code count} little-endian bytes, an even number, as samples. */
  public static short[] fromBytes(byte[] bytes, int count) {
    short[] samples = new short[count / 2];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = (short) ((bytes[2 * i] & 0xff) | bytes[2 * i + 1] << 8);
    }
    return samples;
  }
}
