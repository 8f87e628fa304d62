package dev.earmark.agent.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.base.Language;
import dev.earmark.text.Sounds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Commands that were heard a little wrongly, and words that are no command at all. */
final class MisheardPropertyTest {
  /** Common characters; those of one sound (tones, zh/z, n/l, en/eng apart) form groups. */
  private static final String COMMON =
      "战站赞展停亭庭听厅挺定丁顶叮继记季及集级急吉即极几机基纪己挤续序叙需虚许徐下夏吓侠瞎霞上伤商尚赏一医衣依移易意亿益以已章张掌帐涨回会灰汇惠挥"
          + "快块筷宽款进近金尽今劲惊京经井景静竞竟镜境退推腿后候厚猴播波博伯玻放方房防访仿声升生省盛胜圣音因阴引印银应英影映量亮两凉良辆大打达答点典电店碘"
          + "小晓校笑效消调条跳挑掉倍被背北贝速素苏宿诉语雨鱼余与遇书输叔舒熟签千钱前浅潜迁提题体替梯醒行型形星兴闹脑恼钟中种终忠重取曲区去趣消费"
          + "分份粉奋愤秒苗妙庙喵时十石食实识是事市师示似四思死司私三散伞山善闪从聪丛头投透偷初出除触楚始使史室试式正真整郑振震再在载在";

  private static final List<String> ZH =
      List.of(
          "暂停",
          "继续播放",
          "停止播放",
          "下一集",
          "上一集",
          "下一章",
          "上一回",
          "快进三十秒",
          "后退二十秒",
          "倒退一分钟",
          "音量调到三十",
          "声音大一点",
          "声音小一点",
          "大声一点",
          "小声点",
          "静音",
          "语速快一点",
          "语速太快了",
          "一点五倍速",
          "正常语速",
          "三十分钟后停止播放",
          "听完这集就停",
          "定时二十分钟",
          "取消定时",
          "加个书签",
          "放到哪里了",
          "最近听过什么",
          "还剩多少集",
          "十分钟后提醒我",
          "取消闹钟",
          "现在几点了",
          "下载进度");

  private static final List<String> EN =
      List.of(
          "resume",
          "next chapter",
          "previous chapter",
          "volume up",
          "louder please",
          "set the volume to thirty percent",
          "rewind thirty seconds",
          "skip forward",
          "bookmark this",
          "continue reading",
          "cancel the alarm",
          "stop playing in twenty minutes",
          "skip two minutes",
          "normal speed",
          "stop playing");

  private static final Map<String, String> GROUPS = groups();

  private final RuleModel rules = new RuleModel();

  private static Map<String, String> groups() {
    Map<String, StringBuilder> bySound = new LinkedHashMap<>();
    for (int i = 0; i < COMMON.length(); i++) {
      char c = COMMON.charAt(i);
      String sound = Sounds.syllables(String.valueOf(c)).get(0);
      StringBuilder group = bySound.computeIfAbsent(sound, s -> new StringBuilder());
      if (group.indexOf(String.valueOf(c)) < 0) {
        group.append(c);
      }
    }
    Map<String, String> groups = new LinkedHashMap<>();
    bySound.forEach((sound, group) -> groups.put(sound, group.toString()));
    return groups;
  }

  private static Situation playing() {
    return new Situation("playing", "聊斋志异", 5, 200, 24, 50, 1.0, List.of(), List.of(), "");
  }

  @Property(tries = 600)
  void decide_chineseCommandWithAnotherCharacterOfTheSameSound_isTheSameCommand(
      @ForAll("zh") String command, @ForAll @IntRange(max = 11) int place, @ForAll int choice) {
    int at = place % command.length();
    String same = GROUPS.getOrDefault(sound(command, at), "");
    Assume.that("零一二三四五六七八九十百点半".indexOf(command.charAt(at)) < 0);
    Assume.that(same.length() > 1);
    char other = same.charAt(Math.floorMod(choice, same.length()));
    Assume.that("零一二三四五六七八九十百点半".indexOf(other) < 0);
    String heard = command.substring(0, at) + other + command.substring(at + 1);
    Decision plain = rules.decide(command, Language.ZH, playing());
    assertThat(rules.decide(heard, Language.ZH, playing()).call())
        .as(command + " heard as " + heard)
        .isNotNull()
        .isEqualTo(plain.call());
  }

  private static String sound(String command, int at) {
    List<String> sounds = Sounds.syllables(command);
    return sounds.size() == command.length() ? sounds.get(at) : "";
  }

  @Provide
  Arbitrary<String> zh() {
    return Arbitraries.of(ZH);
  }

  @Property(tries = 600)
  void decide_englishCommandSpelledByItsSound_isTheSameCommand(
      @ForAll("en") String command, @ForAll int place, @ForAll int change) {
    String[] words = command.split(" ", -1);
    int at = Math.floorMod(place, words.length);
    String heard = misspelled(words[at], change);
    Assume.that(Sounds.code(words[at]).length() >= 4);
    Assume.that(Sounds.code(heard).equals(Sounds.code(words[at])));
    words[at] = heard;
    String all = String.join(" ", words);
    Decision plain = rules.decide(command, Language.EN, playing());
    assertThat(rules.decide(all, Language.EN, playing()).call())
        .as(command + " heard as " + all)
        .isNotNull()
        .isEqualTo(plain.call());
  }

  /** Writes one sound of the word in another way: a vowel, a doubled letter, c for k, z for s. */
  private static String misspelled(String word, int change) {
    List<String> forms = new ArrayList<>();
    for (int i = 1; i < word.length(); i++) {
      String before = word.substring(0, i);
      String after = word.substring(i + 1);
      char c = word.charAt(i);
      if ("aeiou".indexOf(c) >= 0) {
        for (String vowel : List.of("a", "e", "i", "o", "u")) {
          forms.add(before + vowel + after);
        }
      } else {
        forms.add(before + c + c + after);
        forms.add(before + (c == 'c' ? 'k' : c == 's' ? 'z' : c == 'f' ? 'v' : c) + after);
      }
    }
    return forms.get(Math.floorMod(change, forms.size()));
  }

  @Provide
  Arbitrary<String> en() {
    return Arbitraries.of(EN);
  }

  @Property(tries = 500)
  void decide_titleThatSoundsLikeACommand_staysAsItWasSaid(
      @ForAll("zh") String command, @ForAll int choice) {
    String same = GROUPS.getOrDefault(sound(command, 0), "");
    Assume.that(same.length() > 1);
    String title = "岛上的" + same.charAt(Math.floorMod(choice, same.length())) + command.charAt(1);
    Decision.Call call =
        rules.decide("播放《" + title + "》第二集", Language.ZH, Situation.NOTHING).call();
    assertThat(Objects.requireNonNull(call, title).args())
        .containsEntry("keyword", title)
        .containsEntry("section", 2);
  }

  @Property(tries = 500)
  void decide_randomLetters_doNothing(@ForAll("babble") String words) {
    assertThat(rules.decide(words, Language.EN, playing()).call()).as(words).isNull();
  }

  @Provide
  Arbitrary<String> babble() {
    Arbitrary<String> word =
        Arbitraries.strings().withCharRange('a', 'z').ofMinLength(6).ofMaxLength(12);
    return word.list().ofMinSize(1).ofMaxSize(6).map(list -> String.join(" ", list));
  }

  /**
   * Characters with which no sentence to a reader begins; the rest may be any of the common ones.
   */
  @Property(tries = 500)
  void decide_randomCharacters_changeNothing(@ForAll("characters") String words) {
    assertThat(rules.decide("梯脑" + words, Language.ZH, playing()).call()).as(words).isNull();
  }

  @Provide
  Arbitrary<String> characters() {
    return Arbitraries.strings()
        .withChars("粉奋愤苗庙喵聪丛偷楚郑振镜境仿玻厚猴腿挥惠灰帐掌亿益赏霞瞎徐叙挤纪基吉叮顶庭亭赞")
        .ofMinLength(3)
        .ofMaxLength(12);
  }
}
