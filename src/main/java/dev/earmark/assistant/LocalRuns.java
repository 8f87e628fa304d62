package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.base.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs that ended without the agent: commands that the assistant answers itself, and ones that were
 * cancelled before their turn came. Thread-safe.
 */
final class LocalRuns {
  private static final int KEPT = 50;

  private final Thinker thinker;
  private final Clock clock;
  private final Deque<Run> runs = new ArrayDeque<>(); // guarded by this

  LocalRuns(Thinker thinker, Clock clock) {
    this.thinker = thinker;
    this.clock = clock;
  }

  /** Makes an ended run and keeps it. */
  Run end(Turn turn, String answer, Run.Ended ended) {
    Run run = run(turn, answer, ended);
    synchronized (this) {
      runs.addFirst(run);
      if (runs.size() > KEPT) {
        runs.removeLast();
      }
    }
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

  /** Returns a run of the agent, or one kept here. */
  Optional<Run> find(String id) {
    Optional<Run> ofAgent = thinker.find(id);
    if (ofAgent.isPresent()) {
      return ofAgent;
    }
    synchronized (this) {
      return runs.stream().filter(run -> run.id().equals(id)).findFirst();
    }
  }

  /** Returns the newest runs of both kinds, newest first. */
  List<Run> recent(int limit) {
    List<Run> all = new ArrayList<>(thinker.recent(limit));
    synchronized (this) {
      all.addAll(runs);
    }
    all.sort(Comparator.comparing(Run::startedAt).thenComparing(Run::id).reversed());
    return List.copyOf(all.subList(0, Math.min(limit, all.size())));
  }
}
