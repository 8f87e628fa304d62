package dev.earmark.playback;

import dev.earmark.library.Position;
import java.util.Optional;

/**
 * The keys of a player: pause, stop, resume, next, previous, for everybody who has such keys. A
 * book that is being fetched must not start by surprise after one of them, so each forgets the wish
 * that is on its way before it commands the player. Where there is no book yet, resume, next and
 * previous mean nothing, and the wish stays.
 *
 * <p>Thread-safe; answers within milliseconds.
 */
public final class Transport {
  /** What pause and stop led to. */
  public enum Silence {
    /** What played does not play any more. */
    DONE,
    /** Nothing played, and a wish on its way was called off. */
    CALLED_OFF,
    /** Nothing played, and nothing was on its way. */
    NOTHING
  }

  /** Who has heard no more of a section means the one before. */
  public static final double SOON_S = 5;

  private final Player player;
  private final PlayService service;

  /** Makes it. */
  public Transport(Player player, PlayService service) {
    this.player = player;
    this.service = service;
  }

  /** Pauses the book and forgets the wish on its way. */
  public Silence pause() {
    boolean fetching = forget();
    return silence(player.pause(), fetching);
  }

  /** Stops the book, keeps the place, and forgets the wish on its way. */
  public Silence stop() {
    boolean fetching = forget();
    return silence(player.stop(), fetching);
  }

  /** Goes on where the book was; empty when nothing has been heard yet. */
  public Optional<Position> resume() {
    forgetForBook();
    return player.resume();
  }

  /** Returns why what is to go on cannot be heard yet; empty unless it waits for its speaker. */
  public Optional<Problem> waits() {
    PlayerSnapshot now = player.snapshot();
    return now.waitsForSpeaker() ? Optional.ofNullable(now.problem()) : Optional.empty();
  }

  /** Goes to the next section; its number, or empty at the end of the book or without one. */
  public Optional<Integer> next() {
    forgetForBook();
    return player.next();
  }

  /** Goes to the section before; its number, or empty at the beginning or without a book. */
  public Optional<Integer> previous() {
    forgetForBook();
    return player.previous();
  }

  /**
   * What the key for going back does: to the start of this section when it has been heard for more
   * than {@link #SOON_S} seconds, else to the section before; its number, or empty when there is
   * none or no book. It plays, as {@link #previous} does.
   */
  public Optional<Integer> back() {
    PlayerSnapshot now = player.snapshot();
    if (now.album() == null) {
      return Optional.empty();
    }
    if (now.positionS() <= SOON_S) {
      return previous();
    }
    forgetForBook();
    Optional<Integer> section = player.move(0);
    if (now.state() == PlayerSnapshot.State.PAUSED || now.state() == PlayerSnapshot.State.STOPPED) {
      player.resume();
    }
    return section;
  }

  private boolean forget() {
    boolean fetching = service.pending().isPresent();
    service.forgetPending();
    return fetching;
  }

  private void forgetForBook() {
    if (player.snapshot().album() != null) {
      service.forgetPending();
    }
  }

  private static Silence silence(boolean done, boolean fetching) {
    if (done) {
      return Silence.DONE;
    }
    return fetching ? Silence.CALLED_OFF : Silence.NOTHING;
  }
}
