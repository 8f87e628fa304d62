package dev.earmark.playback;

import java.time.Duration;

/**
 * The player, from {@code player.*}.
 *
 * @param volume at the first start, 0 to 100
 * @param speed at the first start
 * @param rewind whether resuming after a pause goes back a little, more after a longer pause
 * @param fade the fade at start, pause and stop
 * @param saveEvery how often the position is written while a book plays
 * @param prefetch whether the next section is fetched while one plays
 */
public record PlayerSettings(
    int volume, double speed, boolean rewind, Duration fade, Duration saveEvery, boolean prefetch) {
  /** The defaults. */
  public static final PlayerSettings DEFAULT =
      new PlayerSettings(
          50,
          1.0,
          /* rewind= */ true,
          Duration.ofMillis(20),
          Duration.ofSeconds(1),
          /* prefetch= */ true);

  /** Reads a number that the journal has kept. */
  static double kept(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("a kept player setting is no number: " + text, e);
    }
  }
}
