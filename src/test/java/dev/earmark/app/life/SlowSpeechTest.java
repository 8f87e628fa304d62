package dev.earmark.app.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.Sound;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.mix.Mixer;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.speak.PhraseCache;
import dev.earmark.speak.SpeechOutput;
import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceSettings;
import dev.earmark.speak.espeak.EspeakVoice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sentence may take the synthesiser 15 s on a busy machine. After 10 s the role counted as stuck:
 * {@code /healthz} said 503, and systemd's watchdog was not fed.
 */
final class SlowSpeechTest {
  private static final Duration DEADLINE = Duration.ofMillis(200);

  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();

  @Test
  void speak_sentenceThatTakesAsLongAsItMay_isNotStuck_afterThatItIs() throws Exception {
    Lifecycle lifecycle = new Lifecycle(clock);
    Roles roles = new Roles(clock, lifecycle);
    SlowVoice voice = new SlowVoice();
    SpeechOutput speech =
        new SpeechOutput(
            new Mixer(100),
            Optional.of(voice),
            new PhraseCache(folder, 1 << 20, clock),
            VoiceSettings.DEFAULT,
            clock,
            new Health());
    try (lifecycle) {
      roles.start(speech, DEADLINE, Sound.SPEECH_TURN);
      speech.say("很长的一句话。", Language.ZH);
      voice.began.await();

      clock.advance(EspeakVoice.LONGEST);
      assertThat(roles.stuck()).isEmpty();

      clock.advance(Duration.ofSeconds(25));
      assertThat(roles.stuck()).containsExactly("speak");
    }
  }

  /** Works until it is cancelled. */
  private static final class SlowVoice implements Voice {
    private final CountDownLatch began = new CountDownLatch(1);

    @Override
    public String name() {
      return "slow";
    }

    @Override
    public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
        throws FailureException {
      CountDownLatch cancelled = new CountDownLatch(1);
      CancelFlag.Registration hook = cancel.onSet(cancelled::countDown);
      began.countDown();
      try {
        cancelled.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        hook.close();
      }
      throw new FailureException(Failure.Kind.CANCELLED, "cancelled");
    }
  }
}
