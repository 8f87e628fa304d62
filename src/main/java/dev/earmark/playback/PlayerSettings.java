package dev.earmark.playback;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.VolumeLimitSettings;
import java.time.Duration;

/**
 * The player, from {@code player.*}.
 *
 * @param volume at the first start, 0 to 100
 * @param speed of a book that has no speed of its own
 * @param rewind whether resuming after a pause goes back a little, more after a longer pause
 * @param fade the fade at start, pause and stop
 * @param saveEvery how often the position is written while a book plays
 * @param prefetch whether the next sections are fetched while one plays
 * @param ahead how many sections are fetched ahead
 * @param sound what is done to the sound, until a listener says otherwise
 * @param limits how loud it may be at which time of day
 * @param allowance how long and when a book may be heard
 */
public record PlayerSettings(
    int volume,
    double speed,
    boolean rewind,
    Duration fade,
    Duration saveEvery,
    boolean prefetch,
    int ahead,
    ShapeSettings sound,
    VolumeLimitSettings limits,
    AllowanceSettings allowance) {
  /** The defaults. */
  public static final PlayerSettings DEFAULT =
      new PlayerSettings(
          50,
          1.0,
          /* rewind= */ true,
          Duration.ofMillis(20),
          Duration.ofSeconds(1),
          /* prefetch= */ true,
          2,
          ShapeSettings.DEFAULT,
          VolumeLimitSettings.NONE,
          AllowanceSettings.NONE);
}
