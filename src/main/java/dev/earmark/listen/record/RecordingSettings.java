package dev.earmark.listen.record;

import java.time.Duration;

/**
 * Which commands are kept as sound, from {@code debug.*}.
 *
 * @param keep how many of the newest; 0 for none
 * @param maxAge how long
 */
public record RecordingSettings(int keep, Duration maxAge) {
  /** The defaults: nothing is kept. */
  public static final RecordingSettings DEFAULT = new RecordingSettings(0, Duration.ofHours(24));
}
