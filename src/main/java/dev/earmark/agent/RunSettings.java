package dev.earmark.agent;

import java.time.Duration;

/**
 * How long runs are kept on the disk, from {@code runs.*}.
 *
 * @param keep the most runs; 0 for none at all
 * @param maxAge older ones are deleted
 */
public record RunSettings(int keep, Duration maxAge) {
  /** The defaults: a thousand runs of the last thirty days. */
  public static final RunSettings DEFAULT = new RunSettings(1_000, Duration.ofDays(30));
}
