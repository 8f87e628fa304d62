package dev.earmark.assistant;

import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.MixerControl.DuckReason;
import dev.earmark.playback.Player;

/**
 * Holds the book down while a turn goes on. Repeated calls change nothing. Confined to the
 * assistant thread.
 */
final class Hold {
  private final MixerControl mixer;
  private final Player player;
  private final boolean pause;
  private boolean ducked;
  private boolean suppressed;

  Hold(MixerControl mixer, Player player, boolean pause) {
    this.mixer = mixer;
    this.player = player;
    this.pause = pause;
  }

  /**
   * Brings the book to where it belongs.
   *
   * @param inTurn whether a spoken turn listens, thinks or answers
   * @param speaking whether Earmark speaks
   */
  void set(boolean inTurn, boolean speaking) {
    if (inTurn != ducked) {
      ducked = inTurn;
      if (inTurn) {
        mixer.duck(DuckReason.LISTENING);
      } else {
        mixer.unduck(DuckReason.LISTENING);
      }
    }
    boolean silent = pause && (inTurn || speaking);
    if (silent != suppressed) {
      suppressed = silent;
      player.suppress(silent);
    }
  }
}
