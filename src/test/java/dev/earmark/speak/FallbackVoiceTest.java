package dev.earmark.speak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FallbackVoiceTest {
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final Told first = new Told("piper");
  private final Told second = new Told("espeak-ng");
  private final FallbackVoice voice = new FallbackVoice(first, second, clock, health);

  /** A voice that works or not, as the test wants. */
  private static final class Told implements Voice {
    private final String name;
    private Failure.@org.jspecify.annotations.Nullable Kind fails;
    private @org.jspecify.annotations.Nullable Language lacks;
    private int asked;

    Told(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
        throws IOException {
      asked++;
      if (language == lacks) {
        throw new FailureException(Failure.Kind.NOT_FOUND, "no voice for " + language.code());
      }
      if (fails != null) {
        throw new FailureException(fails, name + " cannot");
      }
      return new PcmBlock(new AudioFormat(16_000, 1), new short[1]);
    }
  }

  private void say() throws IOException {
    voice.synthesise("hello", Language.EN, new CancelFlag());
  }

  @Test
  void synthesise_firstFails_secondSpeaksInTheSameSentence_andTheFirstRests() throws Exception {
    first.fails = Failure.Kind.UNAVAILABLE;
    say();
    assertThat(second.asked).isEqualTo(1);
    assertThat(voice.name()).isEqualTo("espeak-ng");
    assertThat(health.parts())
        .anySatisfy(
            part -> assertThat(part.text()).isEqualTo("piper cannot; espeak-ng speaks meanwhile"));
    say();
    assertThat(first.asked).as("it is not asked for every sentence").isEqualTo(1);

    first.fails = null;
    clock.advance(Duration.ofSeconds(31));
    say();
    assertThat(first.asked).isEqualTo(2);
    assertThat(voice.name()).isEqualTo("piper");
    assertThat(health.parts()).allSatisfy(part -> assertThat(part.ok()).isTrue());
  }

  @Test
  void synthesise_withoutAVoiceForOneLanguage_speaksTheOther_andHealthDoesNotFlap()
      throws Exception {
    first.lacks = Language.ZH;
    for (int i = 0; i < 3; i++) {
      voice.synthesise("你好", Language.ZH, new CancelFlag());
      say();
      assertThat(health.parts())
          .singleElement()
          .satisfies(part -> assertThat(part.text()).contains("no voice for zh"));
    }
    assertThat(second.asked).as("Chinese alone").isEqualTo(3);
    assertThat(first.asked).isEqualTo(6);
    first.lacks = null;
    voice.synthesise("你好", Language.ZH, new CancelFlag());
    assertThat(health.parts()).allSatisfy(part -> assertThat(part.ok()).isTrue());
  }

  @Test
  void synthesise_calledOff_asksNobodyElse() {
    first.fails = Failure.Kind.CANCELLED;
    assertThatThrownBy(this::say).isInstanceOf(FailureException.class);
    assertThat(second.asked).isZero();
  }

  @Test
  void synthesise_bothFail_isTheSecondsFailure() {
    first.fails = Failure.Kind.UNAVAILABLE;
    second.fails = Failure.Kind.UNAVAILABLE;
    assertThatThrownBy(this::say).hasMessageContaining("espeak-ng cannot");
  }
}
