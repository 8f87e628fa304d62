package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.base.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Ids of runs, and runs that ended without the agent: commands that the assistant answers itself,
 * and ones that were cancelled before their turn came. Thread-safe.
 */
final class LocalRuns {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final AtomicInteger count = new AtomicInteger();
  private final Thinker thinker;
  private final Clock clock;

  LocalRuns(Thinker thinker, Clock clock) {
    this.thinker = thinker;
    this.clock = clock;
  }

  /** Returns an id such as {@code 20260101-080000-0007}; the last part counts since the start. */
  String nextId() {
    return String.format(
        Locale.ROOT, "%s-%04d", FORMAT.format(clock.now()), count.incrementAndGet());
  }

  /** Makes an ended run and keeps it. */
  Run end(Turn turn, String answer, Run.Ended ended) {
    Run run = run(turn, answer, ended);
    thinker.keep(run);
    RunLines.begins(turn);
    RunLines.ended(run);
    return run;
  }

  /** Returns a turn that waits, or that the agent does not know yet, as a run that goes on. */
  Run waiting(Turn turn) {
    return run(turn, "", /* ended= */ null);
  }

  private Run run(Turn turn, String answer, Run.@Nullable Ended ended) {
    return new Run(
        turn.id,
        clock.now(),
        turn.text,
        turn.language,
        "text",
        "assistant",
        List.of(),
        "",
        answer,
        ended,
        turn.ms(clock.nanoTime()),
        /* tokens= */ 0,
        List.of(),
        List.of());
  }
}
