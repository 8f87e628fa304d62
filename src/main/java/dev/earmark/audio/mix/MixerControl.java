package dev.earmark.audio.mix;

import org.jspecify.annotations.Nullable;

/**
 * What the rest of the daemon may ask of the mixer. Thread-safe; every method returns at once.
 *
 * <p>Ducking is one state with reasons: nested ducks do not go lower, and the book is back at the
 * user's volume when the last reason is gone. The user's volume is kept apart from it.
 */
public interface MixerControl {
  /** Why the book is held down. */
  enum DuckReason {
    /** Somebody is being listened to. */
    LISTENING,
    /** Earmark speaks. */
    SPEAKING,
    /** An alarm rings. */
    ALARM
  }

  /** The mixer's inputs. */
  enum Channel {
    /** The audiobook: has the user's volume, is ducked. */
    BOOK,
    /** Spoken replies. */
    SPEECH,
    /** Short signals. */
    CHIME
  }

  /**
   * Sets the source of a channel, or takes it away with null; the change is faded over some
   * milliseconds.
   */
  void setSource(Channel channel, @Nullable PcmSource source);

  /** Sets the book's volume, 0 to 100. */
  void setVolume(int percent);

  /** Returns the book's volume as the user set it, 0 to 100. */
  int volume();

  /** Holds the book down for the reason. */
  void duck(DuckReason reason);

  /** Takes a reason away. */
  void unduck(DuckReason reason);
}
