package dev.earmark.audio;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An open microphone that delivers {@link AudioFormat#SPEECH}, whatever the device has.
 *
 * <p>Confined to one reading thread; {@link #close()} may come from any thread and ends a blocked
 * {@link #read()}.
 */
public interface Microphone extends AutoCloseable {
  /**
   * Reads the next 20 ms (320 frames; the last block of a file may be shorter). Blocks until they
   * are there.
   *
   * @return the block, or null at the end of a file or after {@link #close()}
   * @throws IOException when the device is lost
   */
  @Nullable PcmBlock read() throws IOException;

  /** Returns the device's name for people. */
  String description();

  /** Returns the key of the configuration that chose the device, for a remedy. */
  default String setting() {
    return "microphone.type";
  }

  /**
   * Returns whether it is a device that goes on by itself: what is not read in time is lost, and a
   * long stop or unbroken digital silence is a fault. False for files.
   */
  default boolean live() {
    return true;
  }

  /** Returns what is not as configured, in one sentence with the remedy, or null. */
  default @Nullable String warning() {
    return null;
  }

  /**
   * Returns what is wrong with its sound just now, with the remedy, or null; from any thread. It
   * stays in use.
   */
  default @Nullable String problem() {
    return null;
  }

  /**
   * Gives the device back; a blocked {@link #read()} ends. From any thread; may block with a driver
   * that hangs.
   */
  @Override
  void close();

  /** Opens a microphone; called again after a device was lost. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens the device. May block for a second or two.
     *
     * @throws dev.earmark.base.FailureException when it is not there or busy, with the remedy; kind
     *     NOT_ALLOWED when the settings want no microphone, which no later try will change
     */
    Microphone open() throws IOException;
  }
}
