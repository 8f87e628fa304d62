package dev.earmark.speak.espeak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.speak.VoiceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EspeakVoiceTest {
  @TempDir Path folder;

  @Test
  void synthesise_chinese_speaksTheCharactersAndNotTheirCodes() throws IOException {
    EspeakVoice voice = realOrSkip();

    PcmBlock word = voice.synthesise("你好", Language.ZH, new CancelFlag());
    PcmBlock sentence = voice.synthesise("正在播放西游记第十二集，请稍等一下。", Language.ZH, new CancelFlag());

    assertThat(word.format()).isEqualTo(new AudioFormat(22_050, 1));
    assertThat(word.seconds()).isBetween(0.3, 1.5);
    assertThat(sentence.seconds()).isBetween(2.0, 7.0);
  }

  @Test
  void synthesise_english_speaks() throws IOException {
    PcmBlock speech =
        realOrSkip().synthesise("--help; it's chapter one.", Language.EN, new CancelFlag());

    assertThat(speech.seconds()).isBetween(0.8, 4.0);
  }

  @Test
  void synthesise_unknownVoice_saysWhichOne() {
    realOrSkip();
    EspeakVoice voice = new EspeakVoice(new VoiceSettings("auto", "cmn", "xyzzy", 165, true, 0));

    assertThatThrownBy(() -> voice.synthesise("hello", Language.EN, new CancelFlag()))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("is there a voice 'xyzzy'");
  }

  @Test
  void synthesise_programMissing_namesThePackage() {
    EspeakVoice voice =
        new EspeakVoice("/usr/nowhere/espeak-ng", VoiceSettings.DEFAULT, Duration.ofSeconds(5));

    assertThat(voice.available()).isFalse();
    assertThatThrownBy(() -> voice.synthesise("hello", Language.EN, new CancelFlag()))
        .hasMessage("UNAVAILABLE: espeak-ng is not installed; apt-get install espeak-ng");
  }

  @Test
  void synthesise_programHangs_isKilledAtTheTimeLimit() throws IOException {
    EspeakVoice voice =
        new EspeakVoice(script("exec sleep 600"), VoiceSettings.DEFAULT, Duration.ofMillis(300));

    assertThatThrownBy(() -> voice.synthesise("hello", Language.EN, new CancelFlag()))
        .hasMessageContaining("did not answer");
  }

  @Test
  void synthesise_cancelled_endsAtOnce() throws Exception {
    EspeakVoice voice =
        new EspeakVoice(script("exec sleep 600"), VoiceSettings.DEFAULT, Duration.ofMinutes(5));
    CancelFlag cancel = new CancelFlag();
    CompletableFuture<Failure.Kind> kind =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                voice.synthesise("hello", Language.EN, cancel);
                throw new AssertionError("it spoke");
              } catch (FailureException e) {
                return e.failure().kind();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    cancel.set();

    assertThat(kind.get(10, TimeUnit.SECONDS)).isEqualTo(Failure.Kind.CANCELLED);
  }

  @Test
  void choose_engines_giveAVoiceOrNoneOrAClearFailure() throws FailureException {
    assertThat(EspeakVoice.choose(VoiceSettings.DEFAULT)).isPresent();
    assertThat(EspeakVoice.choose(engine("espeak"))).isPresent();
    assertThat(EspeakVoice.choose(engine("none"))).isEmpty();
    assertThatThrownBy(() -> EspeakVoice.choose(engine("festival")))
        .hasMessage("BAD_REQUEST: voice.engine is 'festival', expected auto, espeak or none");
  }

  private static VoiceSettings engine(String engine) {
    return new VoiceSettings(engine, "cmn", "en-gb", 165, true, 0);
  }

  private static EspeakVoice realOrSkip() {
    EspeakVoice voice = new EspeakVoice(VoiceSettings.DEFAULT);
    assumeTrue(voice.available(), "skipped: espeak-ng is missing here");
    return voice;
  }

  private String script(String body) throws IOException {
    Path file = Files.writeString(folder.resolve("espeak-ng"), "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }
}
