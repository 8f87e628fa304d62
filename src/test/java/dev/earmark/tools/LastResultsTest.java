package dev.earmark.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.playback.PlayService;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LastResultsTest {
  private final LastResults results = new LastResults(new FakeClock());

  private void started(String runId) {
    results.onEvent(
        new Events.Event(
            1,
            Instant.EPOCH,
            "play.started",
            new PlayService.Report(
                runId, "", "呼啸山庄", 1, /* ok= */ true, "", "", /* told= */ false)));
  }

  /** 第一个 tried the book again that could not be had, instead of the first of the list. */
  @Test
  void wished_bookThatIsFetched_leavesTheListUntilItStarts() {
    results.showTitles(List.of("西游记", "三国演义"));
    results.wished();
    assertThat(results.shown().titles()).containsExactly("西游记", "三国演义");
    started("run-1");
    assertThat(results.shown().titles()).isEmpty();
  }

  @Test
  void wished_listThatWasAskedForMeanwhile_stays() {
    results.wished();
    results.showTitles(List.of("西游记", "三国演义"));
    started("run-1");
    assertThat(results.shown().titles()).hasSize(2);
  }
}
