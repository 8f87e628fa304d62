package dev.earmark.assistant;

import dev.earmark.base.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes ids that sort by time and can be typed. Thread-safe. */
final class RunIds {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final Clock clock;
  private final AtomicInteger count = new AtomicInteger();

  RunIds(Clock clock) {
    this.clock = clock;
  }

  /** Returns an id such as {@code 20260101-080000-0007}; the last part counts since the start. */
  String next() {
    return String.format(
        Locale.ROOT, "%s-%04d", FORMAT.format(clock.now()), count.incrementAndGet());
  }
}
