package dev.earmark.speak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Tone;
import dev.earmark.audio.mix.Mixer;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.PcmSource;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpeechOutputTest {
  @TempDir Path folder;
  private final FakeClock clock = new FakeClock();
  private final Health health = new Health();
  private final Mixer mixer = new Mixer(100);
  private final FakeVoice voice = new FakeVoice();

  @Test
  void say_twoSentences_makesTheSecondWhileTheFirstSounds() throws Exception {
    SpeechOutput output = output();
    CompletableFuture<Announcer.Outcome> said = say(output, "第一句。第二句。");
    output.doWork();
    mixer.next();
    output.doWork();

    assertThat(voice.spoken).containsExactly("第一句。", "第二句。");
    assertThat(said).isNotDone();
    play(output, 51);
    assertThat(said).isCompletedWithValue(Announcer.Outcome.HEARD);
  }

  /** Three seconds of speech are handed over at once; the book stays down for three seconds. */
  @Test
  void say_longSpeech_ducksUntilItHasBeenHeard() throws Exception {
    voice.seconds = 3;
    SpeechOutput output = output();
    CompletableFuture<Announcer.Outcome> said = say(output, "一句很长的话。");
    output.doWork();
    play(output, 149);
    assertThat(mixer.isDucked()).isTrue();
    assertThat(said).isNotDone();

    play(output, 2);
    assertThat(mixer.isDucked()).isFalse();
    assertThat(said).isCompletedWithValue(Announcer.Outcome.HEARD);
  }

  /** A long sentence is converted for a while; its beginning does not wait for its end. */
  @Test
  void say_longSpeech_isHandedOverPieceByPiece() throws Exception {
    voice.seconds = 3;
    FirstHandOver first = new FirstHandOver();
    PhraseCache cache = new PhraseCache(folder, 1 << 24, clock);
    SpeechOutput output =
        new SpeechOutput(first, Optional.of(voice), cache, VoiceSettings.DEFAULT, clock, health);
    CompletableFuture<Announcer.Outcome> said = say(output, "一句很长的话。");
    output.doWork();

    assertThat(said).isNotDone();
    assertThat(first.frames).isBetween(1, AudioFormat.OUTPUT.sampleRateHz() / 5);
  }

  @Test
  void hush_whileSpeaking_isSilentWithinTwoBlocksAndUnducks() throws Exception {
    voice.seconds = 3;
    SpeechOutput output = output();
    CompletableFuture<Announcer.Outcome> first = say(output, "第一句。");
    CompletableFuture<Announcer.Outcome> second = say(output, "第二句。");
    output.doWork();
    play(output, 10);

    output.hush();
    mixer.next();

    assertThat(mixer.next().samples()).containsOnly((short) 0);
    assertThat(mixer.isDucked()).isFalse();
    output.doWork();
    assertThat(first).isCompletedWithValue(Announcer.Outcome.CUT_OFF);
    assertThat(second).isCompletedWithValue(Announcer.Outcome.CUT_OFF);
  }

  @Test
  void hush_duringSynthesis_callsItOffAndDropsItsSound() throws Exception {
    voice.waits = true;
    SpeechOutput output = output();
    CompletableFuture<Announcer.Outcome> said = say(output, "第一句。");
    Thread speak = new Thread(() -> turn(output), "speak");
    speak.start();
    await().until(() -> voice.spoken.size() == 1);

    output.hush();
    speak.join(10_000);
    output.doWork();

    assertThat(said).isCompletedWithValue(Announcer.Outcome.CUT_OFF);
    assertThat(mixer.next().samples()).containsOnly((short) 0);
    assertThat(mixer.isDucked()).isFalse();
  }

  @Test
  void say_afterHush_isSpoken() throws Exception {
    SpeechOutput output = output();
    CompletableFuture<Announcer.Outcome> cut = say(output, "第一句。");
    output.doWork();
    output.hush();
    CompletableFuture<Announcer.Outcome> said = say(output, "第二句。");
    output.doWork();
    output.doWork();
    play(output, 30);

    assertThat(cut).isCompletedWithValue(Announcer.Outcome.CUT_OFF);
    assertThat(said).isCompletedWithValue(Announcer.Outcome.HEARD);
  }

  @Test
  void say_voiceMissing_isNoVoiceAndSaidOnceAndChimesSound() throws Exception {
    voice.failure =
        new FailureException(
            Failure.Kind.UNAVAILABLE, "espeak-ng is not installed; apt-get install espeak-ng");
    SpeechOutput output = output();
    output.onStart();
    CompletableFuture<Announcer.Outcome> said = say(output, "你好。再见。");
    for (int i = 0; i < 3; i++) {
      output.doWork();
    }

    assertThat(said).isCompletedWithValue(Announcer.Outcome.NO_VOICE);
    assertThat(mixer.isDucked()).isFalse();
    assertThat(health.parts())
        .containsExactly(
            new Health.Part(
                "voice", false, "espeak-ng is not installed; apt-get install espeak-ng"));
    output.chime(Announcer.Chime.WAKE);
    mixer.next();
    assertThat(mixer.next().samples()).isNotEqualTo(new short[1_920]);
  }

  @Test
  void say_voiceComesBack_isHealthyAgain() throws Exception {
    voice.failure = new FailureException(Failure.Kind.UNAVAILABLE, "gone");
    SpeechOutput output = output();
    output.onStart();
    voice.failure = null;
    CompletableFuture<Announcer.Outcome> said = say(output, "你好。");
    output.doWork();

    assertThat(said).isNotDone();
    assertThat(health.parts()).containsExactly(new Health.Part("voice", true, "fake"));
  }

  @Test
  void say_engineNone_isNoVoiceAtOnce() {
    SpeechOutput output = output(Optional.empty(), VoiceSettings.DEFAULT);
    output.onStart();

    assertThat(say(output, "你好")).isCompletedWithValue(Announcer.Outcome.NO_VOICE);
    assertThat(health.parts().get(0).ok()).isTrue();
  }

  @Test
  void say_sameTextAgain_comesFromTheCache() throws Exception {
    SpeechOutput output = output();
    for (int i = 0; i < 2; i++) {
      CompletableFuture<Announcer.Outcome> said = say(output, "好的。");
      output.doWork();
      play(output, 30);
      assertThat(said).isCompletedWithValue(Announcer.Outcome.HEARD);
    }

    assertThat(voice.spoken).hasSize(1);
  }

  @Test
  void say_speakerPlaysNothing_isCutOffAfterFiveSeconds() throws Exception {
    SpeechOutput output = output();
    CompletableFuture<Announcer.Outcome> said = say(output, "你好。");
    output.doWork();
    clock.advance(Duration.ofSeconds(6));
    output.doWork();
    output.doWork();

    assertThat(said).isCompletedWithValue(Announcer.Outcome.CUT_OFF);
    assertThat(mixer.isDucked()).isFalse();
  }

  @Test
  void say_nothingToSpeak_isHeardAtOnce() {
    assertThat(say(output(), "😀")).isCompletedWithValue(Announcer.Outcome.HEARD);
  }

  @Test
  void chime_switchedOff_isSilent() {
    VoiceSettings off = new VoiceSettings("auto", "cmn", "en", 165, /* chimes= */ false, 0);
    output(Optional.of(voice), off).chime(Announcer.Chime.TIMER);

    assertThat(mixer.next().samples()).containsOnly((short) 0);
  }

  private SpeechOutput output() {
    return output(Optional.of(voice), VoiceSettings.DEFAULT);
  }

  private SpeechOutput output(Optional<Voice> engine, VoiceSettings settings) {
    PhraseCache cache = new PhraseCache(folder, 1 << 24, clock);
    return new SpeechOutput(mixer, engine, cache, settings, clock, health);
  }

  private static CompletableFuture<Announcer.Outcome> say(SpeechOutput output, String text) {
    CompletionStage<Announcer.Outcome> stage = output.say(text, Language.ZH);
    return stage.toCompletableFuture();
  }

  /** Plays blocks, and gives the speak thread a turn after each. */
  private void play(SpeechOutput output, int blocks) throws InterruptedException {
    for (int i = 0; i < blocks; i++) {
      mixer.next();
      mixer.heard(0);
      clock.advance(Duration.ofMillis(20));
      output.doWork();
    }
    output.doWork();
  }

  private static void turn(SpeechOutput output) {
    try {
      output.doWork();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads what the speech channel holds at the moment it is first set. */
  private static final class FirstHandOver implements MixerControl {
    int frames = -1;

    @Override
    public void setSource(Channel channel, @Nullable PcmSource source) {
      if (channel == Channel.SPEECH && source != null && frames < 0) {
        int second = AudioFormat.OUTPUT.sampleRateHz();
        frames = source.read(new short[2 * second], second);
      }
    }

    @Override
    public void setVolume(int percent) {}

    @Override
    public int volume() {
      return 100;
    }

    @Override
    public void duck(DuckReason reason) {}

    @Override
    public void unduck(DuckReason reason) {}
  }

  private static final class FakeVoice implements Voice {
    final List<String> spoken = new CopyOnWriteArrayList<>();
    double seconds = 0.5;
    volatile boolean waits;
    volatile @Nullable FailureException failure;

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public void check() throws IOException {
      FailureException problem = failure;
      if (problem != null) {
        throw problem;
      }
    }

    @Override
    public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
        throws IOException {
      spoken.add(sentence);
      check();
      if (waits) {
        CountDownLatch called = new CountDownLatch(1);
        cancel.onSet(called::countDown);
        try {
          called.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      return Tone.of(new AudioFormat(22_050, 1), 300, 0.5, seconds);
    }
  }
}
