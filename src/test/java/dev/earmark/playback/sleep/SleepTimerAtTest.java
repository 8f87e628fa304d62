package dev.earmark.playback.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** "Stop at 11:30" at ten in the evening meant the next morning to the page. */
final class SleepTimerAtTest {
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final Instant TEN_PM = Instant.parse("2026-01-01T14:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "11:30, 90",
    "23:30, 90",
    "8:30, 630",
    "08:30, 630",
    "10:00, 720",
    "12:15, 135",
    "0:10, 130",
    "14:00, 960",
    "11：30, 90"
  })
  void timeOfDay_isTheOneThatComesFirst(String text, double minutes) {
    assertThat(SleepTimer.minutesUntil(text, TEN_PM, ZONE)).hasValue(minutes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "25:00", "11", "soon"})
  void whatIsNoTime_isNone(String text) {
    assertThat(SleepTimer.minutesUntil(text, TEN_PM, ZONE)).isEmpty();
  }
}
