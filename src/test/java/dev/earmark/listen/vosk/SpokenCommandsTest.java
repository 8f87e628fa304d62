package dev.earmark.listen.vosk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.audio.PcmBlock;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.Recordings;
import dev.earmark.listen.Recordings.Row;
import dev.earmark.listen.engine.SpeechEngine;
import dev.earmark.listen.machine.Hearing;
import dev.earmark.listen.vad.FvadActivity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All recordings of the index through wake phrase, end of speech and the embedded model. */
final class SpokenCommandsTest {
  static final List<String> TITLES =
      List.of(
          "西游记",
          "三国演义",
          "成语故事",
          "聊斋志异",
          "孙悟空",
          "Alice's Adventures in Wonderland",
          "Treasure Island",
          "The Adventures of Sherlock Holmes",
          "Aesop's Fables",
          "Journey to the West",
          "fairy tales");

  private static final VoskModels MODELS = new VoskModels(Duration.ZERO);
  private static final Map<String, Heard> HEARD = new TreeMap<>();

  /** What was made of a recording. */
  private record Heard(Row row, Optional<String> command, List<ListenEvent> events) {
    String verdict() {
      if (row.none()) {
        return command.isEmpty() ? "quiet" : "false";
      }
      return command.isEmpty()
          ? "rejected"
          : command.get().equals(row.command()) ? "correct" : "wrong";
    }

    boolean woke() {
      return events.stream().anyMatch(ListenEvent.Wake.class::isInstance);
    }
  }

  @BeforeAll
  static void hearAll() throws IOException {
    Hearing hearing = new Hearing(ListenSettings.DEFAULT, FvadActivity::open, block -> block);
    try (SpeechEngine engine =
        new SpeechEngine(
            List.of(MODELS.open(Path.of("models/vosk-model-tiny-zh-en-earmark-0.2"))),
            ListenSettings.DEFAULT)) {
      engine.setTitles(TITLES);
      for (Row row : Recordings.rows()) {
        boolean wake = !row.wakePhrase().isEmpty();
        List<ListenEvent> events = new ArrayList<>();
        PcmBlock audio = Recordings.speech(row.path());
        hearing.hear(engine.share(), audio, new Hearing.Options(wake, List.of()), events::add);
        Optional<String> command =
            events.stream()
                .filter(ListenEvent.Final.class::isInstance)
                .map(event -> ((ListenEvent.Final) event).transcript().text())
                .reduce((first, last) -> last);
        Heard heard = new Heard(row, command, List.copyOf(events));
        HEARD.put(row.path(), heard);
      }
    }
    StringBuilder report = new StringBuilder(table());
    HEARD.values().forEach(heard -> report.append(heard).append('\n'));
    Files.writeString(Path.of("target/speech_synth-results.txt"), report);
  }

  @AfterAll
  static void nothingIsLeftOpen() {
    assertThat(MODELS.openRecognisers()).isZero();
    assertThat(MODELS.loadedModels()).isZero();
  }

  private static String table() {
    Map<String, Integer> counts = new TreeMap<>();
    for (Heard heard : HEARD.values()) {
      Row row = heard.row();
      String kind = row.none() ? "none" : row.condition().replaceAll("_.*", "");
      counts.merge(row.language() + " " + kind + " " + heard.verdict(), 1, Integer::sum);
      if (!row.wakePhrase().isEmpty()) {
        counts.merge(row.language() + " wake " + (heard.woke() ? "hit" : "miss"), 1, Integer::sum);
      } else if (heard.woke()) {
        counts.merge(row.language() + " wake false", 1, Integer::sum);
      }
    }
    StringBuilder table = new StringBuilder("\n");
    counts.forEach((key, n) -> table.append(String.format(Locale.ROOT, "%-22s %d%n", key, n)));
    return table.toString();
  }

  private static long count(Predicate<Heard> wanted) {
    return HEARD.values().stream().filter(wanted).count();
  }

  @Test
  void cleanCommands_embeddedModel_nearlyAllUnderstood() {
    assertThat(count(h -> h.row().clean() && h.verdict().equals("correct")))
        .isGreaterThanOrEqualTo(13);
  }

  @Test
  void speechThatIsNoCommand_embeddedModel_noneBecomesOne() {
    assertThat(count(h -> h.verdict().equals("false"))).isZero();
  }
}
