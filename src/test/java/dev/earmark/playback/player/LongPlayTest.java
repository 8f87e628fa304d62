package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.library.Album;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A day of listening on a fake clock: nothing grows, and the account stays right. */
final class LongPlayTest {
  private static final int HOUR_S = 3_600;
  private final PlayerSim sim = new PlayerSim();

  /** Bytes in use after a collection, the least of some tries. */
  private static long used() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void day_ofABookOfManySections_growsByNothing() {
    double[] lengths = new double[150];
    Arrays.fill(lengths, 600);
    Album book = sim.cached("a", lengths);
    sim.decodeQuickly();
    sim.player.play(book, 1, 0);
    sim.runCoarsely(2 * HOUR_S);
    assertThat(sim.now().section()).isBetween(12, 13);
    long before = used();

    sim.runCoarsely(22 * HOUR_S);

    assertThat(sim.now().section()).isBetween(144, 145);
    assertThat(sim.player.pipe().underruns()).isZero();
    assertThat(sim.store.pinned()).hasSizeLessThanOrEqualTo(5);
    assertThat(used() - before).as("bytes more after 22 hours").isLessThan(4L << 20);
  }
}
