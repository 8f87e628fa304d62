package dev.earmark.speak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChimesTest {
  private final Chimes chimes = new Chimes();

  @ParameterizedTest
  @EnumSource(Announcer.Chime.class)
  void of_everySignal_isQuietAndBeginsAndEndsSoftly(Announcer.Chime chime) {
    PcmBlock sound = chimes.of(chime);
    int peak = 0;
    for (short sample : sound.samples()) {
      peak = Math.max(peak, Math.abs(sample));
    }

    assertThat(sound.format()).isEqualTo(AudioFormat.OUTPUT);
    assertThat(peak).isBetween(3_200, 3_300); // -20 dB of full scale
    assertThat(sound.samples()[0]).isZero();
    assertThat(Math.abs(sound.samples()[sound.samples().length - 1])).isLessThan(20);
    if (chime == Announcer.Chime.WAKE) {
      assertThat(sound.seconds()).isBetween(0.1, 0.15);
    }
  }

  @Test
  void of_twoSignals_areDifferent() {
    Set<Integer> lengths = new HashSet<>();
    for (Announcer.Chime chime : Announcer.Chime.values()) {
      lengths.add(chimes.of(chime).frames());
    }
    assertThat(lengths).hasSize(Announcer.Chime.values().length);
  }
}
