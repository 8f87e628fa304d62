package dev.earmark.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How long a device is waited for. */
final class BackoffTest {
  private final Backoff backoff = new Backoff();

  private List<Long> pauses(int count) {
    return Stream.generate(() -> backoff.next().toSeconds()).limit(count).toList();
  }

  @Test
  void deviceThatNeverWorked_isAskedLessAndLess() {
    assertThat(pauses(7)).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
  }

  /** Unplugged for a quarter of an hour, it was found half a minute after its return. */
  @Test
  void deviceThatHasWorked_isFoundWithinThreeSecondsOfItsReturn() {
    pauses(5);
    backoff.reset();
    assertThat(pauses(60)).startsWith(1L, 2L).allMatch(pause -> pause <= 2);
  }
}
