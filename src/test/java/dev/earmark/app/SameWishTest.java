package dev.earmark.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Language;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which commands count as the same wish when the recogniser cannot tell their wordings apart. */
final class SameWishTest {
  private final SameWish meaning = new SameWish();

  private Object zh(String command) {
    return meaning.of(command, Language.ZH);
  }

  private Object en(String command) {
    return meaning.of(command, Language.EN);
  }

  @Test
  void of_otherWordingsOfAWish_isEqual() {
    assertThat(List.of(zh("接着讲"), zh("接着讲吧"), zh("继续播放"))).containsOnly(zh("继续"));
    assertThat(zh("打开西游记第八回")).isEqualTo(zh("播放西游记第八集"));
    assertThat(en("play journey to the west")).isEqualTo(en("i want to hear journey to the west"));
    assertThat(en("continue please")).isEqualTo(en("resume"));
  }

  @Test
  void of_otherWishes_differs() {
    assertThat(zh("打开西游记第八回")).isNotEqualTo(zh("打开西游记第九回"));
    assertThat(zh("打开西游记第八回")).isNotEqualTo(zh("打开三国演义第八回"));
    assertThat(zh("后退十秒")).isNotEqualTo(zh("后退十五秒"));
    assertThat(zh("下一集")).isNotEqualTo(zh("上一集"));
    assertThat(en("pause")).isNotEqualTo(en("stop"));
  }

  @Test
  void of_wordsWithoutAnEffect_areTheirOwnMeaning() {
    assertThat(zh("好的")).isNotEqualTo(zh("不要"));
    assertThat(en("yes")).isNotEqualTo(en("no"));
  }

  @Test
  void opposite_commandsThatUndoEachOther() {
    assertThat(meaning.opposite(zh("停止播放"), zh("继续播放"))).isTrue();
    assertThat(meaning.opposite(en("resume"), en("pause"))).isTrue();
    assertThat(meaning.opposite(zh("下一集"), zh("上一集"))).isTrue();
    assertThat(meaning.opposite(zh("快进三十秒"), zh("后退十五秒"))).isTrue();
    assertThat(meaning.opposite(zh("声音大一点"), zh("声音小一点"))).isTrue();
  }

  @Test
  void opposite_otherCommands_areNone() {
    assertThat(meaning.opposite(zh("停止播放"), zh("暂停"))).isFalse();
    assertThat(meaning.opposite(zh("后退十秒"), zh("后退十五秒"))).isFalse();
    assertThat(meaning.opposite(zh("声音大一点"), zh("快进三十秒"))).isFalse();
    assertThat(meaning.opposite(zh("好的"), zh("不要"))).isFalse();
    assertThat(meaning.opposite(en("pause"), en("pause"))).isFalse();
  }
}
