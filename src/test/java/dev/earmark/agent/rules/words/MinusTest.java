package dev.earmark.agent.rules.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MinusTest {
  @ParameterizedTest
  @CsvSource({
    "音量-10,10",
    "音量 − 10,10",
    "调到负百分之十,10",
    "调到百分之负十,10",
    "负二十秒,20",
    "volume -10,10",
    "volume-10,10",
    "volume − 10,10",
    "to minus ten percent,10",
    "negative two and a half,2.5",
    "-1x,1",
  })
  void find_signBeforeANumber_isBelowZero(String text, double value) {
    Minus.Found found = Minus.find(text, Language.guess(text, Language.EN)).orElseThrow();
    assertThat(found.value()).isEqualTo(value);
    assertThat(text.substring(found.start())).matches("(?:[-−负]|百分之负|minus|negative).*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "五减三",
        "5-3",
        "1-3集",
        "音量减10",
        "负责",
        "辜负",
        "ten minus five",
        "5 minus 3",
        "skip 5-10 seconds",
        "twenty-five minutes",
        "catch-22",
        "minus",
        "volume 10",
      })
  void find_signBetweenNumbersOrWords_isNone(String text) {
    assertThat(Minus.find(text, Language.guess(text, Language.EN))).isEmpty();
  }
}
