package dev.earmark.agent.rules.intent;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the rules make of the user's words.
 *
 * @param certainty how sure they are
 * @param call the tool call that fits, or null when it is only answered
 * @param answer what is said when there is no call, or in front of what the call brought about
 * @param plan what follows the call
 * @param asks whether the answer asks for something that the next words may give
 * @param next the call that follows the first one when that has worked, or null
 */
public record Decision(
    Certainty certainty,
    @Nullable Call call,
    String answer,
    Plan plan,
    boolean asks,
    @Nullable Call next) {
  /** How sure the rules are. */
  public enum Certainty {
    /** A command of the grammar; nothing to be gained from a large model. */
    SURELY,
    /** A guess that is good enough when nobody else is there to ask. */
    PERHAPS,
    /** No command that the rules know. */
    NOT_MINE
  }

  /** What follows a call before the answer. */
  public enum Plan {
    /** The answer. */
    ANSWER,
    /** The details of the album that was found, then the answer. */
    DETAIL,
    /** The details of the album that was found, then its last section is played. */
    PLAY_LAST,
    /** Another recording of the book in the player is played, if one was found. */
    OTHER_READER,
    /** The second call, whose result alone is told. */
    LAST_RESULT
  }

  /**
   * A tool call.
   *
   * @param tool the tool's name
   * @param args its arguments, in the order they are written
   */
  public record Call(String tool, Map<String, Object> args) {}

  /** Makes a sure call. */
  public static Optional<Decision> call(String tool, Map<String, Object> args) {
    return Optional.of(
        new Decision(
            Certainty.SURELY, new Call(tool, args), "", Plan.ANSWER, /* asks= */ false, null));
  }

  /** Makes a sure call without arguments. */
  public static Optional<Decision> call(String tool) {
    return call(tool, Map.of());
  }

  /** Makes an answer without a call. */
  public static Optional<Decision> say(Certainty certainty, String answer) {
    return Optional.of(new Decision(certainty, null, answer, Plan.ANSWER, /* asks= */ false, null));
  }

  /** Makes a question back to the user. */
  public static Optional<Decision> ask(String question) {
    return Optional.of(
        new Decision(Certainty.SURELY, null, question, Plan.ANSWER, /* asks= */ true, null));
  }

  /** Returns the same with another certainty. */
  public Decision as(Certainty other) {
    return new Decision(other, call, answer, plan, asks, next);
  }

  /** Returns the same with another call. */
  public Decision with(Call other) {
    return new Decision(certainty, other, answer, plan, asks, next);
  }

  /** Returns the same with a plan. */
  public Decision then(Plan following) {
    return new Decision(certainty, call, answer, following, asks, next);
  }

  /** Returns the same with a remark that is said in front of the result. */
  public Decision remarking(String remark) {
    return new Decision(certainty, call, remark, plan, asks, next);
  }

  /** Returns whether the results of both calls are told. */
  public boolean tellsAll() {
    return next != null && plan != Plan.LAST_RESULT;
  }

  /** Returns the same with a second call behind the first. */
  public Decision next(Call second) {
    return new Decision(certainty, call, answer, plan, asks, second);
  }
}
