package dev.earmark.agent.loop.claim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an answer says is held against what happened: the tool that was called is not enough when
 * the answer names another value, or a state that is not there.
 */
final class ContradictionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          volume30 | 音量已调到80%了
          volume30 | volume is at 80
          volume30 | OK, I set the volume to eighty percent.
          volume30 | 好的，已经把音量调到百分之八十。
          volume30 | 音量现在是八十
          volume30 | The volume is now 80%.
          volume30 | 声音调大了
          quieter | OK, turned it up.
          quieter | 已静音
          speed | 速度调到两倍了
          speed | The speed is now 2.0.
          speed | 倍速已设为2
          timer600 | 已经设好闹钟明早七点
          timer600 | 定时器设好了，二十分钟后响
          timer600 | Timer set for 30 minutes.
          timer600 | 定时器已取消
          alarm0730 | Your alarm is all set for 8 am.
          alarm0730 | 闹钟设好了，早上七点十分响
          sleep20 | 好的，三十分钟后会自动停
          cancelled | 闹钟设好了
          cancelled | The alarm is set.
          fetching | 红楼梦已经开始播放啦
          fetching | 正在播放红楼梦第一集
          fetching | Now playing Dream of the Red Chamber.
          fetching | 红楼梦已经在播放了。
          playing3 | 好的，正在播放西游记第5集
          playing3 | Now playing section 5.
          playing3 | 正在播放《红楼梦》
          playing3+paused | 西游记正在播放。
          paused+playing3 | 已经暂停了
          ahead30 | 已快进五分钟
          ahead30 | 已后退30秒
          """)
  void answerThatSaysOtherwise_isFound(String calls, String answer) {
    assertThat(Deeds.after(calls).contradiction(answer)).as(answer).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          volume30 | 音量已调到30%了
          volume30 | 音量从50调到了三十。
          volume30 | The volume went from 80 before to 30 now.
          volume30 | volume is at thirty
          volume30 | 音量调小了，最大可以到100。
          volume30 | 音量已调好，十分钟后提醒你
          volume30 | 音量范围是0到100，现在是30
          volume30 | The volume is at 30, not at 80.
          volume30 | 要把音量调到80吗？
          quieter | 调小了10%，现在音量40%
          speed | 速度调到一点五倍了
          speed | The speed is now 1.5x, up from 1.0.
          timer600 | 定时器设好了，十分钟后响，也就是两点十分
          timer600 | Timer set for ten minutes.
          timer600 | 定时器设好了，要取消的话告诉我
          alarm0730 | Your alarm is all set for 7:30 am.
          alarm0730 | 闹钟设好了，明早七点半
          alarm0730 | The alarm is set; it rings in 8 hours and 20 minutes.
          sleep20 | 好的，二十分钟后会自动停
          sleep20 | Sleep timer on: 20 minutes.
          cancelled | 七点的闹钟已经取消了
          cancelled | There is no timer set.
          cancelled | 已取消。还有一个八点设好的闹钟
          timer600 | 闹钟已经过了。
          fetching | 红楼梦正在下载，下好后会自动开始播放
          fetching | I'm fetching it; it will start playing as soon as it is there.
          fetching | 三国演义还在播放，红楼梦正在下载
          fetching | 正在搜索下载中，马上为你播放红楼梦
          fetching+status | 正在播放红楼梦第1集
          fetching+playing3 | 正在播放西游记第3集
          playing3 | 已经在播放西游记第三集了～
          playing3 | 西游记一共有8集，现在播放的是第3集
          playing3 | 第2集放完了，继续播放第3集
          playing3 | 正在播放《西游记》第3集
          playing3+paused | 西游记第3集已暂停，刚才正在播放
          paused+playing3 | 刚才暂停了，现在继续播放
          ahead30 | 已快进30秒，现在在2分10秒
          ahead30 | Skipped ahead thirty seconds.
          paused | 西游记一共有8集，现在播放的是第3集
          speed | It now plays one and a half times as fast as normal.
          speed | The speed is now 150 percent.
          speed | 速度已经调到一倍半了。
          alarm0730 | Your alarm is set for half past seven.
          alarm0730 | 闹钟已经设好了，七点半。
          volume30 | You set the volume to eighty yesterday; now it is at 30.
          volume30 | 音量已经调到30了，说“音量调到八十”可以再大一点。
          sleep20 | It will stop in about 19 minutes.
          sleep20 | 大约19分钟后停止播放。
          playing3 | 正在播放西游记第3集，共8集。
          playing3 | 正在播放西游记第三集，第二集你昨天听完了。
          """)
  void answerThatIsHonest_isLeftAlone(String calls, String answer) {
    assertThat(Deeds.after(calls).contradiction(answer)).as(answer).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"音量已调到80%了", "红楼梦已经开始播放啦", "There is no timer set."})
  void answerWithoutAnyDeed_isNotOfThisKind(String answer) {
    assertThat(new Happened(Deeds.PLAYING).contradiction(answer)).isEmpty();
  }

  @Test
  void wordsOfAPerson_areBelieved() {
    Happened happened = Deeds.after("volume30");
    happened.told("音量其实是 80");
    assertThat(happened.contradiction("音量已调到80%了")).isEmpty();
  }

  @Test
  void resultThatAPersonReplaced_countsNoMore() {
    Happened happened = Deeds.after("volume30");
    happened.replaced("音量 30%", "音量 80%");
    assertThat(happened.contradiction("音量已调到80%了")).isEmpty();
  }

  @Test
  void resultThatAPersonReplaced_isTheNewestOfEqualOnes() {
    Happened happened = Deeds.after("paused+paused");
    happened.replaced("已暂停", "没有暂停成");
    assertThat(happened.unsupported("书已经暂停了。")).isEmpty();
    assertThat(happened.last()).isEqualTo("没有暂停成");
  }

  @Test
  void finding_tellsTheSentenceAndTheResult() {
    assertThat(Deeds.after("volume30").contradiction("好的。音量已调到80%了。还要别的吗？"))
        .contains(new Happened.Contradiction("音量已调到80%了。", "set_volume", "音量 30%"));
  }

  @Test
  void longAnswers_takeNoTime() {
    Happened happened = Deeds.after("volume30+timer600+fetching+ahead30");
    assertThat(happened.contradiction("音量调到".repeat(250_000))).isEmpty();
    assertThat(happened.contradiction("1".repeat(1_000_000))).isEmpty();
    assertThat(happened.contradiction("一百".repeat(500_000))).isEmpty();
  }
}
