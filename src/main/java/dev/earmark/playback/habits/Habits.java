package dev.earmark.playback.habits;

import dev.earmark.base.Clock;
import java.time.ZoneId;
import java.util.function.Supplier;

/**
 * All that is kept of a listener's habits. Thread-safe; never waits.
 *
 * @param tunings how each book is played
 * @param history how long was listened to which book on which day
 * @param finished what has been heard to its end
 * @param upNext what is to be played behind the current book
 */
public record Habits(Tunings tunings, History history, Finished finished, UpNext upNext) {
  /** Makes all of them over one store. */
  public static Habits of(KeptSettings kept, Clock clock, Supplier<ZoneId> zone) {
    return new Habits(
        new Tunings(kept),
        new History(kept, clock, zone),
        new Finished(kept, clock),
        new UpNext(kept));
  }
}
