package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.TestData;
import dev.earmark.app.home.Home;
import dev.earmark.assistant.TurnEvents;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Correlation;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.VirtualSound;
import dev.earmark.audio.WavWriter;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.listen.Recordings;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.PlayerSnapshot.State;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recorded commands are played into a virtual microphone, and a listener records the virtual
 * speaker: a book counts as playing only when its decoded sound is in that recording.
 */
@Tag("realtime")
final class SpokenCommandTest {
  /** The likeness of the same sound after mixing, resampling and gaps of a loaded machine. */
  private static final double SAME = 0.9;

  /** The last bits that mixing to 16 bits may leave. */
  private static final int SILENT = 8;

  private static final Duration LIMIT = Duration.ofSeconds(40);

  @TempDir static Path folder;
  private static VirtualSound sound;
  private static Assembly daemon;
  private static EventLog log;

  @BeforeAll
  static void start() throws Exception {
    sound = VirtualSound.startOrSkip();
    Home home = TestHome.in(folder);
    Map<String, String> variables =
        TestHome.quiet(
            "EARMARK_MICROPHONE_TYPE", "command",
            "EARMARK_MICROPHONE_COMMAND", String.join(",", sound.microphoneCommand()),
            "EARMARK_SPEAKER_TYPE", "command",
            "EARMARK_SPEAKER_COMMAND", String.join(",", sound.speakerCommand()),
            "EARMARK_VOICE_RATE", "300",
            "EARMARK_PLAYER_PREFETCH", "false");
    daemon =
        Assembly.start(
            home, TestHome.config(home, variables), Assembly.DeviceOverrides.NONE, Clock.system());
    log = EventLog.of(daemon);
    daemon.awaitEars(LIMIT);
  }

  @AfterAll
  static void stop() {
    if (daemon != null) {
      daemon.close();
    }
    if (sound != null) {
      sound.close();
    }
  }

  @BeforeEach
  void nothingPlays() {
    daemon.bookPlayer().stop();
    awaitState(State.STOPPED);
    log.clear();
  }

  @Test
  void commandsInChinese_bookIsHeardPausedResumedAndStopped() throws Exception {
    conversation(
        Language.ZH,
        TestData.speech("zh/zh_03.wav"),
        "成语故事",
        TestData.speech("zh/zh_07.wav"),
        TestData.speech("zh/zh_09.wav"),
        cut("zh/zh_07.wav", 1.90, 2.35),
        "正在播放(本地): 成语故事 - 第1集");
  }

  @Test
  void commandsInEnglish_bookIsHeardPausedResumedAndStopped() throws Exception {
    conversation(
        Language.EN,
        TestData.speech("en/en_05.wav"),
        "西游记",
        cut("en/en_18.wav", 2.30, 2.75),
        TestData.speech("en/en_09.wav"),
        cut("en/en_18.wav", 2.30, 2.75),
        "Playing (local): 西游记 - section 1");
  }

  private void conversation(
      Language language,
      Path wish,
      String album,
      Path pause,
      Path resume,
      Path stopWord,
      String hit)
      throws Exception {
    TurnEvents.RunStep miss = speak(wish);
    assertThat(miss.action()).isEqualTo("search_and_play");
    assertThat(miss.observation())
        .isEqualTo(language.pick("正在搜索下载中，请稍等一下～", "Searching and downloading, one moment please"));
    assertBookIsHeard(album);

    speak(pause);
    await().atMost(LIMIT).until(() -> playing().state() != State.PLAYING);
    State paused = playing().state();
    double pausedAt = playing().positionS();
    assertSilence();
    assertThat(playing().positionS()).isEqualTo(pausedAt);

    TurnEvents.RunStep resumed = speak(resume);
    assertThat(resumed.action()).isEqualTo("resume");
    assertThat(resumed.ok()).isTrue();
    awaitState(State.PLAYING);
    assertThat(playing().positionS()).isBetween(pausedAt - 3.5, pausedAt + 15);
    assertBookIsHeard(album);

    log.clear();
    sound.speakInto(stopWord);
    await().atMost(LIMIT).until(() -> playing().state() != State.PLAYING);
    assertThat(log.has("listen.wake")).isFalse();
    assertSilence();
    assertThat(paused).isIn(State.PAUSED, State.STOPPED);

    TurnEvents.RunStep second = speak(wish);
    assertThat(second.observation()).isEqualTo(hit);
    assertBookIsHeard(album);
    assertThat(log.await("play.started", PlayService.Report.class).told())
        .as("a hit is answered at once, nothing is fetched")
        .isTrue();
  }

  /** Speaks a command once and returns the step that it led to, when its answer was spoken. */
  private static TurnEvents.RunStep speak(Path wav) throws Exception {
    log.clear();
    sound.speakInto(wav);
    TurnEvents.RunEnded run = log.await("run.ended", TurnEvents.RunEnded.class);
    log.await("turn.ended", TurnEvents.Ended.class, e -> e.turnId().equals(run.runId()));
    return log.await(
        "run.step",
        TurnEvents.RunStep.class,
        s -> s.runId().equals(run.runId()) && !s.observation().isEmpty());
  }

  private static PlayerSnapshot playing() {
    return daemon.bookPlayer().snapshot();
  }

  private static void awaitState(State state) {
    await().atMost(LIMIT).until(() -> playing().state() == state);
  }

  /** Records what the speaker sounds, and finds the stretch of the book that was played then. */
  private static void assertBookIsHeard(String album) throws Exception {
    awaitState(State.PLAYING);
    double before = playing().positionS();
    await().atMost(LIMIT).until(() -> playing().positionS() > before + 0.5);
    double from;
    double to;
    PcmBlock heard;
    try (VirtualSound.Recording recording = sound.startRecording()) {
      from = playing().positionS();
      await().atMost(LIMIT).until(() -> playing().positionS() > from + 2.5);
      to = playing().positionS();
      heard = recording.stop();
    }
    PlayerSnapshot now = playing();
    assertThat(now.album()).isNotNull().extracting(Album::title).isEqualTo(album);
    PcmBlock book = slice(daemon.decodeSection(now), from + 0.4, to - 0.4);
    assertThat(Correlation.median(book, heard, 0.5)).isGreaterThan(SAME);
  }

  private static void assertSilence() throws Exception {
    await().atMost(LIMIT).until(SpokenCommandTest::isQuiet);
  }

  /** Returns whether a second of the speaker is silent: replies and chimes have ended. */
  private static boolean isQuiet() throws IOException, InterruptedException {
    int loudest = 0;
    for (short sample : sound.recordSpeaker(1).samples()) {
      loudest = Math.max(loudest, Math.abs(sample));
    }
    return loudest <= SILENT;
  }

  /** Writes a word of a recording, with silence around it, into a file. */
  private static Path cut(String recording, double fromS, double toS) throws IOException {
    PcmBlock word = slice(Recordings.speech(recording), fromS, toS);
    int silence = (int) AudioFormat.SPEECH.frames(0.8);
    short[] samples = new short[silence + word.frames() + 2 * silence];
    System.arraycopy(word.samples(), 0, samples, silence, word.frames());
    Path file = folder.resolve("word.wav");
    WavWriter.write(file, new PcmBlock(AudioFormat.SPEECH, samples));
    return file;
  }

  private static PcmBlock slice(PcmBlock whole, double fromS, double toS) {
    int channels = whole.format().channels();
    int from = (int) whole.format().frames(fromS) * channels;
    int to = (int) whole.format().frames(toS) * channels;
    return new PcmBlock(whole.format(), Arrays.copyOfRange(whole.samples(), from, to));
  }
}
