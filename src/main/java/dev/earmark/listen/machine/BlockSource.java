package dev.earmark.listen.machine;

import dev.earmark.audio.PcmBlock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where the listener gets the microphone's blocks from, usually a ring that drops the oldest. */
@FunctionalInterface
public interface BlockSource {
  /**
   * Takes the next block of {@link dev.earmark.audio.AudioFormat#SPEECH}, waiting for it at most
   * the given time.
   *
   * @return the block, or null when none came
   */
  @Nullable PcmBlock take(Duration wait) throws InterruptedException;
}
