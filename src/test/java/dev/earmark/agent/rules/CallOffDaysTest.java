package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The day on which nothing is to ring is the one that was said, and no name of a timer. */
final class CallOffDaysTest {
  private final RuleModel rules = new RuleModel();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          后天别叫我了 | cancel_timer{name=alarm, day=day_after_tomorrow}
          明晚别叫我 | cancel_timer{name=alarm, day=tomorrow}
          明早不用叫我 | cancel_timer{name=alarm, day=tomorrow}
          今早不用叫我了 | cancel_timer{name=alarm, day=today}
          今晚不用提醒我了 | cancel_timer{name=reminder, day=today}
          大后天别叫我 | none
          don't wake me tomorrow | cancel_timer{name=alarm, day=tomorrow}
          don't wake me the day after tomorrow | cancel_timer{name=alarm, day=day_after_tomorrow}
          所有闹钟都别响了 | cancel_timer{all=true, name=alarm}
          stop the download | downloads{}
          """)
  void decide_day_isTheOneThatWasSaid(String text, String call) {
    Decision decision = rules.decide(text, Language.guess(text, Language.EN), Situation.NOTHING);
    Decision.Call made = decision.call();
    assertThat(made == null ? "none" : made.tool() + made.args()).isEqualTo(call);
    assertThat(made != null || decision.asks()).as("asks back").isTrue();
    Decision.Call next = decision.next();
    if (next != null) {
      assertThat(next.args()).containsEntry("id", "all"); // not what is called "the"
    }
  }
}
