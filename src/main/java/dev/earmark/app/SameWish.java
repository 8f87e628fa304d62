package dev.earmark.app;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import dev.earmark.listen.Meaning;
import java.util.Map;
import java.util.Set;

/**
 * Commands mean the same when the built-in rules make the same tool call of them; what they make no
 * call of means its own words. Thread-safe.
 */
public final class SameWish implements Meaning {
  private static final Map<String, Set<String>> OPPOSED =
      Map.of(
          "pause", Set.of("resume"),
          "stop", Set.of("resume"),
          "resume", Set.of("pause", "stop"),
          "next_section", Set.of("previous_section"),
          "previous_section", Set.of("next_section"));

  private final RuleModel rules = new RuleModel();

  @Override
  public Object of(String command, Language language) {
    Decision decision = rules.decide(command, language, Situation.NOTHING);
    Decision.Call call = decision.call();
    return call == null ? command : call;
  }

  /** Going on and stopping, forwards and backwards, more and less. */
  @Override
  public boolean opposite(Object one, Object other) {
    return one instanceof Decision.Call first
        && other instanceof Decision.Call second
        && (opposed(first.tool(), second.tool()) || otherSign(first, second));
  }

  private static boolean opposed(String tool, String other) {
    return OPPOSED.getOrDefault(tool, Set.of()).contains(other);
  }

  private static boolean otherSign(Decision.Call one, Decision.Call other) {
    return one.tool().equals(other.tool())
        && one.args().entrySet().stream()
            .anyMatch(
                arg ->
                    arg.getValue() instanceof Number first
                        && other.args().get(arg.getKey()) instanceof Number second
                        && first.doubleValue() * second.doubleValue() < 0);
  }
}
