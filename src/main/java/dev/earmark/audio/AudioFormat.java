package dev.earmark.audio;

/**
 * The shape of PCM audio: 16-bit signed samples, interleaved by channel.
 *
 * @param sampleRateHz frames a second
 * @param channels samples a frame
 */
public record AudioFormat(int sampleRateHz, int channels) {
  /** What the recogniser hears: 16 kHz, mono. */
  public static final AudioFormat SPEECH = new AudioFormat(16_000, 1);

  /** What the mixer works in and the speaker gets: 48 kHz, stereo. */
  public static final AudioFormat OUTPUT = new AudioFormat(48_000, 2);

  /** Checks the shape. */
  public AudioFormat {
    if (sampleRateHz < 1_000 || sampleRateHz > 768_000) {
      throw new IllegalArgumentException("sample rate out of range: " + sampleRateHz + " Hz");
    }
    if (channels < 1 || channels > 32) {
      throw new IllegalArgumentException("channel count out of range: " + channels);
    }
  }

  /** Returns the bytes of one frame. */
  public int bytesPerFrame() {
    return 2 * channels;
  }

  /** Returns the frames in the given time, rounded down. */
  public long frames(double seconds) {
    return (long) (seconds * sampleRateHz);
  }

  /** Returns the time that the given frames take, in seconds. */
  public double seconds(long frames) {
    return (double) frames / sampleRateHz;
  }
}
