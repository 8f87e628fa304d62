package dev.earmark.agent;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
   * Returns what is asked before a call that would lose something for good; null where nothing is
   * lost. Asked only of words that were spoken, since those may have been misheard; never waits.
   *
   * @param args as {@link #call} would get them
   */
  default @Nullable String loss(Map<String, Object> args, Context context) {
    return null;
  }

  /**
   * Around one call.
   *
   * @param runId the run that calls
   * @param language the user's language: observations are written in it
   * @param cancel set when the run is cancelled
   */
  record Context(String runId, Language language, CancelFlag cancel) {}
}
