package dev.earmark.audio.mix;

import dev.earmark.audio.AudioFormat;

/** One voice of the mixer: book, speech or chimes. Called on the output thread; never blocks. */
public interface PcmSource {
  /**
   * Copies up to {@code frames} frames of {@link AudioFormat#OUTPUT} to the start of {@code
   * target}.
   *
   * @return the frames copied; fewer than asked for means that nothing more is there now, which
   *     sounds as silence
   */
  int read(short[] target, int frames);

  /**
   * Told on the output thread how many of the frames read so far have really been heard.
   *
   * @param framesHeard counted since the start of the source
   */
  default void heard(long framesHeard) {}
}
