package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code earmark demo --json}: the whole job, with nothing typed, and its report. */
@Tag("realtime")
final class DemoTest {
  private static final Set<String> FIELDS =
      Set.of(
          "language",
          "heard",
          "wake_s",
          "thought",
          "action",
          "action_input",
          "observation",
          "answer",
          "observation_ms",
          "end_of_speech_to_audio_ms",
          "album",
          "section",
          "cache",
          "audible_s");

  @TempDir Path folder;

  @Test
  void demo_withoutHardware_endsWithItsReport() throws Exception {
    Path wav = folder.resolve("demo.wav");

    ChildDaemon.Ended ended =
        ChildDaemon.run(folder, Map.of(), "demo", "--json", "--out", wav.toString());

    String[] lines = ended.out().strip().split("\n", -1);
    JsonNode report = new JsonMapper().readTree(lines[lines.length - 1]);
    assertThat(report.path("ok").asBoolean()).as(ended.out() + ended.err()).isTrue();
    assertThat(ended.exitCode()).isZero();
    assertThat(Files.size(wav)).isGreaterThan(1_000_000);
    JsonNode turns = report.path("turns");
    assertThat(turns.values())
        .extracting(t -> t.path("cache").asString())
        .containsExactly("miss", "hit", "miss", "hit");
    assertThat(turns.values())
        .extracting(t -> t.path("language").asString())
        .containsExactly("zh", "zh", "en", "en");
    assertThat(turns.values())
        .extracting(t -> t.path("album").asString())
        .containsExactly("西游记", "西游记", "Aesop's Fables", "Aesop's Fables");
    assertThat(turns.values())
        .extracting(t -> t.path("section").asInt())
        .containsExactly(8, 8, 2, 2);
    assertThat(turns.path(0).path("observation").asString()).isEqualTo("正在搜索下载中，请稍等一下～");
    assertThat(turns.path(1).path("observation").asString()).isEqualTo("正在播放(本地): 西游记 - 第8集");
    for (JsonNode turn : turns) {
      assertThat(new TreeSet<>(turn.propertyNames())).isEqualTo(new TreeSet<>(FIELDS));
      assertThat(turn.path("action").asString()).isEqualTo("search_and_play");
      assertThat(turn.path("heard").asString()).isNotBlank();
      assertThat(turn.path("answer").asString()).isNotBlank();
      for (String number :
          List.of("wake_s", "observation_ms", "end_of_speech_to_audio_ms", "audible_s")) {
        assertThat(turn.path(number).asDouble()).as(number).isPositive();
      }
    }
    assertThat(ended.err()).contains("somebody says", "wake phrase heard", "the book is audible");
    assertThat(Files.readString(folder.resolve("command.err"), StandardCharsets.UTF_8))
        .doesNotContain("Exception");
  }
}
