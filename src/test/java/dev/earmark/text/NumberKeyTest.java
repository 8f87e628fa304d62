package dev.earmark.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One title, its number written in four ways. */
final class NumberKeyTest {
  @ParameterizedTest
  @CsvSource({
    "三体二, 3体2",
    "三体Ⅱ, 3体2",
    "三体 III, 3体3",
    "三体 2, 3体2",
    "dune two, dune 2",
    "Dune II, dune 2",
    "Henry IV Part One, henry 4 part 1",
    "Rocky XIV, rocky 14",
    "The King and I, the king and i",
    "Xi'an, xian",
    "Ivy, ivy",
    "Mix, mix",
    "Dune, dune",
  })
  void of_numbersAreDigits(String title, String key) {
    assertThat(NumberKey.of(Normalizer.key(title))).isEqualTo(key);
  }
}
