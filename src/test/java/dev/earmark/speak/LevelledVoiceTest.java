package dev.earmark.speak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LevelledVoiceTest {
  private static final AudioFormat FORMAT = new AudioFormat(16_000, 1);

  /** A tone of half a second, and as much silence. */
  private static Voice tone(double amplitude) {
    short[] samples = new short[16_000];
    for (int i = 0; i < 8_000; i++) {
      samples[i] = (short) (amplitude * 32_767 * Math.sin(i * 2 * Math.PI * 440 / 16_000));
    }
    return new Voice() {
      @Override
      public String name() {
        return "tone";
      }

      @Override
      public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel) {
        return new PcmBlock(FORMAT, samples);
      }
    };
  }

  private static double toneDb(Voice voice) throws IOException {
    short[] samples = voice.synthesise("a", Language.EN, new CancelFlag()).samples();
    double power =
        IntStream.range(0, 8_000).mapToDouble(i -> Math.pow(samples[i] / 32_768.0, 2)).sum();
    return 10 * Math.log10(power / 8_000);
  }

  @Test
  void synthesise_loudOrSoft_comesToTheSameLevel() throws IOException {
    assertThat(toneDb(new LevelledVoice(tone(0.3), -19))).isCloseTo(-21.3, within(0.2));
    assertThat(toneDb(new LevelledVoice(tone(0.06), -19))).isCloseTo(-21.3, within(0.2));
  }

  @Test
  void synthesise_almostSilent_isNotBlownUp() throws IOException {
    double before = toneDb(tone(0.005));
    assertThat(toneDb(new LevelledVoice(tone(0.005), -19))).isCloseTo(before + 12, within(0.3));
  }

  @Test
  void synthesise_wishedAboveFullScale_doesNotClip() throws IOException {
    PcmBlock speech =
        new LevelledVoice(tone(0.5), 0).synthesise("a", Language.EN, new CancelFlag());
    int peak = IntStream.range(0, 8_000).map(i -> Math.abs(speech.samples()[i])).max().orElse(0);
    assertThat(peak).isBetween(30_000, 31_200);
  }

  @Test
  void synthesise_silence_staysSilence() throws IOException {
    assertThat(
            new LevelledVoice(tone(0), -19)
                .synthesise("a", Language.EN, new CancelFlag())
                .samples())
        .containsOnly(0);
  }

  @Test
  void name_hasTheLevel_soThatKeptPhrasesOfAnotherAreNotTaken() {
    assertThat(new LevelledVoice(tone(1), -19).name())
        .isNotEqualTo(new LevelledVoice(tone(1), -23).name());
  }
}
