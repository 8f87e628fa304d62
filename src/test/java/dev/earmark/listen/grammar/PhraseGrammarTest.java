package dev.earmark.listen.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.listen.Recordings;
import dev.earmark.listen.grammar.PhraseGrammar.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class PhraseGrammarTest {
  private static final Vocabulary ALL = new Vocabulary(word -> !word.equals("孙悟空打"));
  private static final Vocabulary CHARACTERS =
      new Vocabulary(word -> word.codePointCount(0, word.length()) == 1 || word.matches("[a-z']+"));

  private static List<String> words(String text) {
    return Arrays.asList(text.split(" ", -1));
  }

  private static PhraseGrammar of(String rules, String... wakes) {
    return PhraseGrammar.compile(List.of(Rules.parse(rules)), List.of(wakes), ALL);
  }

  @Test
  void command_wholePhrase_isAccepted_recombinationIsNot() {
    PhraseGrammar grammar = of("play (alice | treasure island)\nset a timer");
    assertThat(grammar.command(words("play treasure island"))).isPresent();
    assertThat(grammar.command(words("play a timer"))).isEmpty();
    assertThat(grammar.command(words("play treasure"))).isEmpty();
    assertThat(grammar.command(words("treasure island"))).isEmpty();
  }

  @Test
  void command_afterWakePhraseAndFiller_isWithoutThem() {
    PhraseGrammar grammar = of("filler = oh | um\npause", "hey earmark");
    assertThat(grammar.command(words("hey earmark oh pause"))).contains(List.of("pause"));
    assertThat(grammar.command(words("hey earmark"))).isEmpty();
    assertThat(grammar.onlyFillers(words("oh um"))).isTrue();
  }

  @Test
  void progress_tellsWhetherAPhraseMayGoOn() {
    PhraseGrammar grammar = of("play alice [chapter (one | two)]");
    assertThat(grammar.progress(words("play"))).isEqualTo(Progress.PARTIAL);
    assertThat(grammar.progress(words("play alice"))).isEqualTo(Progress.COMPLETE_OR_MORE);
    assertThat(grammar.progress(words("play alice chapter"))).isEqualTo(Progress.PARTIAL);
    assertThat(grammar.progress(words("play alice chapter two"))).isEqualTo(Progress.COMPLETE);
    assertThat(grammar.progress(words("stop"))).isEqualTo(Progress.NONE);
  }

  @Test
  void near_oneWordWrong_findsThePhrase() {
    PhraseGrammar grammar = of("set the volume to forty percent\npause");
    assertThat(grammar.near(words("set a volume to forty percent"), 5))
        .containsExactly("set the volume to forty percent");
    assertThat(grammar.near(words("one two three four five"), 5)).doesNotContain("pause");
  }

  @Test
  void unknownWord_leavesOutThatChoiceAndIsReported() {
    Vocabulary some = new Vocabulary(word -> !word.startsWith("xyzzy"));
    PhraseGrammar grammar =
        PhraseGrammar.compile(List.of(Rules.parse("play (xyzzy | alice)")), List.of(), some);
    assertThat(grammar.command(words("play alice"))).isPresent();
    assertThat(grammar.phrases()).containsExactly("play alice");
    assertThat(grammar.unknownWords()).containsExactly("xyzzy");
  }

  @Test
  void rules_wrongLine_isNamed() {
    assertThatThrownBy(() -> Rules.parse("play (alice"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("play (alice");
    assertThatThrownBy(() -> Rules.parse("play | ")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void phrases_areWhole_andHoldEveryPairOfNeighbours() {
    PhraseGrammar grammar = of("(a | b) (c | d) [e]\nf");
    assertThat(grammar.phrases())
        .allSatisfy(phrase -> assertThat(grammar.command(words(phrase))).isPresent());
    String all = String.join(" > < ", grammar.phrases());
    for (String pair : List.of("a c", "a d", "b c", "b d", "c e", "d e")) {
      assertThat(all).contains(pair);
    }
  }

  @Test
  void text_blanksOnlyBetweenLatinWords() {
    assertThat(PhraseGrammar.text(words("播 放 三 体 第 十二 集"))).isEqualTo("播放三体第十二集");
    assertThat(PhraseGrammar.text(words("play three body"))).isEqualTo("play three body");
    assertThat(PhraseGrammar.text(words("播放 peter pan 第 二 章"))).isEqualTo("播放 peter pan 第二章");
    assertThat(PhraseGrammar.text(List.of())).isEmpty();
  }

  @Test
  void cut_longestKnownWordFirst_charactersOtherwise() {
    Vocabulary some =
        new Vocabulary(word -> word.length() == 1 || word.equals("西游记") || word.equals("西游"));
    assertThat(some.cut("播西游记")).contains(List.of("播", "西游记"));
    assertThat(CHARACTERS.cut("斗破苍穹")).contains(List.of("斗", "破", "苍", "穹"));
    assertThat(new Vocabulary(word -> false).cut("好")).isEmpty();
  }

  @Test
  void cut_unknownEnglishWord_takesTheNearestForm() {
    Vocabulary some = new Vocabulary(word -> word.equals("aesop") || word.equals("fables"));
    assertThat(some.cutPhrase("Aesop’s fable")).contains(List.of("aesop", "fables"));
    assertThat(some.cut("xyzzy")).isEmpty();
  }

  @Test
  void titleForms_asPeopleSayThem() {
    assertThat(TitleForms.of("The Adventures of Sherlock Holmes"))
        .contains("the adventures of sherlock holmes", "sherlock holmes");
    assertThat(TitleForms.of("Alice's Adventures in Wonderland")).contains("alice");
    assertThat(TitleForms.of("《西游记》（全集）")).containsExactly("西游记");
    assertThat(TitleForms.of("Moby-Dick; or, The Whale")).contains("moby dick");
    assertThat(TitleForms.of("…")).isEmpty();
  }

  /** A romanised title sounds like the Chinese one, and would always be its rival. */
  @Test
  void onceInHan_titleWrittenInPinyinToo_isKeptInHanOnly() {
    assertThat(
            TitleForms.onceInHan(
                List.of(
                    "西游记",
                    "xi you ji",
                    "journey to the west",
                    "hsi yu chi",
                    "三国 演义",
                    "san guo yan yi")))
        .containsExactly("西游记", "journey to the west", "hsi yu chi", "三国 演义");
  }

  @Test
  void onceInHan_pinyinOrNameWithoutAHanTitleOfThatLength_isKept() {
    List<String> forms = List.of("西游记", "hong lou", "liang shan bo yu", "emma", "you");
    assertThat(TitleForms.onceInHan(forms)).isEqualTo(forms);
  }

  /** Every syllable of Mandarin counts as one; words of English titles mostly do not. */
  @Test
  void onceInHan_longSyllables_areSyllables() {
    assertThat(
            TitleForms.onceInHan(
                List.of("双行", "shuang xing", "穷学", "qiong xue", "两国", "liang guo")))
        .containsExactly("双行", "穷学", "两国");
    assertThat(TitleForms.onceInHan(List.of("三国", "the hobbit", "little women", "war peace")))
        .hasSize(4);
  }

  private static String han(int n) {
    String digits = "零一二三四五六七八九";
    StringBuilder text = new StringBuilder();
    int hundreds = n / 100;
    int tens = n / 10 % 10;
    int ones = n % 10;
    if (hundreds > 0) {
      text.append(digits.charAt(hundreds)).append('百');
    }
    if (tens > 0) {
      if (hundreds > 0 || tens > 1) {
        text.append(digits.charAt(tens));
      }
      text.append('十');
    } else if (hundreds > 0 && ones > 0) {
      text.append('零');
    }
    return ones > 0 ? text.append(digits.charAt(ones)).toString() : text.toString();
  }

  private static final PhraseGrammar ZH =
      PhraseGrammar.compile(
          List.of(Rules.builtIn("zh").withClass("title", List.of("西游记"))),
          List.of("小书童"),
          CHARACTERS);
  private static final PhraseGrammar EN =
      PhraseGrammar.compile(
          List.of(Rules.builtIn("en").withClass("title", List.of("alice"))),
          List.of("hey earmark"),
          CHARACTERS);

  private static Optional<List<String>> zh(String text) {
    return CHARACTERS.cutPhrase(text).flatMap(ZH::command);
  }

  @Property
  void builtInRules_everyNumber_isAChapterToGoTo(@ForAll @IntRange(min = 1, max = 999) int n) {
    assertThat(zh("播放西游记第" + han(n) + "集")).isPresent();
    assertThat(zh("快进" + han(n) + "秒")).isPresent();
  }

  @Test
  void builtInRules_commandsOfTheRecordings_areAllCovered() {
    for (Recordings.Row row : Recordings.rows()) {
      if (row.none()) {
        continue;
      }
      List<String> titles =
          List.of(
              "西游记",
              "三国演义",
              "成语故事",
              "聊斋志异",
              "孙悟空",
              "alice's adventures in wonderland",
              "treasure island",
              "the adventures of sherlock holmes",
              "aesop's fables",
              "journey to the west",
              "fairy tales");
      PhraseGrammar grammar =
          PhraseGrammar.compile(
              List.of(Rules.builtIn(row.language()).withClass("title", titles)),
              List.of(),
              CHARACTERS);
      assertThat(CHARACTERS.cutPhrase(row.command()).flatMap(grammar::command))
          .as("%s", row.command())
          .isPresent();
    }
  }

  @Test
  void builtInRules_otherSpeech_isNoCommand() {
    for (String text : List.of("今天晚饭吃什么好呢", "把窗户关上吧", "这个故事真有意思")) {
      assertThat(zh(text)).isEmpty();
    }
    assertThat(EN.command(words("close the window please"))).isEmpty();
    assertThat(EN.command(words("play alice chapter twenty three please"))).isPresent();
    assertThat(EN.command(words("stop in forty five minutes"))).isPresent();
  }
}
