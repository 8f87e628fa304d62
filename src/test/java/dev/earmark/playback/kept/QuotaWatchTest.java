package dev.earmark.playback.kept;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Health;
import dev.earmark.media.MediaStore.Usage;
import dev.earmark.playback.habits.FakeKeptSettings;
import org.junit.jupiter.api.Test;

final class QuotaWatchTest {
  private final FakeKeptSettings kept = new FakeKeptSettings();
  private final Health health = new Health();
  private Usage usage = new Usage(1, 1_920_000, 1_050_000, 1L << 40);
  private final QuotaWatch watch = new QuotaWatch(() -> usage, kept, health);

  /** A whole book of 1.9 MB was kept in a cache of one, and nobody was told. */
  @Test
  void run_keptBooksAboveTheQuota_areTold_untilTheyFit() {
    kept.put("kept:a:1", "三体");
    watch.run();
    assertThat(health.parts()).hasSize(1).noneMatch(Health.Part::ok);
    assertThat(health.parts().get(0).text()).contains("1.9 MB / 1.1 MB", "cache.quota");

    usage = new Usage(1, 1_000_000, 1_050_000, 1L << 40);
    watch.run();
    assertThat(health.parts()).hasSize(1).allMatch(Health.Part::ok);
  }

  /** A single file larger than the quota is let in to be heard, and goes by itself. */
  @Test
  void run_aboveTheQuotaWithoutAKeptBook_saysNothing() {
    watch.run();
    assertThat(health.parts()).isEmpty();
  }
}
