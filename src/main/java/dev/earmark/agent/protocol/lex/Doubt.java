package dev.earmark.agent.protocol.lex;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Words beside a call that make it doubtful: they deny it, take it back, ask, or leave a choice. A
 * doubtful call is asked for again and never made.
 */
public final class Doubt {
  private static final int LOOKED_BACK = 120;
  private static final String SENTENCE_ENDS = ".!?。！？…";
  private static final String CLAUSE_ENDS = ",，;；、:：";

  private static final Set<String> BEHIND =
      Set.of(
          "no",
          "nope",
          "not",
          "dont",
          "never",
          "or",
          "else",
          "if",
          "unless",
          "instead",
          "maybe",
          "perhaps",
          "kidding",
          "cannot",
          "wont",
          "shouldnt");

  /** 别 alone, and not in 分别, 特别, 识别, 类别, 别的, 别人. */
  private static final String DO_NOT_ZH = "(?<![分特区级个性告识类派差辨鉴])别(?![的人处称名])";

  private static final Pattern DENIED_ZH = Pattern.compile(DO_NOT_ZH);

  /** The first words behind a call that put it off, or make an example of it. */
  private static final Pattern PUT_OFF =
      Pattern.compile(
          "(?i)^[\\s,，(（-]*(?:later|afterwards|after(?! (?:that|this|which)\\b)|once|when|as soon as"
              + "|(?:an|the) example|another time|next time)\\b"
              + "|^[\\s,，(（]*(?:稍后|之后|以后|待会|等会|下次)|\\b(?:as|for) (?:an )?example\\b|示例");

  private static final List<String> BEHIND_ZH =
      List.of("不要", "不是", "不用", "不需要", "不行", "不对", "勿", "或", "还是", "如果", "吗", "算了", "？");

  /**
   * A negation, a choice or an example that governs what comes right behind it: only a few words of
   * using or calling stand between.
   */
  private static final Pattern BEFORE =
      Pattern.compile(
          "(?i)\\b(?:no|not|don['’]?t|never|without|avoid|cannot|can['’]?t|won['’]?t|shouldn['’]?t"
              + "|instead of|or|(?:an )?examples?|e\\.?g\\.?)"
              + "(?: (?:to|use|using|call|calling|run|running|do|doing|write|writing|send|sending|make"
              + "|making|the|a|an|this|that|any|tool|action|it|like|have|be|called|used|ever|now|just"
              + "|again|of|is|would|could|should|such|as|for|call)){0,5}[.,:;]?\\s*$");

  /** A clause that begins with a condition tells what would be called. */
  private static final Pattern CONDITION =
      Pattern.compile(
          "(?i)^\\W*(?:(?:only|but|and|so|call) )?(?:if|unless)\\b|^[^\\p{IsHan}]*(?:如果|要是|除非)");

  private static final Pattern BEFORE_ZH =
      Pattern.compile(
          "(?:不要|不能|不会|不应该?|不该|不用|不需要|而不是|勿|"
              + DO_NOT_ZH
              + "|例如|比如|示例)"
              + "(?:再|去|直接|马上|先|请|就)?(?:调用|使用|用|执行|写出?|输出|运行|做|发)?[：:，,]?\\s*$");

  /** The model's own label: what stands behind it is no call, but "my observation so far" is. */
  private static final Pattern OBSERVED =
      Pattern.compile("(?i)^\\W*observation\\s*$|^[^\\p{IsHan}]*观察(?:结果)?\\s*$");

  /** A line that leads to an example on the next one. */
  private static final Pattern EXAMPLE_FOLLOWS =
      Pattern.compile(
          "(?i)(?:\\bfor (?:example|instance)|\\be\\.g\\.|\\ban example\\b[^:：]{0,40}"
              + "|\\bwould (?:be|look like)\\b[^:：]{0,20}"
              + "|(?:例如|比如|示例|举例|举个例子|例子)[^:：]{0,12})[,，]?[:：][*`\"]{0,3}\\s*$");

  private Doubt() {}

  /** Returns whether the words behind a call, on its line, make it doubtful. */
  public static boolean behind(String words) {
    return words.indexOf('?') >= 0
        || PUT_OFF.matcher(words).find()
        || DENIED_ZH.matcher(words).find()
        || has(words, BEHIND, BEHIND_ZH);
  }

  /**
   * Returns whether the clause that leads to the place, on its line, makes what begins there
   * doubtful: {@code Do not use <action>…}, {@code for example: <action>…}.
   */
  public static boolean before(String text, int at) {
    String clause = clause(text, at);
    return (clause.isEmpty() && exampleAbove(text, at))
        || BEFORE.matcher(clause).find()
        || BEFORE_ZH.matcher(clause).find()
        || OBSERVED.matcher(clause).find()
        || CONDITION.matcher(clause).find();
  }

  /**
   * Returns whether the line above the one that begins here leads to an example: {@code For
   * example:} and then {@code Action: …}.
   */
  public static boolean exampleAbove(String text, int line) {
    int end = line;
    while (end > 0 && Character.isWhitespace(text.charAt(end - 1))) {
      end--;
    }
    int from = Math.max(text.lastIndexOf('\n', end - 1) + 1, end - LOOKED_BACK);
    return from < end && EXAMPLE_FOLLOWS.matcher(text.substring(from, end)).find();
  }

  /** Returns whether a sentence ends right before the place, or nothing stands before it. */
  public static boolean sentenceEnds(String text, int from, int at) {
    String before = Chars.trim(text.substring(from, at));
    return before.isEmpty()
        || (SENTENCE_ENDS + CLAUSE_ENDS).indexOf(before.charAt(before.length() - 1)) >= 0;
  }

  private static String clause(String text, int at) {
    int end = at;
    while (end > 0 && (Chars.isLineBlank(text.charAt(end - 1)) || isMark(text.charAt(end - 1)))) {
      end--;
    }
    if (end > 0 && isEnd(text, end - 1) && CLAUSE_ENDS.indexOf(text.charAt(end - 1)) >= 0) {
      end--; // "for example:" leads to what follows
    }
    int from = end;
    while (from > 0
        && end - from < LOOKED_BACK
        && (!isEnd(text, from - 1) || text.startsWith("e.g.", Math.max(0, from - 4)))) {
      from--;
    }
    return text.substring(from, end);
  }

  private static boolean isMark(char c) {
    return c == '`' || c == '*' || c == '"';
  }

  private static boolean isEnd(String text, int i) {
    char c = text.charAt(i);
    boolean inWord = c == '.' && i + 1 < text.length() && Character.isLetter(text.charAt(i + 1));
    return c == '\n'
        || c == '\r'
        || c == '>'
        || (SENTENCE_ENDS.indexOf(c) >= 0 && !inWord)
        || CLAUSE_ENDS.indexOf(c) >= 0;
  }

  private static boolean has(String words, Set<String> latin, List<String> han) {
    String lower = words.toLowerCase(Locale.ROOT);
    for (String word : han) {
      if (lower.contains(word)) {
        return true;
      }
    }
    StringBuilder word = new StringBuilder();
    for (int i = 0; i <= lower.length(); i++) {
      char c = i < lower.length() ? lower.charAt(i) : ' ';
      if (c < 128 && Character.isLetter(c)) {
        word.append(c);
      } else if (c != '\'' && c != '’' && c != '.') {
        if (latin.contains(word.toString())) {
          return true;
        }
        word.setLength(0);
      } else if (c == '.' && latin.contains(word.toString())) {
        return true;
      }
    }
    return false;
  }
}
