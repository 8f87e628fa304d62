package dev.earmark.agent;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.util.Map;

/**
 * Something the agent can do. Called on an {@code agent-n} worker, one call at a time per run,
 * several runs at once; never waits for the network or for decoding.
 */
public interface Tool {
  /** Returns what a model needs to know; the same object each time. */
  ToolSpec spec();

  /**
   * Does it.
   *
   * @param args validated and coerced to the declared types; defaults are filled in
   * @return what the model is to read; a failure is a result too, with {@code ok} false
   */
  ToolResult call(Map<String, Object> args, Context context);

  /**
   * Around one call.
   *
   * @param runId the run that calls
   * @param language the user's language: observations are written in it
   * @param cancel set when the run is cancelled
   */
  record Context(String runId, Language language, CancelFlag cancel) {}
}
