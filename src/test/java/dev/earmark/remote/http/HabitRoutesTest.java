package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HabitRoutesTest {
  /** A book whose library is gone keeps the name of its folder, also where that is a number. */
  @ParameterizedTest
  @CsvSource({
    "books:orwell/1984, 1984",
    "books:2001, 2001",
    "books:cafe, cafe",
    "books:平凡的世界/第一部, 第一部",
    "feeds:4920c1146a4350d2, ''",
    "shelf:0c5c5a3e-9d0a-4a52-8f6b-1f2f3c4d5e6f, ''"
  })
  void nameIn_anId_isTheFoldersName(String id, String name) {
    assertThat(HabitRoutes.nameIn(id)).isEqualTo(name);
  }
}
