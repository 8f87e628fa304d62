package dev.earmark.media;

import dev.earmark.audio.PcmBlock;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Turns a {@link MediaSource} into {@link dev.earmark.audio.AudioFormat#OUTPUT}. Confined to one
 * thread, which it blocks while the source waits for bytes.
 */
public interface Decoder extends AutoCloseable {
  /** Returns what the file says of itself; read again when the source is complete. */
  MediaInfo info();

  /** Returns whether the declared length was counted, not estimated from the bit rate. */
  boolean isLengthCounted();

  /**
   * Decodes the next block, at most about 100 ms. It holds until the next call: its memory is used
   * again, so whoever keeps it copies it.
   *
   * @return null at the end of the sound
   * @throws dev.earmark.base.FailureException when the source failed or the file cannot be decoded;
   *     of kind TRUNCATED, after its last block, when a complete file ends clearly before the
   *     length that it has counted
   */
  @Nullable PcmBlock next() throws IOException;

  /** Goes to a time in the file, in seconds; the next block begins within 50 ms of it. */
  void seek(double seconds) throws IOException;

  /**
   * Changes the speed, 0.5 to 3.0, with the pitch kept; one second of output is {@code rate}
   * seconds of the book.
   */
  void setSpeed(double rate);

  /** Returns the time in the file at which the next block begins, in seconds. */
  double position();

  /** Returns how many corrupt frames were skipped so far. */
  int corruptFrames();

  @Override
  void close();

  /** Opens decoders. */
  @FunctionalInterface
  interface Factory {
    /**
     * Opens the source and reads its head.
     *
     * @throws dev.earmark.base.FailureException kind UNDECODABLE or WRONG_CONTENT when it is no
     *     audio, or the source's own failure
     */
    Decoder open(MediaSource source) throws IOException;
  }
}
