package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Call;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Two reminders in one breath, each after a time of its own: 五分钟后提醒我关火，十分钟后提醒我收衣服; "remind me in
 * five minutes to … and in ten minutes to …".
 */
final class TwoReminders implements IntentFamily {
  private static final Pattern BETWEEN =
      Pattern.compile(
          "[，,、]\\s*(?:然后|还有|并且|再|和)?(?=.{1,8}?后)|,? (?:and|then)(?: then)? (?=in |remind )");

  private final TimerFamily timers = new TimerFamily();

  @Override
  public Optional<Decision> read(Utterance words) {
    Matcher between = BETWEEN.matcher(words.text());
    while (TimerFamily.asks(words) && between.find()) {
      Utterance first = words.with(words.part(0, between.start()));
      String rest = words.part(between.end(), words.text().length());
      boolean verbless = !words.zh() && rest.startsWith("in ");
      Utterance second = words.with(verbless ? "remind me " + rest : rest);
      Optional<Call> one = reminder(first);
      Optional<Call> other = reminder(second);
      if (one.isPresent() && other.isPresent()) {
        return timers.read(first).map(decision -> decision.next(other.get()));
      }
    }
    return Optional.empty();
  }

  private Optional<Call> reminder(Utterance words) {
    boolean timed = Durations.find(words.text(), words.language()).isPresent();
    return timed && TimerFamily.asks(words)
        ? timers.read(words).map(Decision::call).filter(call -> call.args().containsKey("seconds"))
        : Optional.empty();
  }
}
