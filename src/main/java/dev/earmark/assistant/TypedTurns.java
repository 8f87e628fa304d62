package dev.earmark.assistant;

import dev.earmark.assistant.ports.Thinker.Prospect;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Typed turns that wait, in the order they came, and which of them may go past a turn that a large
 * model works on. Confined to the assistant thread.
 *
 * <p>Quick turns keep their order among themselves: only the first one may go past, and only when
 * no other does so already.
 */
final class TypedTurns {
  private final Deque<Turn> waiting = new ArrayDeque<>();
  private @Nullable Turn beside;

  void add(Turn turn) {
    waiting.add(turn);
  }

  boolean remove(Turn turn) {
    return waiting.remove(turn);
  }

  int size() {
    return waiting.size();
  }

  void clear() {
    waiting.clear();
    beside = null;
  }

  /**
   * Takes out the turn that may begin now: the first one when no other goes on, or a quick one
   * while a large model thinks, which nobody should have to wait for.
   *
   * <p>A quick turn goes on beside the slow one. One that decides what plays takes the place of all
   * slow ones that were given before it, so that an older wish cannot undo it later.
   */
  @Nullable Turn next(@Nullable Turn current) {
    if (current == null || current.phase == Turn.Phase.ANSWERING) {
      return waiting.poll();
    }
    boolean slow = isSlow(current);
    return slow ? overtaking() : null;
  }

  /** Returns whether the turn's run waits for a large model, or for a person. */
  static boolean isSlow(Turn turn) {
    boolean thinks = turn.phase == Turn.Phase.THINKING || turn.phase == Turn.Phase.ASKING;
    return thinks && turn.prospect == Prospect.SLOW;
  }

  private @Nullable Turn overtaking() {
    Turn first = waiting.stream().filter(t -> t.prospect != Prospect.SLOW).findFirst().orElse(null);
    if (first == null || thinkingBeside() != null) {
      return null;
    }
    waiting.remove(first);
    return first;
  }

  /** Takes out the slow turns that were given before this one. */
  List<Turn> slowBefore(Turn turn) {
    List<Turn> earlier =
        waiting.stream()
            .filter(t -> t.prospect == Prospect.SLOW && t.number < turn.number)
            .toList();
    waiting.removeAll(earlier);
    return earlier;
  }

  /** Notes the turn that now goes on beside the current one. */
  void beside(Turn turn) {
    beside = turn;
  }

  /** Returns the turn that is thought about beside the current one, or null. */
  @Nullable Turn thinkingBeside() {
    return beside != null && beside.phase == Turn.Phase.THINKING ? beside : null;
  }
}
