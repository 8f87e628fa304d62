package dev.earmark.app.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Moments of JSON, as people read them. */
final class MomentsTest {
  @ParameterizedTest
  @CsvSource({
    "2026-11-30T13:30:12.123456789Z, 21:30",
    "2026-11-30T15:59:59Z, 23:59",
    "2026-11-30T16:00:00Z, 2026-12-01 00:00",
    "2026-11-01T01:05:00Z, 2026-11-01 09:05",
    "soon, soon",
  })
  void text_isTheTimeOfThisMachineToTheMinute(String iso, String text) {
    Instant now = Instant.parse("2026-11-30T12:00:00Z");
    assertThat(Moments.text(iso, now, ZoneId.of("Asia/Shanghai"))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"300, 300", "1.5, 1.5", "5m, 300", "5min, 300", "1h30m, 5400", "2h, 7200", "90s, 90"})
  void seconds_ofALength(String length, double seconds) {
    assertThat(Moments.seconds(length)).hasValue(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "-5", "5m3", "m", "5x", "1e3", "30m1h"})
  void seconds_ofWhatIsNoLength_isNothing(String text) {
    assertThat(Moments.seconds(text)).isEmpty();
  }
}
