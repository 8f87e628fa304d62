package dev.earmark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the API says, in words of the command line. */
final class RemediesTest {
  @Test
  void ofCommandLine_routesAndFields_becomeCommandsAndWords() {
    assertThat(Remedies.ofCommandLine("There is no run 'x'; GET /api/runs lists them."))
        .isEqualTo("There is no run 'x'; ./earmark runs lists them.");
    assertThat(Remedies.ofCommandLine("The field 'keyword' may have at most 200 characters."))
        .isEqualTo("The keyword may have at most 200 characters.");
    assertThat(Remedies.ofCommandLine("没有编号为 'x' 的运行；GET /api/runs 可以列出来。"))
        .isEqualTo("没有编号为 'x' 的运行；./earmark runs 可以列出来。");
    assertThat(Remedies.ofCommandLine("字段 'keyword' 最多 200 个字。")).isEqualTo("keyword 最多 200 个字。");
    assertThat(Remedies.ofCommandLine("There is no timer 'name'; GET /api/timers lists them."))
        .isEqualTo("There is no timer 'name'; ./earmark timers lists them.");
    assertThat(Remedies.ofCommandLine("what was said")).isEqualTo("what was said");
  }

  /** "Send either 'level' …" is no word for who types --intro. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Send 'intro_s' or 'outro_s' or both, 0 to 600 seconds; 0 plays them again."
            + "|Give --intro or --outro or both, 0 to 600 seconds; 0 plays them again.",
        "Send either 'level' (0 to 100) or 'delta', such as -10."
            + "|Give level (0 to 100) or delta, such as -10.",
        "Send the field 'minutes', 1 to 1440, or 0 for what is configured."
            + "|Give --minutes, 1 to 1440, or 0 for what is configured.",
        "More time needs the PIN: send it as the field 'pin', or POST /api/limits/lift first."
            + "|More time needs the PIN: give --pin, or ./earmark limits --lift first.",
        "请发 'intro_s'、'outro_s' 或两个都发，0 到 600 秒；0 表示不再跳过。"
            + "|请给 --intro、--outro 或两个都发，0 到 600 秒；0 表示不再跳过。",
        "The field 'text' is missing; send {\"text\": \"…\"}.|The text is missing.",
      })
  void ofCommandLine_whatIsToBeSent_isWhatIsToBeGiven(String api, String commandLine) {
    assertThat(Remedies.ofCommandLine(api)).isEqualTo(commandLine);
  }
}
