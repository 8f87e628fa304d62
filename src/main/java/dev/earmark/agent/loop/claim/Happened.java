package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What has happened in a run so far: the calls that succeeded with their effects and results, and
 * what persons said. Answers are held against it. Confined to the run's thread.
 */
public final class Happened {
  private final Situation before;
  private final Set<Effect> done = EnumSet.noneOf(Effect.class);
  private final List<Deed> deeds = new ArrayList<>();

  /** Begins with nothing done. */
  public Happened(Situation before) {
    this.before = before;
  }

  /** Notes a call that succeeded. */
  public void succeeded(ToolSpec spec, Map<String, Object> args, ToolResult result) {
    done.addAll(spec.effects());
    deeds.add(new Deed(spec.name(), spec.effects(), args, result.observation(), result.data()));
  }

  /** Notes what a person told the model, which is believed as a tool's result is. */
  public void told(String words) {
    deeds.add(Deed.told(words));
  }

  /** Notes that a person put these words in the place of a result, whose figures count no more. */
  public void replaced(String result, String words) {
    for (int i = deeds.size() - 1; i >= 0; i--) {
      Deed deed = deeds.get(i);
      if (deed.observation().equals(result)) {
        deeds.set(i, new Deed(deed.tool(), deed.effects(), Map.of(), words, Map.of()));
        break;
      }
    }
    told(words);
  }

  /** Returns whether a tool with this effect succeeded. */
  public boolean has(Effect effect) {
    return done.contains(effect);
  }

  /** Returns the newest result or words, or empty when there are none. */
  public String last() {
    return deeds.isEmpty() ? "" : deeds.get(deeds.size() - 1).observation();
  }

  /** Returns the effects that the answer claims and nothing supports. */
  public Set<Effect> unsupported(String answer) {
    return ClaimGuard.unsupported(answer, done, new Evidence(deeds, before));
  }

  /** Returns what the answer says otherwise than it happened, when that is clear. */
  public Optional<Contradiction> contradiction(String answer) {
    return done.isEmpty()
        ? Optional.empty()
        : new Contradictions(List.copyOf(deeds), before).first(answer);
  }

  /**
   * A sentence of an answer, and the result that says otherwise.
   *
   * @param said the sentence, shortened
   * @param tool the tool whose result it is
   * @param result that result, shortened
   */
  public record Contradiction(String said, String tool, String result) {}

  /**
   * A call that succeeded, or words of a person.
   *
   * @param tool its name, or empty for a person
   */
  record Deed(
      String tool,
      Set<Effect> effects,
      Map<String, Object> args,
      String observation,
      Map<String, Object> data) {
    static Deed told(String words) {
      return new Deed("", Set.of(), Map.of(), words, Map.of());
    }
  }
}
