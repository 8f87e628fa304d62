package dev.earmark.remote.http;

import dev.earmark.audio.PcmBlock;
import java.io.IOException;

/** Turns an uploaded recording into samples. Thread-safe; blocks while it decodes. */
@FunctionalInterface
public interface AudioReader {
  /**
   * Decodes a whole file.
   *
   * @param file its bytes, in any container
   * @return the samples in any format
   * @throws dev.earmark.base.FailureException kind UNDECODABLE or WRONG_CONTENT when it is no audio
   */
  PcmBlock read(byte[] file) throws IOException;
}
