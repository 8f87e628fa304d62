package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people say on their first day, and what was answered with "I did not understand". */
final class NewcomersTest {
  private static final List<String> SHELF =
      List.of("Alice's Adventures in Wonderland", "Moby Dick", "爱丽丝梦游仙境", "西游记");

  private final RuleModel rules =
      new RuleModel(
          words -> SHELF.stream().filter(words::equalsIgnoreCase).findFirst(),
          NewcomersTest::beginning);

  private static Optional<String> beginning(String words) {
    String key = words.toLowerCase(Locale.ROOT);
    return SHELF.stream()
        .filter(title -> title.toLowerCase(Locale.ROOT).startsWith(key))
        .findFirst();
  }

  private static Situation playing(String album) {
    return new Situation(
        "playing", album, 2, 30, 20, 50, 1.0, List.of(), List.of(album, "聊斋志异", "Moby Dick"), "");
  }

  private String call(String text, Situation situation) {
    Language language = Language.guess(text, Language.EN);
    Decision.Call call = rules.decide(text, language, situation).call();
    return call == null ? "none" : call.tool() + " " + new TreeMap<>(call.args());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "why did you stop",
        "why did it stop",
        "how come the book stopped playing",
        "why is it so quiet",
        "why isn't it playing any more",
        "为什么停了",
        "你为什么突然停下来了",
        "为啥没声音了",
      })
  void whyItStopped_isAskedOfTheStatus(String text) {
    assertThat(call(text, Situation.NOTHING)).isEqualTo("get_status {}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "play the previous book",
        "go back to the last book",
        "switch back to the other book",
        "put on the book before",
        "播放上一本书",
        "我想听上一本",
        "换回刚才那本书",
        "回到之前听的那本书",
      })
  void previousBook_isTheOneHeardBefore_whereItWasLeft(String text) {
    assertThat(call(text, playing("西游记"))).isEqualTo("search_and_play {keyword=聊斋志异, section=0}");
    assertThat(call(text, Situation.NOTHING)).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({
    "下载西游记, 西游记",
    "帮我下载红楼梦, 红楼梦",
    "下载一下聊斋志异吧, 聊斋志异",
    "缓存三国演义, 三国演义",
    "download alice, Alice's Adventures in Wonderland",
    "download moby dick for me, Moby Dick",
    "please download the secret garden, the secret garden",
  })
  void bookToDownload_isKept(String text, String title) {
    assertThat(call(text, Situation.NOTHING)).isEqualTo("keep_book {keyword=" + title + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "下载进度",
        "下载好了吗",
        "下载一首歌",
        "下载电影",
        "download it",
        "download the app",
        "download a song",
        "download some music"
      })
  void whatIsNoBook_isNotKept(String text) {
    assertThat(call(text, Situation.NOTHING)).doesNotStartWith("keep_book {keyword");
  }

  @ParameterizedTest
  @CsvSource({
    "continue alice, Alice's Adventures in Wonderland",
    "resume moby, Moby Dick",
    "carry on with alice, Alice's Adventures in Wonderland",
    "继续听爱丽丝, 爱丽丝梦游仙境",
    "接着放爱丽丝, 爱丽丝梦游仙境",
    "continue moby dick, Moby Dick",
  })
  void bookToContinue_goesOnWhereItWasLeft(String text, String title) {
    assertThat(call(text, playing("西游记")))
        .isEqualTo("search_and_play {keyword=" + title + ", section=0}");
    assertThat(call(text, playing(title))).isEqualTo("resume {}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"continue", "continue reading", "resume it", "继续听", "继续放吧", "继续听书"})
  void continueAlone_staysWhatItWas(String text) {
    assertThat(call(text, playing("西游记"))).isEqualTo("resume {}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "delete all bookmarks",
        "remove all of my bookmarks",
        "clear the bookmarks",
        "erase every bookmark",
        "删除所有书签",
        "把书签都删了",
        "清空书签",
        "把所有的书签删掉",
      })
  void allBookmarks_areRemoved(String text) {
    assertThat(call(text, playing("西游记"))).isEqualTo("remove_bookmark {all=true}");
  }

  @ParameterizedTest
  @CsvSource({
    "delete the bookmark called night, night",
    "删除书签晚安, 晚安",
  })
  void oneBookmark_isRemovedAlone(String text, String name) {
    assertThat(call(text, playing("西游记"))).isEqualTo("remove_bookmark {name=" + name + "}");
  }

  @ParameterizedTest
  @CsvSource({
    "cancel the second timer, second timer",
    "delete the first alarm, first alarm",
    "remove my last reminder, last reminder",
    "cancel the 3rd alarm, 3rd alarm",
    "取消第二个闹钟, 第二个闹钟",
    "把第一个定时器删掉, 第一个定时器",
    "删除最后一个提醒, 最后一个提醒",
  })
  void timerByItsPlace_isNamedSo(String text, String name) {
    assertThat(call(text, Situation.NOTHING)).isEqualTo("cancel_timer {name=" + name + "}");
  }

  @ParameterizedTest
  @CsvSource({
    "二十分钟后叫我, 1200",
    "十分钟后喊我, 600",
    "半小时后叫醒我, 1800",
    "wake me in 20 minutes, 1200",
    "wake me up in half an hour, 1800",
  })
  void whoIsToBeCalled_isWokenByAnAlarm(String text, int seconds) {
    assertThat(call(text, Situation.NOTHING))
        .isEqualTo("set_timer " + new TreeMap<>(Map.of("kind", "alarm", "seconds", seconds)));
  }

  @ParameterizedTest
  @CsvSource({"二十分钟后叫我关火, 关火", "十分钟后提醒我喝水, 喝水"})
  void whoIsToBeCalledForSomething_isReminded(String text, String name) {
    assertThat(call(text, Situation.NOTHING)).contains("kind=reminder", "name=" + name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "wake me every other tuesday at seven",
        "set an alarm for every second friday at 8",
        "remind me biweekly on monday at nine to water the plants",
        "set an alarm at seven on alternate saturdays",
        "隔周二早上七点叫我",
        "每隔一周周五八点提醒我倒垃圾",
        "每两周的周一七点叫醒我",
        "设一个双周周六九点的闹钟",
      })
  void alarmThatSkipsWeeks_isRefused_insteadOfRingingEveryWeekOrOnce(String text) {
    Language language = Language.guess(text, Language.EN);
    Decision decision = rules.decide(text, language, Situation.NOTHING);
    assertThat(decision.call()).isNull();
    assertThat(decision.toString()).containsAnyOf("这样的日子我定不了", "I cannot set that day");
  }

  /** They were set for the next such time of day, without a word. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "remind me on christmas day at 9 to open presents",
        "remind me on the third of may at ten to pay rent",
        "remind me on may 3rd at ten to pay rent",
        "wake me on the 24th at seven",
        "wake me at seven on my birthday",
        "圣诞节早上九点提醒我拆礼物",
        "月底九点提醒我交房租"
      })
  void alarmOnAnotherDay_isRefused(String text) {
    Language language = Language.guess(text, Language.EN);
    Decision decision = rules.decide(text, language, Situation.NOTHING);
    assertThat(decision.call()).isNull();
    assertThat(decision.toString()).containsAnyOf("这样的日子我定不了", "I cannot set that day");
  }

  /** One of them was set, with the other in its name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "定两个闹钟，六点和七点",
        "叫我六点和七点起床",
        "明天早上六点、七点半叫我",
        "wake me at six and seven",
        "set an alarm for 6:30 and for 7:15"
      })
  void severalTimesAtOnce_areRefused(String text) {
    Language language = Language.guess(text, Language.EN);
    Decision decision = rules.decide(text, language, Situation.NOTHING);
    assertThat(decision.call()).isNull();
    assertThat(decision.toString()).containsAnyOf("一次只能定一个", "one at a time");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "remind me at nine to buy christmas presents",
        "remind me at six and tell mum",
        "remind me at 8 to read the third chapter",
        "九点提醒我买圣诞礼物",
        "六点叫我和妈妈起床",
        "早上七点提醒我带书和两支笔"
      })
  void reminderThatOnlySpeaksOfDaysAndNumbers_isSet(String text) {
    assertThat(call(text, Situation.NOTHING)).contains("set_timer", "at=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wake me every tuesday at seven", "每周二早上七点叫我"})
  void alarmOfEveryWeek_isSet(String text) {
    assertThat(call(text, Situation.NOTHING)).contains("set_timer", "repeat=tue");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"再放一遍", "从头播放", "重听一遍", "start it over", "play it again from the beginning"})
  void again_afterTheBookWasStopped_playsIt_andDoesNotOnlyMove(String text) {
    Situation stopped =
        new Situation("stopped", "西游记", 2, 30, 20, 50, 1.0, List.of(), List.of("西游记"), "");
    assertThat(call(text, stopped)).isEqualTo("search_and_play {keyword=西游记, section=2}");
    assertThat(call(text, playing("西游记"))).startsWith("seek ");
  }
}
