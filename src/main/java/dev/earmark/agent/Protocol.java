package dev.earmark.agent;

import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;

/**
 * A wire form of steps: how a model is told to write them, and how its replies are read.
 *
 * <p>Implementations are immutable and thread-safe. No input makes {@link #parse} throw, and its
 * time grows linearly with the length of the reply.
 */
public interface Protocol {
  /** Returns {@code text} or {@code xml}. */
  String name();

  /** Returns the texts at which a model is asked to stop. */
  List<String> stop();

  /**
   * Returns the system prompt. It depends on its arguments alone and holds no time, so that a
   * server can keep its work on it.
   */
  String systemPrompt(List<ToolSpec> tools, Language language);

  /**
   * Reads a reply. A call that may have been cut is never returned as an action.
   *
   * @param output the raw text
   * @param finish why the reply ended; {@link ChatModel.Finish#LENGTH} also for a part of a reply
   */
  Parsed parse(String output, ChatModel.Finish finish, ToolIndex tools);

  /** Begins to read a reply that comes in pieces. */
  Reading reading(ToolIndex tools);

  /**
   * A reply while it comes. What it finds depends on the characters and not on how they are cut
   * into pieces, and its time grows linearly with them. Confined to one thread.
   */
  interface Reading {
    /**
     * Takes the next piece. Returns true once the reply holds a complete action that nothing which
     * may follow could change; later pieces are ignored then.
     */
    boolean accept(String piece);

    /**
     * Returns what was taken; after a complete action, what {@link Protocol#parse} makes that
     * action of.
     */
    String text();

    /** Returns the beginning of the answer that is certain so far, in whole sentences, or empty. */
    String answer();
  }

  /** Returns a call in this form; {@link #parse} gives the same call back. */
  String renderAction(String thought, String tool, Map<String, Object> args);

  /** Returns an answer in this form. */
  String renderAnswer(String thought, String answer);

  /** Returns an observation in this form; labels or tags inside of the text are quoted. */
  String renderObservation(String text);

  /**
   * Returns a message to the model, split into the observations that {@link #renderObservation} has
   * written and what stands between them.
   */
  List<Passage> passages(String message);

  /**
   * A part of a message.
   *
   * @param observed whether it is an observation
   * @param text the part, an observation without its label or tags
   */
  record Passage(boolean observed, String text) {}

  /** Returns the text with everything quoted that looks like a label or a tag of this form. */
  String quote(String text);

  /**
   * Returns what a model is told after a fault: what was wrong, the form that is expected, the
   * tools.
   *
   * @param again how often the same fault came before in a row; a repeated prompt is shorter and
   *     shows a whole example
   */
  String repairPrompt(Parsed.Fault error, ToolIndex tools, Language language, int again);
}
