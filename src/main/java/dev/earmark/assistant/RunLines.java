package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.base.RunLog;
import java.util.Locale;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lines of the log that say when a run began and how it ended, so that its id is found there.
 * They hold nothing that was said, asked or answered: logs are kept longer than runs, and are read
 * by others. Thread-safe.
 */
final class RunLines {
  private static final Logger log = LoggerFactory.getLogger("dev.earmark.run");

  private RunLines() {}

  /** A run begins. */
  static void begins(Turn turn) {
    RunLog.during(
        turn.id,
        () ->
            log.info(
                "begins: {}, {}{}",
                Words.lower(turn.origin),
                turn.language.code(),
                turn.rulesOnly ? ", rules only" : ""));
  }

  /** A run has ended, or was ended without the agent. */
  static void ended(Run run) {
    RunLog.during(
        run.id(),
        () ->
            log.info(
                "ended: {} by {} after {} ms, {} tokens{}",
                run.ended() == null ? "open" : Words.lower(run.ended()),
                run.model(),
                String.format(Locale.ROOT, "%.0f", run.ms()),
                run.tokens(),
                tools(run)));
  }

  /** The tools that did something; a name that no tool has may be made of the user's words. */
  private static String tools(Run run) {
    String used =
        run.steps().stream()
            .filter(step -> step.observationBy() == Step.By.TOOL)
            .map(step -> step.ok() ? step.action() : step.action() + " (failed)")
            .collect(Collectors.joining(", "));
    return used.isEmpty() ? "" : "; " + used;
  }
}
