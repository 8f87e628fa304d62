package dev.earmark.audio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PcmConverterTest {
  @ParameterizedTest
  @CsvSource({
    "8000,1", "16000,2", "22050,1", "24000,1", "44100,2", "48000,6", "11025,8", "96000,2"
  })
  void convert_anyFormat_keepsDurationAndPitch(int rate, int channels) {
    PcmBlock tone = Tone.of(new AudioFormat(rate, channels), 440, 0.5, 1.0);

    PcmBlock out = PcmConverter.convert(tone, AudioFormat.OUTPUT);

    assertThat(out.frames()).isEqualTo(48_000);
    float[] left = channel(out, 0);
    assertThat(Tone.snrDb(left, 4_800, 43_200, 440.0 / 48_000)).isGreaterThan(75);
    assertThat(Tone.levelDb(left, 4_800, 43_200)).isCloseTo(-9.03, within(0.1));
  }

  @Test
  void convert_speechInTheRightChannelAlone_isHeard() {
    short[] samples = Tone.of(new AudioFormat(48_000, 2), 440, 0.5, 1.0).samples();
    for (int i = 0; i < samples.length; i += 2) {
      samples[i] = 0;
    }

    PcmBlock out =
        PcmConverter.convert(new PcmBlock(new AudioFormat(48_000, 2), samples), AudioFormat.SPEECH);

    assertThat(Tone.levelDb(channel(out, 0), 1_600, 14_400)).isCloseTo(-15.05, within(0.1));
  }

  @Test
  void convert_fullScaleInEveryChannel_neverClips() {
    for (int channels = 1; channels <= 8; channels++) {
      short[] samples = new short[960 * channels];
      Arrays.fill(samples, Short.MAX_VALUE);
      AudioFormat format = new AudioFormat(48_000, channels);
      short[] out = new PcmConverter(format, AudioFormat.OUTPUT).process(samples);

      assertThat(out[200]).as("%d channels", channels).isBetween((short) 32_764, (short) 32_767);
    }
  }

  @Test
  void convert_centreOfFivePointOne_comesToBothSides() {
    short[] samples = new short[6 * 960];
    for (int i = 2; i < samples.length; i += 6) {
      samples[i] = 20_000;
    }

    short[] out = new PcmConverter(new AudioFormat(48_000, 6), AudioFormat.OUTPUT).process(samples);

    assertThat(out[400]).isEqualTo(out[401]).isGreaterThan((short) 4_000);
  }

  static float[] channel(PcmBlock block, int channel) {
    float[] samples = new float[block.frames()];
    for (int i = 0; i < samples.length; i++) {
      samples[i] = block.samples()[i * block.format().channels() + channel] / 32_768f;
    }
    return samples;
  }
}
