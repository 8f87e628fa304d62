package dev.earmark.audio;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An open speaker that takes {@link AudioFormat#OUTPUT} and converts to what the device has.
 *
 * <p>Confined to one writing thread; {@link #close()} may come from any thread.
 */
public interface Speaker extends AutoCloseable {
  /**
   * Writes a block and blocks while the device's buffer is full, so that the writer keeps the
   * device's pace.
   *
   * @param block the writer's again after the call: whoever keeps it copies it
   * @throws IOException when the device is lost
   */
  void write(PcmBlock block) throws IOException;

  /** Returns how many frames at 48 kHz have been written but not been heard yet. */
  long pendingFrames();

  /** Returns the device's name for people. */
  String description();

  /** Returns the key of the configuration that chose the device, for a remedy. */
  default String setting() {
    return "speaker.type";
  }

  /** Returns what is not as configured, in one sentence with the remedy, or null. */
  default @Nullable String warning() {
    return null;
  }

  /** Returns whether what is written can be heard; false for what stands in for a speaker. */
  default boolean isAudible() {
    return true;
  }

  /** Waits until everything written has been heard, at most about two seconds. */
  void drain();

  /**
   * Gives the device back; what it has buffered is not waited for. From any thread; may block with
   * a driver that hangs.
   */
  @Override
  void close();

  /** Opens a speaker; called again after a device was lost. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens the device. May block for a second or two.
     *
     * @throws dev.earmark.base.FailureException when it is not there or busy, with the remedy
     */
    Speaker open() throws IOException;
  }
}
