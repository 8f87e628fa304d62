package dev.earmark.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalTime;
import java.time.format.DateTimeParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeOfDayTest {
  @Test
  void hourOfOneDigit_isRead() {
    assertThat(TimeOfDay.parse("7:30")).isEqualTo(LocalTime.of(7, 30));
    assertThat(TimeOfDay.parse("07:30")).isEqualTo(LocalTime.of(7, 30));
    assertThat(TimeOfDay.parse("23:05")).isEqualTo(LocalTime.of(23, 5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7", "24:00", "0730", "7:3", "soon"})
  void whatIsNoTime_isRefused(String text) {
    assertThatThrownBy(() -> TimeOfDay.parse(text)).isInstanceOf(DateTimeParseException.class);
  }
}
