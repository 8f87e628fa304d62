package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sentences with the words of a command that give none, or another one: what comes later is not
 * done at once, what is taken back does not count, what a level comes from is not where it goes.
 */
final class UnmeantWordsTest {
  private static final Situation PLAYING =
      new Situation("playing", "西游记", 2, 30, 8, 50, 1.0, List.of(), List.of(), "");

  private final RuleModel rules = new RuleModel();

  private String said(String text) {
    Decision decision = rules.decide(text, Language.guess(text, Language.EN), PLAYING);
    Decision.Call call = decision.call();
    assertThat(decision.answer())
        .matches(Predicate.<String>not(String::isBlank).or(a -> call != null));
    Decision.Call next = decision.next();
    return (call == null ? "none" : call.tool() + call.args())
        + (next == null ? "" : " " + next.tool() + next.args());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          五十分钟之后声音调小一点 | none
          五分钟之后声音调小一点 | none
          两分钟后音量调到二十 | none
          半小时后把声音关小 | none
          十分钟后快进 | none
          十五分钟后如果我还没睡就继续 | none
          in two minutes set the volume to twenty | none
          set the volume to twenty in two minutes | none
          半小时后关 | set_sleep_timer{minutes=30}
          十分钟后再响 | snooze{minutes=10}
          五分钟后提醒我关火 | set_timer{seconds=300, name=关火, kind=reminder}
          that's loud enough | none
          that's fast enough | none
          声音够大了 | none
          that's enough | stop{}
          should i skip this chapter | none
          should we stop here | none
          i can't stop listening | none
          what time does it stop | get_status{}
          do i have any alarms | list_timers{}
          go to the last five minutes | none
          thirty seconds before the end | none
          直接放最后五分钟 | none
          我昨天听了三国演义第三集 | none
          play later | none
          play it in the kitchen | none
          download the next three chapters | none
          play alice tomorrow at seven | none
          """)
  void decide_whatIsNotMeantNow_isNotDone(String text, String call) {
    assertThat(said(text)).isEqualTo(call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          把音量从五十调到三十 | set_volume{level=30}
          音量从百分之三十调到百分之六十 | set_volume{level=60}
          turn the volume from thirty to sixty | set_volume{level=60}
          change the speed from one to one point five | set_speed{rate=1.5}
          二十分钟，不，三十分钟后关 | set_sleep_timer{minutes=30}
          音量四十，不对，三十 | set_volume{level=30}
          volume forty, no, thirty | set_volume{level=30}
          forward a minute, i mean back a minute | seek{seconds=-60}
          播放一百回本的西游记 | search_and_play{keyword=西游记}
          百分之十五的两百 | Calculator{expression=200*15/100}
          volume to twenny | set_volume{level=20}
          go bak thirty seconds | seek{seconds=-30}
          """)
  void decide_whatCounts_isDone(String text, String call) {
    assertThat(said(text)).isEqualTo(call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          七点的闹钟改到八点 | none
          move my seven o'clock alarm to eight | none
          不要取消闹钟 | none
          don't cancel the alarm | none
          所有闹钟都别响了 | cancel_timer{all=true, name=alarm}
          后天别叫我了 | cancel_timer{name=alarm, day=day_after_tomorrow}
          明晚别叫我 | cancel_timer{name=alarm, day=tomorrow}
          今早不用叫我了 | cancel_timer{name=alarm, day=today}
          don't wake me the day after tomorrow | cancel_timer{name=alarm, day=day_after_tomorrow}
          大后天别叫我 | none
          煮面定时七分半 | set_timer{seconds=450, name=煮面}
          after three chapters go to sleep | set_sleep_timer{sections=3}
          """)
  void decide_timers_areTheOnesThatAreMeant(String text, String call) {
    assertThat(said(text)).isEqualTo(call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          how many episodes are there | search_album{keyword=西游记}
          how many more chapters are there | get_status{}
          把书打开接着听 | resume{}
          西游记放到第几集了接着放 | resume{}
          stop the download | downloads{} cancel_download{id=all}
          """)
  void decide_books_areTheOnesThatAreMeant(String text, String call) {
    assertThat(said(text)).isEqualTo(call);
  }
}
