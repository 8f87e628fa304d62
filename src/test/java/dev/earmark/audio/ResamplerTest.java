package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ResamplerTest {
  @ParameterizedTest
  @CsvSource({
    "8000, 16000, 1000, 85",
    "16000, 48000, 3000, 85",
    "22050, 48000, 5000, 85",
    "22050, 16000, 5000, 85",
    "24000, 48000, 7000, 85",
    "44100, 48000, 997, 85",
    "44100, 48000, 15000, 85",
    "44100, 16000, 5000, 85",
    "48000, 44100, 15000, 85",
    "48000, 16000, 5000, 85",
    "11025, 48000, 3000, 85",
    "96000, 48000, 10000, 85",
    "44099, 48000, 5000, 85",
    "47999, 16000, 5000, 85",
  })
  void process_tone_keepsItClean(int from, int to, double hz, double leastSnrDb) {
    float[] out = convert(new Resampler(from, to, 1), Tone.floats(from, hz, 0.5, from), 480);

    assertThat(Tone.snrDb(out, to / 10, to * 9 / 10, hz / to)).isGreaterThan(leastSnrDb);
    assertThat(Tone.levelDb(out, to / 10, to * 9 / 10)).isCloseTo(-9.03, within(0.05));
  }

  @ParameterizedTest
  @CsvSource({
    "48000, 16000, 9000",
    "44100, 16000, 12000",
    "48000, 8000, 5000",
    "96000, 48000, 30000"
  })
  void process_toneAboveTheNewNyquist_isGone(int from, int to, double hz) {
    float[] out = convert(new Resampler(from, to, 1), Tone.floats(from, hz, 0.5, from), 441);

    assertThat(Tone.levelDb(out, to / 10, to * 9 / 10)).isLessThan(-85);
  }

  @Test
  void process_speechBand_isFlat() {
    for (int hz = 50; hz <= 6_500; hz += 430) {
      float[] out =
          convert(new Resampler(48_000, 16_000, 1), Tone.floats(48_000, hz, 0.5, 48_000), 960);
      assertThat(Tone.levelDb(out, 1_600, 14_400)).as("%d Hz", hz).isCloseTo(-9.03, within(0.1));
    }
  }

  @Property(tries = 60)
  void end_anyRatesAndLengths_givesTheSameDuration(
      @ForAll @IntRange(min = 1_000, max = 96_000) int from,
      @ForAll @IntRange(min = 8_000, max = 48_000) int to,
      @ForAll @IntRange(min = 0, max = 5_000) int frames,
      @ForAll @IntRange(min = 1, max = 2) int channels) {
    float[] out =
        convert(new Resampler(from, to, channels), new float[frames * channels], 333 * channels);

    assertThat(out.length / channels).isEqualTo((int) (((long) frames * to + from - 1) / from));
  }

  @Property(tries = 30)
  void process_anyBlockSizes_givesTheSameSamples(
      @ForAll @IntRange(min = 1, max = 700) int block, @ForAll long seed) {
    Random random = new Random(seed);
    float[] in = new float[3_000];
    for (int i = 0; i < in.length; i++) {
      in[i] = (float) random.nextGaussian() / 4;
    }

    assertThat(convert(new Resampler(44_100, 48_000, 1), in, block))
        .isEqualTo(convert(new Resampler(44_100, 48_000, 1), in, in.length));
  }

  @Test
  void process_clickAtTheStartAndAtTheEnd_losesNeither() {
    float[] in = new float[4_410];
    in[0] = 1;
    in[in.length - 1] = 1;

    float[] out = convert(new Resampler(44_100, 48_000, 1), in, 441);

    assertThat(out[0]).isGreaterThan(0.5f);
    float last = 0;
    for (int i = out.length - 3; i < out.length; i++) {
      last = Math.max(last, out[i]);
    }
    assertThat(last).isGreaterThan(0.5f);
  }

  @Test
  void end_thenANewStream_beginsAfresh() {
    Resampler resampler = new Resampler(22_050, 16_000, 1);
    float[] in = Tone.floats(22_050, 440, 0.5, 2_205);

    assertThat(convert(resampler, in, 100)).isEqualTo(convert(resampler, in, 100));
  }

  static float[] convert(Resampler resampler, float[] in, int block) {
    float[] out = new float[0];
    for (int at = 0; at < in.length; at += block) {
      float[] part = Arrays.copyOfRange(in, at, Math.min(in.length, at + block));
      // Blocks are whole frames here: the callers use multiples of the channel count.
      out = join(out, resampler.process(part, part.length / resampler.channels()));
    }
    return join(out, resampler.end());
  }

  private static float[] join(float[] a, float[] b) {
    float[] joined = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, joined, a.length, b.length);
    return joined;
  }
}
