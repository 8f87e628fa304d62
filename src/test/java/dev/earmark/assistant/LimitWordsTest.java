package dev.earmark.assistant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.base.Language;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.FakeKeptSettings;
import dev.earmark.playback.habits.History;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The PIN, by voice. */
final class LimitWordsTest {
  private final FakeClock clock = new FakeClock();
  private final FakeKeptSettings kept = new FakeKeptSettings();
  private final Allowance allowance =
      new Allowance(
          new AllowanceSettings(Duration.ofHours(1), List.of(), Duration.ZERO, "1204"),
          new History(kept, clock, () -> ZoneOffset.UTC),
          kept,
          clock,
          () -> ZoneOffset.UTC);
  private final LimitWords words = new LimitWords(player());

  private FakePlayer player() {
    FakePlayer player = new FakePlayer();
    player.allowance = Optional.of(allowance);
    return player;
  }

  /** It said "all right" where there was nothing to lift. */
  @Test
  void answer_withoutAnyLimit_saysSo() {
    FakePlayer free = new FakePlayer();
    free.allowance =
        Optional.of(
            new Allowance(
                new AllowanceSettings(Duration.ZERO, List.of(), Duration.ZERO, ""),
                new History(kept, clock, () -> ZoneOffset.UTC),
                kept,
                clock,
                () -> ZoneOffset.UTC));
    LimitWords unlimited = new LimitWords(free);
    assertThat(unlimited.answer("lift the limit", Language.EN)).startsWith("There is no limit");
    assertThat(unlimited.answer("解除限制", Language.ZH)).startsWith("本来就没有限制");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "解除限制，密码一二零四",
        "解除今天的收听限制 密码是1204",
        "取消限制密码幺二零四",
        "lift the limit, pin one two zero four",
        "Unlock the listening limits, the PIN is 1204",
        "remove the quota for today, code one two oh four",
        "请帮我解除限制，密码1204",
        "把限制解除，密码1204",
        "麻烦你把今天的听书限制取消一下，密码是一二零四，谢谢",
        "能不能解除一下时间限制，口令幺二零四",
        "密码1204，解除限制",
        "今天的限额去掉吧，密码一二零四",
        "could you please lift the limits for today, the pin is 1204",
        "turn the listening limit off, my code is one two zero four",
        "I'd like to remove the daily limit, please, pin 1204",
        "the code is 1204, please unlock the quiet hours"
      })
  void answer_withThePin_lifts(String text) {
    assertThat(words.knows(text)).isTrue();
    words.answer(text, Language.ZH);
    assertThat(allowance.state().liftedUntil()).isNotNull();
    assertThat(words.shown(text)).contains("•••").doesNotContain("1204", "二零四", "one two");
    assertThat(words.kept(text)).isEqualTo(words.shown(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "play the da vinci code chapter 3",
        "播放达芬奇密码，第三集",
        "播放密码，",
        "write python code that adds two numbers",
        "play the password one",
        "the code is two, right"
      })
  void shown_ordinaryWords_areLeftAsTheyAre(String text) {
    assertThat(words.shown(text)).isEqualTo(text);
    assertThat(words.kept(text)).isEqualTo(text);
  }

  @Test
  void shown_digitsAfterTheWord_areMaskedInTheTranscript_butTheAgentGetsABooksTitle() {
    assertThat(words.shown("播放密码一九八四")).isEqualTo("播放密码•••");
    assertThat(words.kept("播放密码一九八四")).isEqualTo("播放密码一九八四");
    assertThat(words.kept("那个什么限制给弄开，密码1204"))
        .as("it means the limits, in words of its own")
        .doesNotContain("1204");
    assertThat(words.shown("lift the limit, pin one two")).as("partial").doesNotContain("one two");
  }

  @Test
  void shown_withoutAPin_masksNoOrdinaryWord() {
    FakePlayer none = new FakePlayer();
    assertThat(new LimitWords(none).shown("播放密码一九八四")).isEqualTo("播放密码一九八四");
    none.allowance =
        Optional.of(
            new Allowance(
                AllowanceSettings.NONE,
                new History(kept, clock, () -> ZoneOffset.UTC),
                kept,
                clock,
                () -> ZoneOffset.UTC));
    assertThat(new LimitWords(none).shown("播放密码一九八四")).isEqualTo("播放密码一九八四");
  }

  @Test
  void answer_aPinWhereNoneIsSet_saysThatThereIsNone() {
    FakePlayer free = new FakePlayer();
    Allowance noPin =
        new Allowance(
            AllowanceSettings.NONE,
            new History(kept, clock, () -> ZoneOffset.UTC),
            kept,
            clock,
            () -> ZoneOffset.UTC);
    free.allowance = Optional.of(noPin);
    noPin.limit(Duration.ofMinutes(10), false, "");
    LimitWords said = new LimitWords(free);
    assertThat(said.answer("解除限制，密码1234", Language.ZH)).startsWith("这里没有设密码").contains("没有限制了");
    assertThat(said.answer("解除限制", Language.ZH)).doesNotContain("密码");
  }

  @Test
  void answer_withoutOrWithAnotherPin_doesNot() {
    assertThat(words.answer("解除限制", Language.ZH)).contains("密码");
    assertThat(words.answer("lift the limit, pin one", Language.EN))
        .isEqualTo("That is not the PIN.");
    assertThat(allowance.state().liftedUntil()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"播放密码一二三四", "取消闹钟", "lift the mood", "今天最多听一小时", "play the code book"})
  void knows_otherWords_no(String text) {
    assertThat(words.knows(text)).isFalse();
  }
}
