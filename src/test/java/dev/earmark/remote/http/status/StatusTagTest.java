package dev.earmark.remote.http.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the tag of the status depends on. */
final class StatusTagTest {
  private static Status with(double timerS, double sleepS, double levelDbfs, double uptimeS) {
    Status.Listening ears =
        new Status.Listening("idle", "zh", List.of("zh"), List.of("hey"), false, levelDbfs);
    return new Status(
        "stopped",
        null,
        null,
        null,
        0,
        0,
        50,
        1,
        new Status.Sleep(sleepS, null),
        List.of(),
        "",
        /* waitsForSpeaker= */ false,
        List.of(),
        ears,
        "",
        "",
        "",
        "",
        "rules",
        List.of(new Status.Timer("t1", "tea", "timer", timerS, false)),
        List.of(),
        "1",
        uptimeS);
  }

  /** With a kitchen timer of ten minutes, no request of the page was ever answered with 304. */
  @Test
  void timeAlone_changesNothing_whileTimersRunDown() {
    Status then = with(600, 900, -60, 5).timeless(1_000);
    assertThat(with(540, 840, -31, 65).timeless(1_060)).isEqualTo(then);
  }

  @Test
  void aTimerThatIsMoved_changesIt() {
    Status then = with(600, 900, 0, 0).timeless(1_000);
    assertThat(with(840, 840, 0, 0).timeless(1_060)).isNotEqualTo(then);
    assertThat(with(540, 1_440, 0, 0).timeless(1_060)).isNotEqualTo(then);
  }
}
