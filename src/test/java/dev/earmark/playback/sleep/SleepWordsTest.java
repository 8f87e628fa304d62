package dev.earmark.playback.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** What a sleep timer was set to, as people say it. */
final class SleepWordsTest {
  private static final Instant NOW = Instant.parse("2026-11-30T22:04:41Z");

  @Test
  void severalSections_areThisOneAndTheNext() {
    assertThat(SleepWords.sections(1, Language.EN))
        .isEqualTo("It stops at the end of this section");
    assertThat(SleepWords.sections(2, Language.EN))
        .isEqualTo("It stops after this section and the next");
    assertThat(SleepWords.chapters(3, Language.EN))
        .isEqualTo("It stops after this chapter and the next 2");
  }

  /** "In 1 hour 35 minutes 19 seconds" was the answer to ten minutes more than 23:30. */
  @Test
  void extended_byMoreThanAnHour_namesTheTimeOfDay() {
    double minutes = 95 + 19 / 60.0;
    assertThat(SleepWords.extended(minutes, NOW, ZoneOffset.UTC, Language.EN))
        .isEqualTo("It stops at 23:40");
    assertThat(SleepWords.extended(10, NOW, ZoneOffset.UTC, Language.ZH)).isEqualTo("10分钟后停止播放");
  }
}
