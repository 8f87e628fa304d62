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
          new History(kept, clock, ZoneOffset.UTC),
          kept,
          clock,
          ZoneOffset.UTC);
  private final LimitWords words = new LimitWords(player());

  private FakePlayer player() {
    FakePlayer player = new FakePlayer();
    player.allowance = Optional.of(allowance);
    return player;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "解除限制，密码一二零四",
        "解除今天的收听限制 密码是1204",
        "取消限制密码幺二零四",
        "lift the limit, pin one two zero four",
        "Unlock the listening limits, the PIN is 1204",
        "remove the quota for today, code one two oh four"
      })
  void answer_withThePin_lifts(String text) {
    assertThat(words.knows(text)).isTrue();
    words.answer(text, Language.ZH);
    assertThat(allowance.state().liftedUntil()).isNotNull();
    assertThat(words.shown(text)).contains("•••").doesNotContain("1204", "二零四", "one two");
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
