package dev.earmark.audio.mix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.earmark.audio.mix.MixerControl.Channel;
import dev.earmark.audio.mix.MixerControl.DuckReason;
import org.junit.jupiter.api.Test;

final class MixerTest {
  private static final double DUCKED = Math.pow(10, -15.0 / 20);

  private final Mixer mixer = new Mixer(100);

  @Test
  void next_bookAloneAtFullVolume_passesUnchangedAfterTheFade() {
    FakeSource book = FakeSource.ramp();
    mixer.setSource(Channel.BOOK, book);
    mixer.next();

    short[] block = mixer.next().samples();

    for (int i = 0; i < block.length; i++) {
      assertThat(block[i]).isEqualTo(book.sample(1_920 + i));
    }
  }

  @Test
  void next_nothingToPlay_isSilence() {
    assertThat(mixer.next().samples()).containsOnly((short) 0).hasSize(1_920);
  }

  @Test
  void next_threeSources_sumsThem() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(1_000));
    mixer.setSource(Channel.SPEECH, FakeSource.constant(200));
    mixer.setSource(Channel.CHIME, FakeSource.constant(30));
    mixer.next();

    assertThat(mixer.next().samples()).containsOnly((short) 1_230);
  }

  @Test
  void next_sumAboveFullScale_isLimitedWithoutWrapping() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(30_000));
    mixer.setSource(Channel.SPEECH, FakeSource.constant(30_000));
    mixer.next();

    for (short sample : mixer.next().samples()) {
      assertThat(sample).isBetween((short) 32_000, Short.MAX_VALUE);
    }
  }

  @Test
  void setVolume_halfLoudness_isTenDecibelsLess() {
    assertThat(20 * Math.log10(Mixer.gainOf(50))).isCloseTo(-10.03, within(0.01));
    assertThat(Mixer.gainOf(0)).isZero();
    assertThat(Mixer.gainOf(100)).isEqualTo(1);
    assertThatThrownBy(() -> mixer.setVolume(101)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void setVolume_appliesToTheBookAlone() {
    mixer.setVolume(0);
    mixer.setSource(Channel.BOOK, FakeSource.constant(10_000));
    mixer.setSource(Channel.SPEECH, FakeSource.constant(500));
    settle();

    assertThat(mixer.next().samples()).containsOnly((short) 500);
  }

  /** Somebody sets the volume while it listens: "set volume" must not be undone afterwards. */
  @Test
  void unduck_volumeSetWhileDucked_isTheVolumeAfterwards() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(10_000));
    mixer.duck(DuckReason.LISTENING);
    mixer.setVolume(40);
    settle();
    assertThat(level()).isCloseTo(10_000 * DUCKED, within(2.0));

    mixer.unduck(DuckReason.LISTENING);
    settle();

    assertThat(mixer.volume()).isEqualTo(40);
    assertThat(level()).isCloseTo(10_000 * Mixer.gainOf(40), within(2.0));
  }

  /** A book that is quieter than the duck stays where it is, during and after. */
  @Test
  void duck_userLevelBelowTheDuck_isNotRaised() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(10_000));
    mixer.setVolume(10);
    settle();
    double before = level();

    mixer.duck(DuckReason.SPEAKING);
    settle();
    assertThat(level()).isEqualTo(before);
    mixer.unduck(DuckReason.SPEAKING);
    settle();
    assertThat(level()).isEqualTo(before);
  }

  @Test
  void duck_severalReasons_goNoLowerAndEndWithTheLast() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(10_000));
    mixer.duck(DuckReason.LISTENING);
    mixer.duck(DuckReason.SPEAKING);
    mixer.duck(DuckReason.SPEAKING);
    settle();
    assertThat(level()).isCloseTo(10_000 * DUCKED, within(2.0));

    mixer.unduck(DuckReason.SPEAKING);
    settle();
    assertThat(level()).isCloseTo(10_000 * DUCKED, within(2.0));
    mixer.unduck(DuckReason.LISTENING);
    settle();

    assertThat(level()).isEqualTo(10_000);
    assertThat(mixer.isDucked()).isFalse();
  }

  /** Stop while ducked, then the next book: it plays at the full level. */
  @Test
  void setSource_newBookAfterTheDuckEnded_playsAtFullLevel() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(10_000));
    mixer.duck(DuckReason.LISTENING);
    settle();
    mixer.setSource(Channel.BOOK, null);
    mixer.unduck(DuckReason.LISTENING);
    settle();

    mixer.setSource(Channel.BOOK, FakeSource.constant(10_000));
    settle();

    assertThat(level()).isEqualTo(10_000);
  }

  @Test
  void duck_isReachedWithinAHundredMilliseconds() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(10_000));
    settle();
    mixer.duck(DuckReason.LISTENING);
    for (int i = 0; i < 4; i++) {
      mixer.next();
    }

    assertThat(level()).isCloseTo(10_000 * DUCKED, within(2.0));
  }

  @Test
  void next_everyChange_isWithoutASteep() {
    mixer.setSource(Channel.BOOK, FakeSource.constant(20_000));
    Steps steps = new Steps();
    steps.over(mixer, 5);
    mixer.duck(DuckReason.SPEAKING);
    steps.over(mixer, 8);
    mixer.unduck(DuckReason.SPEAKING);
    steps.over(mixer, 20);
    mixer.setVolume(20);
    steps.over(mixer, 5);
    mixer.setSource(Channel.BOOK, null);
    steps.over(mixer, 3);
    FakeSource runsDry = FakeSource.constant(20_000);
    mixer.setVolume(100);
    mixer.setSource(Channel.BOOK, runsDry);
    steps.over(mixer, 5);
    runsDry.limit(400);
    steps.over(mixer, 3);
    runsDry.limit(Integer.MAX_VALUE);
    steps.over(mixer, 3);
    mixer.setSource(Channel.BOOK, FakeSource.constant(-20_000));
    steps.over(mixer, 3);

    assertThat(steps.steepest).isLessThan(250);
  }

  /** Two halves of a tone in two blocks of one source: no gap, no fade between them. */
  @Test
  void next_sourceGoesOnAcrossBlocks_isGapless() {
    FakeSource book = FakeSource.ramp();
    mixer.setSource(Channel.BOOK, book);
    mixer.next();
    for (int block = 1; block < 50; block++) {
      assertThat(mixer.next().samples()[0]).isEqualTo(book.sample(1_920 * block));
    }
  }

  @Test
  void heard_leavesOutWhatIsPendingAndWhatWasSilence() {
    FakeSource book = FakeSource.constant(1);
    mixer.next();
    mixer.setSource(Channel.BOOK, book);
    mixer.next();
    mixer.heard(960);
    assertThat(book.heard).isZero();

    book.limit(100);
    mixer.next(); // 100 frames and 860 of silence
    book.limit(Integer.MAX_VALUE);
    mixer.next();
    mixer.heard(1_920);
    assertThat(book.heard).isEqualTo(960);
    mixer.heard(960 + 860);
    assertThat(book.heard).isEqualTo(1_060);
    mixer.heard(960);
    assertThat(book.heard).isEqualTo(1_060);
    mixer.heard(0);
    assertThat(book.heard).isEqualTo(2_020);
  }

  @Test
  void heard_sourceThatWasTakenAway_isStillTold() {
    FakeSource book = FakeSource.constant(1);
    mixer.setSource(Channel.BOOK, book);
    mixer.next();
    mixer.setSource(Channel.BOOK, null);
    mixer.next(); // 480 frames of the fade
    mixer.heard(1_920);
    assertThat(book.heard).isZero();

    mixer.heard(0);

    assertThat(book.heard).isEqualTo(960 + 480);
  }

  @Test
  void next_sourceThatThrows_isDroppedAndTheOthersGoOn() {
    mixer.setSource(
        Channel.BOOK,
        (target, frames) -> {
          throw new IllegalStateException("broken on purpose");
        });
    mixer.setSource(Channel.SPEECH, FakeSource.constant(77));
    mixer.next();

    assertThat(mixer.next().samples()).containsOnly((short) 77);
  }

  private void settle() {
    for (int i = 0; i < 20; i++) {
      mixer.next();
    }
  }

  private double level() {
    short[] samples = mixer.next().samples();
    assertThat(samples[0]).isEqualTo(samples[samples.length - 1]);
    return samples[0];
  }

  /** The steepest step between two frames so far. */
  private static final class Steps {
    int last;
    int steepest;

    void over(Mixer mixer, int blocks) {
      for (int b = 0; b < blocks; b++) {
        short[] samples = mixer.next().samples();
        for (int i = 0; i < samples.length; i += 2) {
          steepest = Math.max(steepest, Math.abs(samples[i] - last));
          last = samples[i];
        }
      }
    }
  }
}
