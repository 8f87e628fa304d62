package dev.earmark.app;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.RuleModel;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import dev.earmark.listen.Meaning;

/**
 * Commands mean the same when the built-in rules make the same tool call of them; what they make no
 * call of means its own words. Thread-safe.
 */
public final class SameWish implements Meaning {
  private final RuleModel rules = new RuleModel();

  @Override
  public Object of(String command, Language language) {
    Decision decision = rules.decide(command, language, Situation.NOTHING);
    Decision.Call call = decision.call();
    return call == null ? command : call;
  }
}
