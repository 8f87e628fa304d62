package dev.earmark.base.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Failure;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HttpFailuresTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "304, BAD_ANSWER",
    "400, BAD_REQUEST",
    "401, FORBIDDEN",
    "403, FORBIDDEN",
    "404, NOT_FOUND",
    "408, TIMEOUT",
    "410, NOT_FOUND",
    "422, BAD_REQUEST",
    "429, THROTTLED",
    "451, FORBIDDEN",
    "500, SERVER_FAULT",
    "501, BAD_ANSWER",
    "502, SERVER_FAULT",
    "503, THROTTLED",
    "504, TIMEOUT",
    "599, SERVER_FAULT"
  })
  void kindOf_status_isTheKind(int status, Failure.Kind kind) {
    assertThat(HttpFailures.kindOf(status)).isEqualTo(kind);
  }

  @Test
  void retryAfter_secondsOrDate_isTheTimeToWait() {
    assertThat(HttpFailures.retryAfter("120", NOW)).isEqualTo(Duration.ofMinutes(2));
    assertThat(HttpFailures.retryAfter(" 0 ", NOW)).isEqualTo(Duration.ZERO);
    assertThat(HttpFailures.retryAfter("Thu, 01 Jan 2026 00:01:30 GMT", NOW))
        .isEqualTo(Duration.ofSeconds(90));
    assertThat(HttpFailures.retryAfter("Wed, 31 Dec 2025 23:00:00 GMT", NOW))
        .isEqualTo(Duration.ZERO);
    assertThat(HttpFailures.retryAfter("999999999999", NOW))
        .isEqualTo(Duration.ofSeconds(1_000_000));
  }

  @ParameterizedTest
  @CsvSource({"soon", "-5", "1.5", "٣", "99999999999999999999", "''", "2026-01-01"})
  void retryAfter_noSense_isNull(String header) {
    assertThat(HttpFailures.retryAfter(header, NOW)).isNull();
    assertThat(HttpFailures.retryAfter(null, NOW)).isNull();
  }
}
