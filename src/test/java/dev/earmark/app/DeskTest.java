package dev.earmark.app;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.earmark.app.home.Home;
import dev.earmark.audio.AudioFormat;
import dev.earmark.audio.Microphone;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.PcmConverter;
import dev.earmark.audio.WavFile;
import dev.earmark.base.Clock;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.remote.dbus.TestBus;
import dev.earmark.remote.metrics.Exposition;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole daemon as a desktop and a monitoring system see it. */
final class DeskTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final Room room = new Room();
  private Assembly daemon;
  private Api api;

  /** A silent room in which a recording is played. */
  private static final class Room implements Microphone {
    private static final int FRAMES = 320;
    private final ConcurrentLinkedQueue<short[]> blocks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    void play(PcmBlock recording) {
      short[] samples = recording.samples();
      for (int at = 0; at < samples.length; at += FRAMES) {
        blocks.add(Arrays.copyOfRange(samples, at, at + FRAMES));
      }
    }

    @Override
    public @Nullable PcmBlock read() {
      try {
        Clock.system().sleep(Duration.ofMillis(20));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
      if (closed) {
        return null;
      }
      short[] next = blocks.poll();
      return new PcmBlock(AudioFormat.SPEECH, next == null ? new short[FRAMES] : next);
    }

    @Override
    public String description() {
      return "a room";
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @BeforeEach
  void start() throws Exception {
    Home home = TestHome.in(folder);
    var variables =
        TestHome.quiet(
            "EARMARK_SPEAKER_TYPE", "file",
            "EARMARK_SPEAKER_FILE", folder.resolve("out.wav").toString(),
            "EARMARK_PLAYER_PREFETCH", "false");
    daemon =
        Assembly.start(
            home,
            TestHome.config(home, variables),
            new Assembly.DeviceOverrides(() -> room, UnaryOperator.identity()),
            Clock.system());
    api = new Api(daemon.url());
  }

  @AfterEach
  void stop() {
    daemon.close();
  }

  private Exposition metrics() throws Exception {
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(daemon.url() + "/metrics")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type"))
        .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
    return Exposition.parse(response.body());
  }

  /** The dashboard, the alerts and the page of the documentation have the names that are there. */
  private static void assertMonitoringKnows(Set<String> families) throws Exception {
    for (String file : List.of("monitoring/grafana-dashboard.json", "monitoring/alerts.yml")) {
      Set<String> used = names(Files.readString(Path.of("docs", file)));
      assertThat(used).as(file).isNotEmpty().isSubsetOf(families);
    }
    Set<String> told = names(Files.readString(Path.of("docs/metrics.md")));
    assertThat(families)
        .filteredOn(family -> family.startsWith("earmark_"))
        .hasSizeGreaterThan(30)
        .isSubsetOf(told);
    assertThat(names(Files.readString(Path.of("docs/monitoring/grafana-dashboard.json"))))
        .containsAll(
            families.stream()
                .filter(f -> f.startsWith("earmark_") && !f.contains("build_info"))
                .toList());
  }

  private static Set<String> names(String text) {
    return Pattern.compile("\\b(?:earmark|jvm|process)_[a-z_]*[a-z]")
        .matcher(text)
        .results()
        .map(match -> match.group().replaceAll("_bucket$", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static PcmBlock recording(String name) throws Exception {
    try (InputStream in =
            Objects.requireNonNull(DeskTest.class.getResourceAsStream("/demo/" + name));
        WavFile wav = WavFile.open(in, name)) {
      return PcmConverter.convert(wav.readRest(), AudioFormat.SPEECH);
    }
  }

  @Test
  void metrics_spokenTurn_movesEveryNumberOfIt() throws Exception {
    Exposition before = metrics();
    daemon.awaitEars(LIMIT);
    await().atMost(LIMIT).until(() -> metrics().value("earmark_part_ok{part=speaker}") == 1);
    room.play(recording("zh_05.wav")); // 小书童 打开西游记第八回, which must be fetched
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              Exposition now = metrics();
              assertThat(now.value("earmark_turns_total{origin=voice, reason=answered}"))
                  .isEqualTo(1);
              assertThat(now.value("earmark_downloads_total{outcome=done, reason=none}"))
                  .isEqualTo(1);
              assertThat(now.value("earmark_wishes_total{outcome=started}")).isEqualTo(1);
              assertThat(now.value("earmark_player_state{state=playing}")).isEqualTo(1);
              assertThat(now.value("earmark_positions_saved_total")).isPositive();
            });
    Exposition after = metrics();
    assertThat(after.value("earmark_wakes_total")).isEqualTo(1);
    assertThat(after.value("earmark_runs_total{ended=answered}")).isEqualTo(1);
    assertThat(after.value("earmark_model_calls_total{model=rules, outcome=ok}")).isPositive();
    assertThat(after.value("earmark_steps_total{by=tool, ok=true}")).isEqualTo(1);
    assertThat(after.value("earmark_cache_misses_total")).isEqualTo(1);
    assertMonitoringKnows(after.types().keySet());
    assertThat(after.value("earmark_download_bytes_total"))
        .isEqualTo(after.value("earmark_cache_bytes"));
    for (String stage : new String[] {"understood", "observation"}) {
      assertThat(after.value("earmark_turn_stage_seconds_count{stage=" + stage + "}"))
          .as(stage)
          .isEqualTo(1);
    }
    boolean voice = after.value("earmark_part_ok{part=voice}") == 1;
    assertThat(after.value("earmark_turn_stage_seconds_count{stage=audible}"))
        .isEqualTo(voice ? 1 : 0);
    assertThat(after.value("earmark_microphone_audio_seconds_total"))
        .isGreaterThan(before.value("earmark_microphone_audio_seconds_total"));
    assertThat(after.value("earmark_role_cpu_seconds_total{role=listen}")).isPositive();
    assertThat(after.value("earmark_position_unsaved_seconds")).isLessThan(30);
  }

  @Test
  void mediaKeys_bookPlays_commandTheDaemon() throws Exception {
    try (TestBus bus = TestBus.startOrSkip()) {
      daemon.startMpris(bus.environment());
      await().atMost(LIMIT).until(() -> bus.run("playerctl", "-l").text().equals("earmark"));
      bus.playerctl("open", "earmark:play?keyword=%E8%A5%BF%E6%B8%B8%E8%AE%B0&section=2");
      await().atMost(LIMIT).until(() -> bus.playerctl("status").text().equals("Playing"));
      assertThat(bus.playerctl("metadata", "--format", "{{album}} {{xesam:trackNumber}}").text())
          .isEqualTo("西游记 2");

      // While the book is held for somebody who speaks, a media key means what it always means.
      daemon.bookPlayer().suppress(true);
      bus.playerctl("play-pause");
      daemon.bookPlayer().suppress(false);
      assertThat(daemon.bookPlayer().snapshot().state()).isEqualTo(State.PAUSED);
      assertThat(api.status().get("state").stringValue()).isEqualTo("paused");

      bus.playerctl("position", "20");
      assertThat(api.status().get("position_s").doubleValue()).isEqualTo(20);
      bus.playerctl("play-pause");
      await().atMost(60, SECONDS).until(() -> api.status().get("position_s").doubleValue() > 20.5);
      api.say("暂停");
      assertThat(bus.playerctl("status").text()).isEqualTo("Paused");
      bus.playerctl("stop");
      assertThat(api.status().get("state").stringValue()).isEqualTo("stopped");
    }
  }
}
