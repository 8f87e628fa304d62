package dev.earmark.listen.vosk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.earmark.TestData;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.PcmBlock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.Recordings;
import dev.earmark.listen.SpeechModel;
import dev.earmark.listen.SpeechModel.Decoding;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.vad.FvadActivity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vosk.Model;

/** The native library and the embedded model; each test leaves nothing native behind. */
final class VoskModelsTest {
  static final Path EMBEDDED = Path.of("models/vosk-model-tiny-zh-en-earmark-0.2");

  private final VoskModels models = new VoskModels(Duration.ZERO);
  private final Hearing hearing =
      new Hearing(ListenSettings.DEFAULT, FvadActivity::open, block -> block);

  @AfterEach
  void nothingIsLeftOpen() {
    assertThat(models.openRecognisers()).isZero();
    assertThat(models.loadedModels()).isZero();
  }

  private List<ListenEvent> hear(PcmBlock audio, boolean wake) throws IOException {
    List<ListenEvent> events = new ArrayList<>();
    SpeechEngine engine = new SpeechEngine(List.of(models.open(EMBEDDED)), ListenSettings.DEFAULT);
    hearing.hear(engine, audio, new Hearing.Options(wake, List.of()), events::add);
    return events;
  }

  @Test
  void open_embeddedModel_tellsWhatItCan() throws IOException {
    try (SpeechModel model = models.open(EMBEDDED)) {
      assertThat(model.languages()).containsExactlyInAnyOrder(Language.ZH, Language.EN);
      assertThat(model.freeDecoding()).isFalse();
      assertThat(model.grammars()).isTrue();
      assertThat(model.knows("西游记")).isTrue();
      assertThat(model.knows("wonderland")).isTrue();
      assertThat(model.knows("囗囗囗")).isFalse();
    }
  }

  @Test
  void close_modelBeforeItsRecogniser_recogniserGoesOn() throws IOException {
    SpeechModel model = models.open(EMBEDDED);
    Decoding decoding = model.decode(List.of("暂停", "[unk]"), 0);
    model.close();
    model.close();
    assertThat(models.loadedModels()).isEqualTo(1);
    decoding.feed(new short[16_000]);
    assertThat(decoding.finish()).hasSize(1);
    decoding.close();
    decoding.close();
    assertThatThrownBy(() -> decoding.feed(new short[1])).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> model.knows("停")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void open_twice_loadsOnce() throws IOException {
    try (SpeechModel one = models.open(EMBEDDED);
        SpeechModel other = models.open(EMBEDDED.toAbsolutePath())) {
      assertThat(models.loadedModels()).isEqualTo(1);
      assertThat(one.name()).isEqualTo(other.name());
    }
  }

  /** Looking what a model can do and then using it loaded each model twice. */
  @Test
  void open_soonAfterALook_loadsOnlyOnce() throws IOException {
    VoskModels keeping = new VoskModels(Duration.ofMinutes(5));
    assertThat(keeping.languages(EMBEDDED)).isNotEmpty();
    try (SpeechModel model = keeping.open(EMBEDDED)) {
      assertThat(model.knows("停")).isTrue();
    }
    assertThat(keeping.loads()).isEqualTo(1);
  }

  @Test
  void close_keptForAMoment_isFreedThen() throws IOException {
    VoskModels keeping = new VoskModels(Duration.ofMillis(50));
    keeping.open(EMBEDDED).close();
    await().until(() -> keeping.loadedModels() == 0);
    keeping.open(EMBEDDED).close();
    assertThat(keeping.loads()).isEqualTo(2);
    await().until(() -> keeping.loadedModels() == 0);
  }

  @Test
  void open_filesReplaced_isAnotherModel(@TempDir Path folder) throws IOException {
    copy(EMBEDDED, folder);
    try (SpeechModel before = models.open(folder)) {
      Files.writeString(folder.resolve("README"), "another one");
      try (SpeechModel after = models.open(folder)) {
        assertThat(models.loadedModels()).isEqualTo(2);
        assertThat(after.languages()).isEqualTo(before.languages());
      }
    }
  }

  /** A model that took seconds to load had stopped all recognisers that long. */
  @Test
  void open_loadTakesLong_otherModelsGoOnMeanwhile(@TempDir Path slow) throws Exception {
    copy(EMBEDDED, slow);
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    VoskModels loading =
        new VoskModels(
            Duration.ZERO,
            folder -> {
              if (folder.equals(slow.toString())) {
                entered.countDown();
                waitFor(go);
              }
              return new Model(folder);
            });
    CompletableFuture<SpeechModel> first = CompletableFuture.supplyAsync(() -> open(loading, slow));
    CompletableFuture<SpeechModel> second =
        CompletableFuture.supplyAsync(() -> open(loading, slow));
    waitFor(entered);
    try (SpeechModel model = loading.open(EMBEDDED);
        Decoding decoding = model.decode(List.of("停", "[unk]"), 0)) {
      decoding.feed(new short[1_600]);
      assertThat(decoding.finish()).isNotEmpty();
    }
    assertThat(first).isNotDone();
    go.countDown();
    first.get(60, TimeUnit.SECONDS).close();
    second.get(60, TimeUnit.SECONDS).close();
    assertThat(loading.loadedModels()).isZero();
  }

  private static SpeechModel open(VoskModels models, Path folder) {
    try {
      return models.open(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void finish_secondUtterance_timesCountFromItsOwnBeginning() throws IOException {
    short[] samples = Recordings.speech("zh/zh_20.wav").samples();
    try (SpeechModel model = models.open(EMBEDDED);
        Decoding decoding = model.decode(List.of("快进 三 十 秒", "[unk]"), 0)) {
      for (int i = 0; i < 3; i++) {
        for (int at = 0; at < samples.length; at += 320) {
          decoding.feed(Arrays.copyOfRange(samples, at, Math.min(samples.length, at + 320)));
        }
        var words = decoding.finish().get(0).words();
        assertThat(words.get(0).text()).isEqualTo("快进");
        assertThat(words.get(0).startS()).isBetween(0.6, 1.2);
        assertThat(words.get(0).confidence()).isBetween(0.5, 1.01);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"am/final.mdl", "conf/model.conf", "graph/Gr.fst", "graph/HCLr.fst"})
  void open_missingOrTruncatedFile_isOneClearSentence(String file, @TempDir Path folder)
      throws IOException {
    copy(EMBEDDED, folder);
    Files.write(folder.resolve(file), new byte[0]);
    assertThatThrownBy(() -> models.open(folder))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining(file)
        .hasMessageContaining("models install");
    Files.delete(folder.resolve(file));
    assertThatThrownBy(() -> models.open(folder)).isInstanceOf(FailureException.class);
  }

  @Test
  void open_folderThatIsNotThere_isOneClearSentence() {
    assertThatThrownBy(() -> models.open(Path.of("models/none")))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("is no folder");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      all.filter(Files::isRegularFile)
          .forEach(
              file -> {
                try {
                  Path target = to.resolve(from.relativize(file).toString());
                  Files.createDirectories(target.getParent());
                  Files.copy(file, target);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 1_600})
  void hear_almostNothing_isNothing(int samples) throws IOException {
    PcmBlock audio = Recordings.of(new short[samples]);
    assertThat(hear(audio, /* wake= */ true)).isEmpty();
    assertThat(hear(audio, /* wake= */ false)).isEmpty();
  }

  @Test
  void hear_thirtySecondsOfSilence_isNoCommand() throws IOException {
    assertThat(hear(Recordings.of(new short[30 * 16_000]), /* wake= */ false))
        .noneMatch(ListenEvent.Final.class::isInstance);
  }

  @Test
  void hear_phrasesOfAList_areHeardInsteadOfCommands() throws IOException {
    List<ListenEvent> events = new ArrayList<>();
    hearing.hear(
        new SpeechEngine(List.of(models.open(EMBEDDED)), ListenSettings.DEFAULT),
        Recordings.speech("en/en_19.wav"),
        new Hearing.Options(/* wakePhraseNeeded= */ false, List.of("turn off after this chapter")),
        events::add);
    assertThat(events)
        .last()
        .isInstanceOfSatisfying(
            ListenEvent.Final.class,
            last -> assertThat(last.transcript().text()).isEqualTo("turn off after this chapter"));
  }

  @Test
  void hear_otherFormat_isConvertedFirst() throws IOException {
    short[] mono = Recordings.speech("zh/zh_20.wav").samples();
    short[] stereo = new short[mono.length * 2];
    for (int i = 0; i < mono.length; i++) {
      stereo[2 * i + 1] = mono[i];
    }
    Hearing converting =
        new Hearing(
            ListenSettings.DEFAULT,
            FvadActivity::open,
            block -> {
              short[] right = new short[block.frames()];
              for (int i = 0; i < right.length; i++) {
                right[i] = block.samples()[2 * i + 1];
              }
              return Recordings.of(right);
            });
    List<ListenEvent> events = new ArrayList<>();
    converting.hear(
        new SpeechEngine(List.of(models.open(EMBEDDED)), ListenSettings.DEFAULT),
        new PcmBlock(new AudioFormat(16_000, 2), stereo),
        new Hearing.Options(/* wakePhraseNeeded= */ false, List.of()),
        events::add);
    assertThat(events).last().isInstanceOf(ListenEvent.Final.class);
  }

  @Test
  void hear_backgroundNoise_neverWakes() throws IOException {
    Path noise = TestData.sharedOrSkip("noise");
    List<Path> files;
    try (Stream<Path> all = Files.walk(noise)) {
      files = all.filter(file -> file.toString().endsWith(".wav")).sorted().toList();
    }
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      PcmBlock audio = Recordings.wav(file);
      if (audio.format().equals(AudioFormat.SPEECH)) {
        assertThat(hear(audio, /* wake= */ true)).as("%s", file).isEmpty();
      }
    }
  }

  @Test
  void threeHundredUtterances_recognisersStayBounded() throws IOException {
    short[] all = Recordings.speech("zh/zh_11.wav").samples();
    short[] samples = Arrays.copyOfRange(all, 11_000, 27_000);
    List<String> grammar = List.of("下 一 集", "上 一 集", "[unk]");
    try (SpeechModel model = models.open(EMBEDDED)) {
      for (int i = 0; i < 300; i++) {
        try (Decoding decoding = model.decode(grammar, 5)) {
          decoding.feed(samples);
          assertThat(decoding.finish().get(0).texts()).containsExactly("下", "一", "集");
          assertThat(models.openRecognisers()).isEqualTo(1);
        }
      }
      assertThat(models.recognisersMade()).isEqualTo(300);
    }
  }
}
