package dev.earmark.playback;

import dev.earmark.base.Language;
import java.util.Locale;
import java.util.Optional;

/**
 * What a jump inside a section led to. A jump behind the end stops a little before it, because the
 * next section is another command, and is told together with where the end is.
 *
 * @param atS where it goes on, in seconds of the section
 * @param durationS the section's length, 0 when unknown
 * @param behindTheEnd whether a place behind the end was asked for
 */
public record Sought(double atS, double durationS, boolean behindTheEnd) {
  private static final double ROUNDING_S = 0.5;

  /** Goes to a second of the section; empty when there is no book. */
  public static Optional<Sought> to(Player player, double seconds) {
    return player.seekTo(seconds).map(at -> of(player, seconds, at));
  }

  /** Moves by seconds; empty when there is no book. */
  public static Optional<Sought> by(Player player, double seconds) {
    double wanted = player.snapshot().positionS() + seconds;
    return player.seekBy(seconds).map(at -> of(player, wanted, at));
  }

  private static Sought of(Player player, double wanted, double at) {
    double duration = player.snapshot().durationS();
    return new Sought(at, duration, duration > 0 && wanted > at + ROUNDING_S && wanted > duration);
  }

  /** Returns a sentence without a full stop that says where it is now. */
  public String words(Language language) {
    String at = clock(atS);
    if (!behindTheEnd) {
      return language.pick("已跳到 " + at, "Now at " + at);
    }
    String end = clock(durationS);
    return language.pick(
        "这一集只有 " + end + "，已跳到 " + at, "The section is only " + end + " long; now at " + at);
  }

  private static String clock(double seconds) {
    long s = Math.round(seconds);
    return s >= 3_600
        ? String.format(Locale.ROOT, "%d:%02d:%02d", s / 3_600, s / 60 % 60, s % 60)
        : String.format(Locale.ROOT, "%d:%02d", s / 60, s % 60);
  }
}
