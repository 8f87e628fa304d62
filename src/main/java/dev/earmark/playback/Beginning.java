package dev.earmark.playback;

import dev.earmark.base.Failure;

/**
 * Told once what became of a command to play: the answer to it is given before anything was opened.
 * Called on any thread; must not block.
 */
public interface Beginning {
  /** The section is open and decoded far enough to sound. */
  void sounds();

  /**
   * Nothing of it can be heard.
   *
   * @param goesOn whether the player goes on with the next section
   */
  void failed(Failure why, boolean goesOn);

  /** Something else was commanded before anything could be heard. */
  void dropped();
}
