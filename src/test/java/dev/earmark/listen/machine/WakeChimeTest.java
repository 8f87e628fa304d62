package dev.earmark.listen.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmConverter;
import dev.earmark.listen.Recordings;
import dev.earmark.listen.SoundHistory;
import dev.earmark.speak.Announcer;
import dev.earmark.speak.Chimes;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The chime as it is played, and speech and noise that are not it. */
final class WakeChimeTest {
  private static Stream<short[]> blocks(short[] samples) {
    return IntStream.range(0, samples.length / SoundHistory.BLOCK)
        .mapToObj(
            i -> Arrays.copyOfRange(samples, i * SoundHistory.BLOCK, (i + 1) * SoundHistory.BLOCK));
  }

  private static Predicate<short[]> louderThan(double db) {
    return block -> SoundHistory.levelDb(block) > db;
  }

  @Test
  void isMostOf_theChime_everyAudibleBlock() {
    short[] chime =
        PcmConverter.convert(new Chimes().of(Announcer.Chime.WAKE), AudioFormat.SPEECH).samples();
    assertThat(blocks(chime).filter(louderThan(-50))).isNotEmpty().allMatch(WakeChime::isMostOf);
  }

  @Test
  void isMostOf_speech_hardlyEver() {
    for (String path : new String[] {"zh/zh_20.wav", "zh/zh_11.wav", "en/en_19.wav"}) {
      short[] speech = Recordings.speech(path).samples();
      long loud = blocks(speech).filter(louderThan(-40)).count();
      long taken = blocks(speech).filter(louderThan(-40)).filter(WakeChime::isMostOf).count();
      assertThat(loud).as(path).isPositive();
      assertThat(taken * 50).as("%s: %s of %s blocks", path, taken, loud).isLessThanOrEqualTo(loud);
    }
  }

  @Test
  void isMostOf_noiseAndSilence_never() {
    Random random = new Random(1);
    short[] noise = new short[SoundHistory.BLOCK];
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (short) (random.nextGaussian() * 2_000);
    }
    assertThat(WakeChime.isMostOf(noise)).isFalse();
    assertThat(WakeChime.isMostOf(new short[SoundHistory.BLOCK])).isFalse();
  }
}
