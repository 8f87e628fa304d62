package dev.earmark.playback.player;

import dev.earmark.base.Failure;

/**
 * Whether the player can sound, apart from whether it shall; each state holds only its own data.
 * The transitions are listed at {@link BookPlayer}.
 */
sealed interface Ability {
  /** Nothing is loaded. */
  record Idle() implements Ability {}

  /** The file is being opened, or the first blocks are being decoded, since a monotonic time. */
  record Opening(long sinceNanos) implements Ability {}

  /** There is sound. */
  record Ready() implements Ability {}

  /** The sound ran out before the end, since a monotonic time. */
  record Starved(long sinceNanos) implements Ability {}

  /** The book has been heard to its end. */
  record Ended() implements Ability {}

  /** It cannot go on by itself. */
  record Failed(Failure failure) implements Ability {}
}
