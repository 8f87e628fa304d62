package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.TestData;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.library.demo.DemoServer;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.Recordings;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.vad.FvadActivity;
import dev.earmark.listen.vosk.VoskModels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A clear command is understood however a microphone gives it: wherever in a block it begins, a
 * little louder or softer, converted between rates, with a trace of noise. These were refused in
 * one of three cases, as another wording or spelling of the same wish was nearly as likely, or
 * words that the bigram of the grammar strings together. {@code bench/run microphone} counts more
 * of them.
 */
@Tag("realtime")
final class MicrophoneSoundTest {
  private static final Hearing HEARING =
      new Hearing(ListenSettings.DEFAULT, FvadActivity::open, block -> block);
  private static SpeechEngine engine;

  @BeforeAll
  static void load() throws IOException {
    engine =
        new SpeechEngine(
            List.of(new VoskModels().open(Path.of("models/vosk-model-tiny-zh-en-earmark-0.2"))),
            ListenSettings.DEFAULT,
            new SameWish());
    engine.setTitles(new DemoServer(TestData.demoLibrary("")).titles());
  }

  @AfterAll
  static void free() {
    engine.close();
  }

  @Test
  void titleThatTheLibraryHasInPinyinToo_isUnderstoodInHan() throws IOException {
    assertUnderstood("zh/zh_05.wav");
  }

  @Test
  void longCommandOfShortWords_isUnderstood() throws IOException {
    assertUnderstood("en/en_05.wav");
  }

  @Test
  void commandWithAWordThatChangesNothing_isUnderstood() throws IOException {
    assertUnderstood("zh/zh_09.wav");
  }

  @Test
  void speechThatIsNoCommand_staysNone() throws IOException {
    for (int variant = 0; variant < 4; variant++) {
      assertThat(heard("zh/zh_25.wav", /* wake= */ false, variant)).isEmpty();
      assertThat(heard("en/en_28.wav", /* wake= */ true, variant)).isEmpty();
    }
  }

  private static void assertUnderstood(String path) throws IOException {
    Recordings.Row row =
        Recordings.rows().stream().filter(r -> r.path().equals(path)).findFirst().orElseThrow();
    for (int variant = 0; variant < 12; variant++) {
      assertThat(heard(path, !row.wakePhrase().isEmpty(), variant))
          .as("%s, variant %d", path, variant)
          .containsExactly(row.command());
    }
  }

  private static List<String> heard(String path, boolean wake, int variant) throws IOException {
    List<ListenEvent> events = new ArrayList<>();
    PcmBlock sound = variant(Recordings.speech(path), variant);
    HEARING.hear(engine.share(), sound, new Hearing.Options(wake, List.of()), events::add);
    return events.stream()
        .filter(ListenEvent.Final.class::isInstance)
        .map(event -> ((ListenEvent.Final) event).transcript().text())
        .toList();
  }

  /** Begins 27 samples later in the block each time; every third goes by 48, every by 44.1 kHz. */
  private static PcmBlock variant(PcmBlock recording, int number) {
    short[] samples = recording.samples();
    short[] later = new short[samples.length + 27 * number];
    System.arraycopy(samples, 0, later, 27 * number, samples.length);
    PcmBlock sound = new PcmBlock(AudioFormat.SPEECH, later);
    if (number % 3 > 0) {
      AudioFormat other = new AudioFormat(number % 3 == 1 ? 48_000 : 44_100, 1);
      sound = PcmConverter.convert(PcmConverter.convert(sound, other), AudioFormat.SPEECH);
    }
    double gain = Math.pow(10, (-6 + number * 0.75) / 20);
    Random random = new Random(number);
    short[] heard = new short[sound.samples().length];
    for (int i = 0; i < heard.length; i++) {
      double noise = number % 2 * 6 * random.nextGaussian();
      heard[i] = (short) Math.max(-32_768, Math.min(32_767, sound.samples()[i] * gain + noise));
    }
    return new PcmBlock(AudioFormat.SPEECH, heard);
  }
}
