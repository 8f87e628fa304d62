package dev.earmark.playback;

import dev.earmark.library.Album;
import org.jspecify.annotations.Nullable;

/**
 * What the player thread has to carry out: how the {@link Desk} stood at one moment.
 *
 * @param serial of the last jump
 * @param atS where that jump led, in seconds of the section
 */
record Orders(
    long serial,
    @Nullable Album album,
    int section,
    double atS,
    Desk.Intent intent,
    boolean suppressed,
    int volume,
    double speed,
    SleepTimer sleep,
    Ability ability) {
  /** Returns whether the decoder is needed. */
  boolean loads() {
    return album != null && intent != Desk.Intent.STOP && !(ability instanceof Ability.Failed);
  }
}
