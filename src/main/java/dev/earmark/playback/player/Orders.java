package dev.earmark.playback.player;

import dev.earmark.library.Album;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.sleep.SleepTimer;
import org.jspecify.annotations.Nullable;

/**
 * What the player thread has to carry out: how the {@link Desk} stood at one moment.
 *
 * @param serial of the last jump
 * @param runId the run that the last jump was made for, or null
 * @param atS where that jump led, in seconds of the section
 * @param volume that sounds, 0 to 100
 * @param breaks whether it pauses at the end of the section for something else
 */
record Orders(
    long serial,
    @Nullable String runId,
    @Nullable Album album,
    int section,
    double atS,
    DeskState.Intent intent,
    boolean suppressed,
    int volume,
    double speed,
    Tuning tuning,
    SleepTimer sleep,
    boolean breaks,
    Ability ability) {
  /** Returns whether the decoder is needed. */
  boolean loads() {
    return album != null && intent != DeskState.Intent.STOP && !(ability instanceof Ability.Failed);
  }
}
