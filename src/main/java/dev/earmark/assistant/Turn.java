package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import dev.earmark.assistant.ports.Thinker.Prospect;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Language;
import dev.earmark.speak.Announcer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One turn, from the wake phrase or the typed words to the end of the answer. Confined to the
 * assistant thread, except for {@link #cancel} and {@link #result}, which are thread-safe.
 *
 * <p>States: {@code LISTENING} → {@code THINKING} when a command was understood; {@code THINKING} →
 * {@code ASKING} and back while the run asks for consent; {@code THINKING} → {@code ANSWERING} when
 * the run ended with something to say aloud (its first sentences may sound before); any state →
 * {@code OVER} when nothing was said, the turn was cancelled, its run was paused, or the answer has
 * been heard.
 */
final class Turn {
  /** Where a turn came from. */
  enum Origin {
    VOICE,
    BUTTON,
    QUESTION,
    TYPED
  }

  /** What a turn is at. */
  enum Phase {
    WAITING,
    LISTENING,
    THINKING,
    /** Its run asks for consent. */
    ASKING,
    ANSWERING,
    OVER
  }

  final String id;
  final Origin origin;
  final boolean aloud;
  final CancelFlag cancel = new CancelFlag();
  final CompletableFuture<Run> result = new CompletableFuture<>();
  final Map<String, Double> marks = new LinkedHashMap<>();
  final List<Step> shownSteps = new ArrayList<>();
  private final long startNanos;

  Phase phase;
  String text = "";
  Prospect prospect = Prospect.SLOW;
  long number; // in the order of being typed
  Language language;
  boolean rulesOnly; // for the embedded rules alone
  boolean signalled;
  String written = ""; // of its answer, while the rest is still being written
  String said = ""; // of its answer, also while the rest is still being written
  Announcer.Outcome lastOutcome = Announcer.Outcome.HEARD; // of the part that ended last
  int saying; // parts of it that have not been heard yet
  boolean setAside; // its run was paused, and nobody waits for it any more
  boolean woken; // somebody called while it asked
  Run.@Nullable Waiting waiting; // as it was told last
  long phaseSinceNanos;

  /** Makes a turn that listens. */
  static Turn spoken(String id, Origin origin, Language language, long nowNanos) {
    return new Turn(id, origin, /* aloud= */ true, language, Phase.LISTENING, nowNanos);
  }

  Turn(String id, Origin origin, boolean aloud, Language language, Phase phase, long nowNanos) {
    this.id = id;
    this.origin = origin;
    this.aloud = aloud;
    this.language = language;
    this.phase = phase;
    this.startNanos = nowNanos;
    this.phaseSinceNanos = nowNanos;
  }

  boolean byVoice() {
    return origin != Origin.TYPED;
  }

  void enter(Phase next, long nowNanos) {
    phase = next;
    phaseSinceNanos = nowNanos;
  }

  /** Notes when something happened first, in milliseconds since the turn's start. */
  void mark(String name, long nowNanos) {
    marks.putIfAbsent(name, (nowNanos - startNanos) / 1e6);
  }

  /** Notes that something happens now in the turn, if there is one. */
  static void mark(@Nullable Turn turn, String name, Clock clock) {
    if (turn != null) {
      turn.mark(name, clock.nanoTime());
    }
  }

  double ms(long nowNanos) {
    return (nowNanos - startNanos) / 1e6;
  }
}
