package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two values in one sentence: one instead of the other, or each for a thing of its own. */
final class SecondValueTest {
  private final RuleModel rules = new RuleModel();

  /** The calls with their arguments in the order of their names. */
  private String decided(String text, String before) {
    Situation playing =
        new Situation("playing", "西游记", 3, 200, 20, 50, 1.0, List.of(), List.of("西游记"), before);
    Decision decision = rules.decide(text, Language.guess(text, Language.EN), playing);
    return Stream.of(Optional.ofNullable(decision.call()), Optional.ofNullable(decision.next()))
        .flatMap(Optional::stream)
        .map(call -> call.tool() + shown(call.args()))
        .collect(Collectors.joining(" + "));
  }

  private static String shown(Map<String, Object> args) {
    return args.isEmpty() ? "" : " " + new TreeMap<>(args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          不要调到三十，调到四十 | set_volume {level=40}
          音量不要调到三十，调到四十 | set_volume {level=40}
          别快进三十秒，快进一分钟 | seek {seconds=60}
          闹钟不要定在七点，定在八点 | set_timer {at=08:00, kind=alarm}
          don't set the volume to thirty, set it to forty | set_volume {level=40}
          don't go back ten seconds, go back thirty seconds | seek {seconds=-30}
          五分钟后提醒我关火，十分钟后提醒我收衣服 | set_timer {kind=reminder, name=关火, seconds=300} + set_timer {kind=reminder, name=收衣服, seconds=600}
          remind me in five minutes to turn off the stove and in ten minutes to call mum | set_timer {kind=reminder, name=turn off the stove, seconds=300} + set_timer {kind=reminder, name=call mum, seconds=600}
          音量八十，速度一点五 | set_volume {level=80} + set_speed {rate=1.5}
          volume eighty and speed one and a half | set_volume {level=80} + set_speed {rate=1.5}
          set the speed to one and a half | set_speed {rate=1.5}
          太吵啦，轻一点 | set_volume {delta=-10}
          remind me every day at nine to take my pills | set_timer {at=09:00, kind=reminder, name=take my pills, repeat=daily}
          remind me every morning at eight to feed the cat | set_timer {at=08:00, kind=reminder, name=feed the cat, repeat=daily}
          read at point eight | set_speed {rate=0.8}
          carry on with yesterday's book | resume
          我都有哪些书签 | bookmarks
          打开上次的书签 | go_to_bookmark
          play thou shalt not kill | search_and_play {keyword=thou shalt not kill}
          讲讲西游记 | search_and_play {keyword=西游记, section=0}
          """)
  void words_withTwoValues_giveTheCallsThatAreMeant(String text, String calls) {
    assertThat(decided(text, "")).isEqualTo(calls);
  }

  @ParameterizedTest
  @CsvSource({
    "'not thirty seconds, one minute', skip ahead thirty seconds, seek {seconds=60}",
    "不是三十秒，一分钟, 快进三十秒, seek {seconds=60}"
  })
  void length_thatIsCorrected_takesThePlaceOfTheOneBefore(String text, String before, String call) {
    assertThat(decided(text, before)).isEqualTo(call);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"not thirty seconds, one minute", "不是三十秒，一分钟", "不要调到三十", "讲讲孙悟空是谁", "说说诸葛亮是什么人"})
  void words_withNothingToDo_doNothing(String text) {
    assertThat(decided(text, "")).isEmpty();
  }
}
