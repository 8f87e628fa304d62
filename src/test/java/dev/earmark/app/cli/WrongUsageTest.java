package dev.earmark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong about a command line is one sentence with the remedy, and exit code 2. */
final class WrongUsageTest {
  @TempDir Path home;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "play alice 0                 | sections count from 1, but it is '0'; without a number",
        "play alice -1                | sections count from 1, but it is '-1'",
        "hear --language fr a.wav     | --language is zh, en or auto, but it is 'fr'",
        "speak --language fr hello    | unknown language 'fr', expected zh or en",
        "sleep 25:99:00               | expected minutes (30 or 30m, up to 1440), a time of day",
        "sleep 25:00                  | or 0 for no sleep timer, but it is '25:00'",
        "sleep abc                    | a time of day (22:30), chapters (1c), sections (1s",
        "sleep 12:60                  | or 0 for no sleep timer, but it is '12:60'",
        "sleep +x                     | +10 for ten minutes more",
        "seek 99:99                   | expected a time such as +30, -15, 90, 12:41 or 1:02:41",
        "seek 1:60:00                 | but it is '1:60:00'",
        "qqqqq                        | there is no command 'qqqqq'; ./earmark --help lists all",
        "timers --all                 | --all goes with --cancel",
        "timers --cancel              | cancel which?",
        "timers --in soon             | such as 300 (seconds), 5m or 1h30m, but it is 'soon'",
        "timers --in 5m3              | such as 300 (seconds), 5m or 1h30m, but it is '5m3'",
      })
  void run_wrongUsage_isOneSentence(String line, String sentence) {
    String[] arguments = line.split(" +", -1);
    assertWrong(arguments, sentence);
  }

  @Test
  void speak_textOfABook_isRefusedBeforeItFillsTheDisk() {
    String[] arguments = {"speak", "word ".repeat(2_000)};
    assertWrong(arguments, "the text has 10000 characters, and at most 5000 are spoken at once");
  }

  private void assertWrong(String[] line, String sentence) {
    String[] arguments = new String[line.length + 2];
    arguments[0] = "--home";
    arguments[1] = home.toString();
    System.arraycopy(line, 0, arguments, 2, line.length);
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(said, /* autoFlush= */ true, StandardCharsets.UTF_8));
    try {
      assertThat(EarmarkCommand.run(arguments)).isEqualTo(2);
    } finally {
      System.setErr(before);
    }
    assertThat(said.toString(StandardCharsets.UTF_8)).contains(sentence);
    assertThat(said.toString(StandardCharsets.UTF_8).strip().lines()).hasSize(1);
  }
}
