package dev.earmark.agent.loop.claim;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the sentences of a text assert of here and now. Questions, denials, offers, conditions, the
 * past, what somebody else did, tales, words in quotation marks and hints on what to say assert
 * nothing and are left out, clause by clause.
 */
final class Asserted {
  /**
   * A sentence.
   *
   * @param words as it stands in the text
   * @param text what it asserts, in lower case, one clause a line without its comma; empty for
   *     nothing
   * @param sure whether it neither denies nor doubts anything
   */
  record Sentence(String words, String text, boolean sure) {}

  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[。！？!?；;\n～~])|(?<=\\.)\\s");
  private static final Pattern CLAUSE_END =
      Pattern.compile("[，—]|,(?!\\d)|\\b(?:but|however)\\b|不过|但是");
  private static final Pattern QUESTION = Pattern.compile("(?:[?？]|吗[。！!]?|没有[。]?)\\s*$");

  /** What somebody says, or a title; a single word of ASCII, such as a file's name, stays. */
  private static final Pattern QUOTED =
      Pattern.compile(
          "[“「『][^“”」』]{1,2000}[”」』]|《[^《》]{1,100}》"
              + "|\"(?![\\w./-]{1,80}\")[^\"]{1,2000}\"|(?<![\\w'])'(?=[^' ]{1,40} )[^']{2,100}'(?!\\w)");

  private static final Pattern OUTSIDE = Pattern.compile("[\\p{L}\\d]");

  /** A tale goes on to the end of its paragraph. */
  private static final Pattern TALE =
      Pattern.compile("很久(?:很久)?以前|从前[有，,]|\\bonce upon a time\\b|\\blong(?:, long)? ago\\b");

  private static final Pattern IN_A_BOOK =
      Pattern.compile(
          "^\\W*(?:在)?(?:这个|这本|这部|那本|原)?(?:故事|小说|书|剧情|传说|童话|诗|电影|《[^》]{0,100}》)[里中]"
              + "|^\\W*in (?:the|this|that|his|her) (?:story|book|novel|tale|chapter|film|poem)\\b");

  private static final Pattern DENIED =
      Pattern.compile(
          "没(?!问题|错|事|关系)|未(?!来)|无法|不能|不了|不会|不是|不再|不用|不必|别(?:放|停|播)"
              + "|\\b(?:not(?! only)|cannot|nothing|nobody|none|never|neither|nor|without|no longer)\\b"
              + "|\\b\\w{2,8}n't\\b|\\b(?:there(?:'s| is| are| was| were)|have|has|got|find|see) no\\b"
              + "|\\bno (?:timers?|alarms?|reminders?|files?|bookmarks?|downloads?|books?|such|more)\\b");
  private static final Pattern FAILED =
      Pattern.compile("失败|出错|\\b(?:failed|failure|unable|impossible)\\b");
  private static final Pattern POSSIBLE =
      Pattern.compile(
          "可以|可能|(?<![功性智才技职本万])能(?![量力源手])|要不要|是否|想(?!象)|打算|准备(?!好)|需要|应该"
              + "|\\b(?:can|could|would|should|shall|may|might|whether)\\b"
              + "|\\b(?:want|like|able|need|have|try|trying|ready|about|planning|going) to\\b");
  private static final Pattern CONDITION =
      Pattern.compile(
          "如果|要是|假如|倘若|除非|只要|一旦|的话|每当|好了?(?:以后|之后)?(?:就|才|再)?会"
              + "|\\b(?:if|unless|whenever|in case|(?:as soon as|when|once|until|every time) you)\\b");
  private static final Pattern MODAL =
      Pattern.compile("会|可以|就|\\b(?:will|can|could|would)\\b|'ll\\b");

  /** What to say, or an example; all that follows in the sentence belongs to it. */
  private static final Pattern HINT =
      Pattern.compile(
          "(?<![小据听传解学演话来])说(?![明书的实真到])|告诉我|写道|写着|讲的是|比如|例如"
              + "|\\b(?:say|saying|tell me|ask me|let me know|call me|type|press|click|for example"
              + "|e\\.g\\.)|\\b(?:story|book|novel|tale|chapter) (?:begins|opens|tells|is about)\\b");

  private static final Pattern LONG_PAST =
      Pattern.compile(
          "昨[天晚日]|前天|上次|上回|上周|上个?月|去年|那天|当时|曾经|早些时候"
              + "|\\b(?:yesterday|last (?:night|week|month|year|time|evening)|ago|earlier"
              + "|the other day|previously|back then|used to)\\b");
  private static final Pattern JUST_PAST =
      Pattern.compile(
          "刚才|之前|先前|原来|原先|原本|本来|刚刚?是|(?<!than |as )\\bbefore\\b"
              + "|\\b(?:was|were) (?:at|in|on|paused|playing|stopped)\\b");
  private static final Pattern NOW = Pattern.compile("现在|目前|这次|\\b(?:now|this time)\\b");

  private static final Pattern SOMEBODY_ELSE =
      Pattern.compile(
          "^(?:因为|所以|而且|那|是)?[你您](?:自己)?(?:已经?|刚|在)?(?:[^，]{0,12}[集章回])?"
              + "(?:设|把|将|让|叫|加|调|暂停|停|定|听|存|记)(?!的)"
              + "|^(?:(?:so|and|because|since|that) )?you(?:'ve|'d| had| have)?"
              + " (?:just |last |already |also )?"
              + "(?:\\w{2,12}ed|set|put|went|left|had|heard|made)\\b"
              + "|^\\W*[他她]们?(?!的)|^\\W*(?:(?:and|so|but|because) )?(?:he|she|they)\\b");

  private static final Pattern GOES_ON = Pattern.compile("^\\s*(?:or|nor)\\b");
  private static final Pattern EDGE = Pattern.compile("^[\\s\\p{P}]+|[\\s。．.!！～~…;；:：]+$");

  private Asserted() {}

  /** Returns the sentences of a text, also those that assert nothing. */
  static List<Sentence> sentences(String text) {
    List<Sentence> sentences = new ArrayList<>();
    boolean tale = false;
    for (String words : SENTENCE_END.split(text, -1)) {
      String lower = words.toLowerCase(Locale.ROOT).replace('’', '\'');
      tale |= TALE.matcher(lower).find();
      String said = tale ? "" : sentence(lower);
      sentences.add(new Sentence(words, said, !said.isEmpty() && isSure(lower)));
      tale &= words.indexOf('\n') < 0;
    }
    return sentences;
  }

  /** Returns what the text asserts, one clause a line. */
  static String text(String text) {
    StringBuilder all = new StringBuilder();
    for (Sentence sentence : sentences(text)) {
      if (!sentence.text().isEmpty()) {
        all.append(all.length() == 0 ? "" : "\n").append(sentence.text());
      }
    }
    return all.toString();
  }

  private static String sentence(String words) {
    if (QUESTION.matcher(words).find() || IN_A_BOOK.matcher(words).find()) {
      return "";
    }
    List<String> kept = new ArrayList<>();
    boolean denied = false;
    boolean past = false;
    for (String clause : CLAUSE_END.split(unquoted(words), -1)) {
      Matcher hint = HINT.matcher(clause);
      boolean hinted = hint.find();
      if (CONDITION.matcher(hinted ? clause.substring(0, hint.start()) : clause).find()) {
        kept.removeIf(before -> MODAL.matcher(before).find());
        break;
      }
      past = (past || LONG_PAST.matcher(clause).find()) && !NOW.matcher(clause).find();
      boolean goesOn = denied && GOES_ON.matcher(clause).find();
      denied = goesOn || DENIED.matcher(clause).find();
      String rest = hinted ? clause.substring(0, hint.start()) : clause;
      if (!past && !goesOn && !isNotOurs(rest)) {
        keep(rest, kept);
      }
      if (hinted) {
        break;
      }
    }
    return String.join("\n", kept);
  }

  private static boolean isSure(String words) {
    return !DENIED.matcher(words).find()
        && !FAILED.matcher(words).find()
        && !POSSIBLE.matcher(words).find();
  }

  private static boolean isNotOurs(String clause) {
    return FAILED.matcher(clause).find()
        || SOMEBODY_ELSE.matcher(clause.strip()).find()
        || (JUST_PAST.matcher(clause).find() && !NOW.matcher(clause).find());
  }

  private static void keep(String clause, List<String> kept) {
    String certain = upTo(POSSIBLE, upTo(DENIED, clause));
    String text = EDGE.matcher(certain).replaceAll("");
    if (!text.isEmpty()) {
      kept.add(text);
    }
  }

  private static String upTo(Pattern word, String clause) {
    Matcher found = word.matcher(clause);
    return found.find() ? clause.substring(0, found.start()) : clause;
  }

  /** Without what stands in quotation marks, unless it is all there is. */
  private static String unquoted(String words) {
    String outside = QUOTED.matcher(words).replaceAll("《》");
    return OUTSIDE.matcher(outside).find() ? outside : words;
  }
}
