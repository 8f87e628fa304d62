package dev.earmark.app.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Json;
import dev.earmark.app.cli.console.Messages;
import dev.earmark.base.Language;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events as {@code say --follow} shows them. */
final class EventTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "play.started | {\"title\":\"西游记\",\"section\":2} | playing: 西游记, section 2",
        "play.failed | {\"title\":\"A\",\"section\":0,\"reason_zh\":\"没有找到\",\"reason_en\":\"it could not be found\"} | not playing: A: it could not be found",
        "play.dropped | {\"title\":\"A\",\"section\":1} | not playing: A, section 1: another wish came, or it was stopped",
        "run.step | {\"number\":1,\"action\":\"search\",\"action_input\":{\"keyword\":\"A\"},\"observation\":\"found\"} | step 1: search keyword A → found",
        "run.ended | {\"ended\":\"answered\",\"answer\":\"yes\"} | answer (answered): yes",
        "run.state | {\"run_id\":\"r1\",\"state\":\"asking\",\"question\":\"Delete a?\"} | asks: Delete a?",
        "run.state | {\"run_id\":\"r1\",\"state\":\"running\",\"question\":\"\"} | goes on",
        "say.ended | {\"outcome\":\"heard\"} | has said it",
        "thing.new | {\"run_id\":\"r1\",\"much\":3,\"none\":\"\"} | thing new: much 3",
      })
  void line_isInWords(String type, String data, String line) {
    assertThat(EventText.line(type, Json.parse(data), Messages.of(Language.EN))).isEqualTo(line);
  }

  /** A Chinese reader was told "run asking: …" and "has said it". */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run.state | {\"run_id\":\"r1\",\"state\":\"asking\",\"question\":\"删掉 a 吗？\"} | 问你：删掉 a 吗？",
        "run.state | {\"run_id\":\"r1\",\"state\":\"paused\"} | r1 停下来等你",
        "run.ended | {\"ended\":\"answered\",\"answer\":\"好\"} | 回答（答完）：好",
        "say.ended | {\"outcome\":\"cut_off\"} | 没说完就被打断了",
        "run.step | {\"number\":1,\"action\":\"search\",\"observation\":\"找到\"} | 第 1 步：search → 找到",
      })
  void line_isChineseForAChineseReader(String type, String data, String line) {
    assertThat(EventText.line(type, Json.parse(data), Messages.of(Language.ZH))).isEqualTo(line);
  }
}
