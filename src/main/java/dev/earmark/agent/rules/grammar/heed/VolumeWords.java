package dev.earmark.agent.rules.grammar.heed;

import dev.earmark.agent.rules.words.Utterance;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which book of a series is meant: "book two of the Hobbit", "the second Harry Potter book", "War
 * and Peace volume two" are all said as "… book two", so that no word of it is taken for a section
 * or for how loud it is. Stateless and thread-safe.
 */
final class VolumeWords {
  private static final List<String> CARDINALS =
      List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten");
  private static final List<String> ORDINALS =
      List.of(
          "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
          "tenth");

  private static final String NUMBER = "(?<number>" + String.join("|", CARDINALS) + "|\\d{1,2})";
  private static final String ORDINAL = "(?<number>" + String.join("|", ORDINALS) + ")";
  private static final String VERB =
      "(?<verb>(?:(?:can you |could you |please )?(?:play|read|start|begin|put on|open|listen to|let's hear|let me hear|give me|find|continue|i want(?: to hear)?|i'd like(?: to hear)?)(?: me| us)? )?)";
  private static final String NO_SERIES =
      "(?!(?:it|this|that|them|my|our|your|the|a|an|series|results?|list|screen|page|shelf|audio|new|next|last)(?: |$))";
  private static final String REST =
      "(?<rest>(?:,? (?:chapter|section|episode|part|from the (?:start|beginning)|please|read by)\\b.*)?)";

  /** "Volume two of war and peace". */
  private static final Pattern NUMBER_OF =
      Pattern.compile(
          VERB
              + "(?:the )?(?:book|volume) (?:number )?"
              + NUMBER
              + " (?:of|in|from) (?:the )?"
              + NO_SERIES
              + "(?<title>.+?)"
              + REST);

  /** "The second book of the foundation saga". */
  private static final Pattern ORDINAL_OF =
      Pattern.compile(
          VERB
              + "(?:the )?"
              + ORDINAL
              + " (?:book|volume) (?:of|in|from) (?:the )?"
              + NO_SERIES
              + "(?<title>.+?)"
              + REST);

  /** "The first harry potter book"; one word would be a sort of book. */
  private static final Pattern ORDINAL_BOOK =
      Pattern.compile(
          VERB
              + "(?:the )?"
              + ORDINAL
              + " "
              + NO_SERIES
              + "(?!good|best|bedtime|picture|comic|children|short)(?<title>\\S+ \\S.*?) (?:book|volume)"
              + REST);

  /** "Play war and peace volume two"; as loud as 10 and more is no book. */
  private static final Pattern TITLE_VOLUME =
      Pattern.compile(
          "(?<verb>(?:play|read|start|begin|put on|open|listen to|continue|i want(?: to hear)?)(?: me| us)? )(?!(?:it|this|that|something|anything|music)\\b)(?:the )?"
              + "(?<title>\\S.*?)(?<! at)(?<! the)(?<! and)(?<! with)(?<! to)(?<! on)(?<! set) volume (?:number )?(?<number>one|two|three|four|five|six|seven|eight|nine|[1-9])"
              + REST);

  private static final Pattern EN_ALONE =
      Pattern.compile(
          "(?!(?:play|read|start|begin|put|open|close|buy|sell|order|get|bring|find|give|take|show|delete|next|last|what|which|who|where|how|is|are|was|the next|remind|tell|ask|let|help|want|need|can|could|please|set|turn|make|write|finish|look|listen|go|skip|jump|search|a|an|i|we|you|my|this|that|no|not|page|and|or)\\b)(?:[\\w']+ ){2,6}book (?:one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2})");

  private static final Pattern ZH_ALONE =
      Pattern.compile(
          "(?![我你他她它这那哪什怎看买写读放听播拍上下前后第])[\\p{IsHan}\\w]{2,9}(?<![是有了在就])第[一二三四五六七八九十\\d]{1,3}[部卷册]");

  private static final Pattern ZH_NO_BOOK = Pattern.compile(".*(?:电影|电视|动画|手机|连续剧|片子|游戏|法律|宪法).*");

  private VolumeWords() {}

  /** Returns whether the words name a book of a series and nothing else. */
  static boolean isNamedAlone(Utterance words) {
    return words.zh()
        ? words.is(ZH_ALONE) && !words.is(ZH_NO_BOOK)
        : words.is(EN_ALONE) && !words.text().endsWith(" of the book one");
  }

  /** Returns English words with the number of the book behind the title, or as they are. */
  static Utterance behindTitle(Utterance words) {
    for (Pattern pattern : List.of(NUMBER_OF, ORDINAL_OF, ORDINAL_BOOK, TITLE_VOLUME)) {
      Matcher m = pattern.matcher(words.text());
      if (m.matches()) {
        String verb = m.group("verb").isEmpty() ? "play " : m.group("verb");
        return words.with(
            verb
                + words.part(m.start("title"), m.end("title"))
                + " book "
                + cardinal(m.group("number"))
                + words.part(m.start("rest"), m.end("rest")));
      }
    }
    return words;
  }

  private static String cardinal(String number) {
    int at = ORDINALS.indexOf(number);
    return at < 0 ? number : CARDINALS.get(at);
  }
}
