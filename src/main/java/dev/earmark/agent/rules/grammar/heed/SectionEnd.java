package dev.earmark.agent.rules.grammar.heed;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.text.NumberWords;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sleep timer at the end of a section that is named by its number: 第三集放完就停, "stop after chapter
 * two". The timer counts from the section that plays, so that one must be known.
 */
public final class SectionEnd implements IntentFamily {
  private static final String ZH_SECTION = "(?:第([零一二两三四五六七八九十百\\d]+)|(下一))[集章回节篇]";
  private static final String ZH_STOPS =
      "(?:就|再|帮我|给我|自动|你|便|[，,])*(?:停|关|睡|结束|休息|暂停|[别不]再?(?:放|讲|念|播|听|读)).{0,4}";
  private static final Pattern ZH =
      Pattern.compile(
          "(?:等|到|听到|放到|播到|听|放|播|讲|念|在|等到)?"
              + ZH_SECTION
              + "(?:(?:听|放|播|讲|念|读|播放)?(?:完|结束|结尾|完结)(?:了|之后|以后|后|的时候|时)*|之后|以后|后)"
              + ZH_STOPS
              + "|(?:我)?(?:想|要|只|再|就)*(?:听|放|播放?|讲|念)?到"
              + ZH_SECTION
              + "(?:结束|放完|讲完|结尾|听完|完)?(?:为止|就行|就好|(?:就|再)?(?:停|关|睡)(?:了|掉|止|觉)?|(?<=结束|放完|讲完|结尾|听完)|(?<=完))"
              + "|(?:听|放|播放?|讲|念)完"
              + ZH_SECTION
              + "(?:了|之后|以后|后)*"
              + ZH_STOPS);

  private static final String EN_COUNT = "([a-z]+(?:[ -][a-z]+)??|\\d+(?:st|nd|rd|th)?)";
  private static final String EN_SECTION = "(?:chapter|episode|section|part|story)";
  private static final String EN_STOP =
      "(?:stop|pause|quit|end|finish|turn (?:it |yourself )?off|switch (?:it )?off|go to sleep|sleep)(?: (?:it|playing|reading|the book|the story))?";
  private static final String EN_AT =
      " (?:(?:at|with) (?:the )?end of |after (?:the )?(?:end of )?|when |once |as soon as )(?:the )?";
  private static final Pattern EN =
      Pattern.compile(
          EN_STOP
              + EN_AT
              + "(?:"
              + EN_SECTION
              + " "
              + EN_COUNT
              + "|"
              + EN_COUNT
              + " "
              + EN_SECTION
              + ")(?: (?:is over|ends|is done|is finished|finishes|has ended))?"
              + "|(?:play|read|keep playing|keep going|go on)(?: on)? (?:until|till|to|up to|through) the end of (?:the )?(?:"
              + EN_SECTION
              + " "
              + EN_COUNT
              + "|"
              + EN_COUNT
              + " "
              + EN_SECTION
              + ")(?:(?: and)?(?: then)? "
              + EN_STOP
              + ")?");

  /** "Stop before chapter eight", "play until chapter eight": the one before is the last. */
  private static final Pattern EN_BEFORE =
      Pattern.compile(
          "(?:(?:"
              + EN_STOP
              + " (?:at|before|when(?=.* (?:starts|begins)$))|(?:play|read|keep playing|keep going|go on)(?: on)? (?:until|till|up to)) "
              + EN_SECTION
              + " "
              + EN_COUNT
              + "(?: (?:starts|begins))?)");

  @Override
  public Optional<Decision> read(Utterance words) {
    Matcher m = (words.zh() ? ZH : EN).matcher(words.text());
    Matcher before = EN_BEFORE.matcher(words.text());
    if (!words.zh() && before.matches()) {
      return at(words, number(words, before) - 1);
    }
    return m.matches() ? at(words, number(words, m)) : Optional.empty();
  }

  private static long number(Utterance words, Matcher m) {
    String count = words.firstPart(m).toLowerCase(Locale.ROOT);
    return Patterns.matches(count, "next|下一")
        ? words.situation().section() + 1L
        : NumberWords.parse(count.replaceFirst("(?<=\\d)(?:st|nd|rd|th)$", ""), words.language())
            .orElse(0);
  }

  private static Optional<Decision> at(Utterance words, long number) {
    if (number < 1) {
      return Optional.empty();
    }
    int playing = words.situation().section();
    if (playing < 1 || words.situation().album().isEmpty()) {
      return Decision.say(
          Certainty.SURELY,
          words.say(
              "现在没有书在放，没法定在第几集停。", "No book is playing, so there is no chapter to stop after."));
    }
    if (number < playing) {
      return Decision.say(
          Certainty.SURELY,
          words.say(
              "现在已经放到第" + playing + "集了。要放完这一集就停吗？可以说“放完这一集就停”。",
              "Chapter "
                  + playing
                  + " is playing already. Say \"stop after this chapter\" for the end of this one."));
    }
    return Decision.call("set_sleep_timer", Args.of("sections", number - playing + 1));
  }
}
