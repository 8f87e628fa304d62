package dev.earmark.playback;

import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.playback.allow.Allowance;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Commands to the player. Thread-safe; every method posts to the player thread and returns within
 * milliseconds with what the command will bring about, without waiting for the network, the disk or
 * the decoder.
 */
public interface Player {
  /** Plays a section of an album, from the given second. The rest of the album is the queue. */
  void play(Album album, int section, double fromS);

  /**
   * Gives a command that plays or goes on, and tells the teller once what became of it, on any
   * thread. A failure that is told there is not published as {@code player.problem} as well.
   */
  default void begin(Runnable command, Beginning teller) {
    command.run();
    teller.sounds();
  }

  /** Pauses; false when nothing plays. */
  boolean pause();

  /** Goes on where it was, also after a restart; empty when nothing has been heard yet. */
  Optional<Position> resume();

  /** Stops and saves the place; false when nothing plays or is paused. */
  boolean stop();

  /** Goes to the next section and plays it; its number, or empty at the end of the book. */
  Optional<Integer> next();

  /** Goes to the section before and plays it; its number, or empty at the beginning. */
  Optional<Integer> previous();

  /**
   * Goes to the start of the section that is so many away, negative for one before, without
   * touching whether it plays: what is silent stays silent. Its number, or empty when there is
   * none.
   */
  Optional<Integer> move(int sections);

  /**
   * Moves by seconds inside the section, clipped to it as {@link #seekTo} does, but never back when
   * forward was meant; the new position, or empty when there is no book.
   */
  Optional<Double> seekBy(double seconds);

  /**
   * Moves to a second of the section, behind its end to a little before it; the new position, or
   * empty when there is no book.
   */
  Optional<Double> seekTo(double seconds);

  /** Sets the volume, clipped to 0 to 100, and returns it. */
  int setVolume(int percent);

  /**
   * Makes it louder by so many percent, quieter when negative, clipped to 0 to 100, and returns the
   * new volume. Two changes at once both count.
   */
  int changeVolume(int delta);

  /** Sets the speed, clipped to 0.5 to 3.0, and returns it. */
  double setSpeed(double rate);

  /** Stops after some minutes; 0 calls the timer off. */
  void sleepAfterMinutes(double minutes);

  /**
   * Stops at the end of the n-th section from now, 1 being the current one; 0 calls the timer off.
   */
  void sleepAfterSections(int sections);

  /**
   * Holds the book silently while somebody speaks, without touching what the user wants; false lets
   * it go on.
   */
  void suppress(boolean on);

  /** Returns the newest snapshot; never blocks. */
  PlayerSnapshot snapshot();

  /**
   * Returns the place in the current book, as it would be saved now: heard now while it plays, else
   * when it fell silent.
   */
  Optional<Position> position();

  /**
   * Calls the listener on the player thread with every new snapshot whose state, section or setting
   * changed.
   */
  void onChange(Consumer<PlayerSnapshot> listener);

  /** Returns what decides how long and when books may be heard; empty where nothing does. */
  default Optional<Allowance> allowance() {
    return Optional.empty();
  }
}
