package dev.earmark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MessagesTest {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, -, -, zh_CN.UTF-8, ZH",
        "-, -, -, en_US.UTF-8, EN",
        "-, en_US.UTF-8, -, zh_CN.UTF-8, EN",
        "-, -, zh_TW.UTF-8, en_US.UTF-8, ZH",
        "zh_CN.UTF-8, C.UTF-8, -, -, ZH",
        "-, -, -, -, EN",
        "-, -, -, C, EN"
      })
  void language_isThatOfTheLocale(
      String launcher, String all, String messages, String lang, Language expected) {
    Map<String, String> environment = new java.util.HashMap<>();
    environment.put("LC_ALL", all == null ? "" : all);
    environment.put("LC_MESSAGES", messages == null ? "" : messages);
    environment.put("LANG", lang == null ? "" : lang);
    assertThat(Messages.language(launcher, environment)).isEqualTo(expected);
  }

  @Test
  void everySentence_isThereInChineseWithTheSameHoles() throws Exception {
    Properties english = read("messages_en.properties");
    Properties chinese = read("messages_zh.properties");
    assertThat(english).hasSizeGreaterThan(30);
    assertThat(chinese.keySet()).containsAll(english.keySet());
    english.forEach(
        (key, sentence) ->
            assertThat(holes(chinese.getProperty((String) key)))
                .as("%s", key)
                .isEqualTo(holes((String) sentence)));
  }

  private static List<String> holes(String sentence) {
    return Pattern.compile("%[sd]").matcher(sentence).results().map(MatchResult::group).toList();
  }

  private static Properties read(String name) throws Exception {
    Properties read = new Properties();
    try (InputStream in = Messages.class.getResourceAsStream(name)) {
      read.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
    return read;
  }

  @Test
  void ink_isForTerminalsAlone() {
    Map<String, String> xterm = Map.of("TERM", "xterm");
    assertThat(Ink.BAD.on("no", /* terminal= */ true, xterm)).isEqualTo("\u001b[31mno\u001b[0m");
    assertThat(Ink.BAD.on("no", /* terminal= */ false, xterm)).isEqualTo("no");
    assertThat(Ink.BAD.on("no", /* terminal= */ true, Map.of("NO_COLOR", "1"))).isEqualTo("no");
    assertThat(Ink.BAD.on("no", /* terminal= */ true, Map.of("TERM", "dumb"))).isEqualTo("no");
  }
}
