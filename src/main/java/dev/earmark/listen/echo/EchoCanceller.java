package dev.earmark.listen.echo;

import dev.earmark.base.FailureException;

/**
 * Takes what was played out of what was heard beside it, 20 ms after 20 ms. It learns the way from
 * speaker to microphone by itself, within a second or two.
 *
 * <p>One thread cancels; {@link #close()} may come from any.
 */
public interface EchoCanceller extends AutoCloseable {
  /** Samples in a frame: 20 ms at 16 kHz. */
  int FRAME = 320;

  /** How long after it was played a sound is still found, in samples: 256 ms. */
  int TAIL = 4096;

  /**
   * Returns what is left of a frame.
   *
   * @param heard {@link #FRAME} samples at 16 kHz
   * @param played what was played at that time, as long
   */
  short[] cancel(short[] heard, short[] played);

  /** Forgets the way from speaker to microphone. */
  void reset();

  /** Frees what it holds; a frame that comes later is returned as it is. */
  @Override
  void close();

  /** Opens a canceller. */
  @FunctionalInterface
  interface Factory {
    /**
     * Opens one.
     *
     * @throws FailureException when the machine lacks what it takes, with the remedy
     */
    EchoCanceller open() throws FailureException;
  }
}
