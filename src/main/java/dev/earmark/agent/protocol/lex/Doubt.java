package dev.earmark.agent.protocol.lex;

import java.util.List;
import java.util.Locale;
import java.util.Set;

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

  private static final List<String> BEHIND_ZH =
      List.of("不要", "不是", "不用", "不需要", "不行", "不对", "别", "勿", "或", "还是", "如果", "吗", "算了", "？");

  private static final Set<String> BEFORE =
      Set.of(
          "no",
          "not",
          "dont",
          "never",
          "without",
          "avoid",
          "cannot",
          "cant",
          "wont",
          "shouldnt",
          "instead",
          "if",
          "unless",
          "or",
          "example",
          "eg",
          "observation");

  private static final List<String> BEFORE_ZH =
      List.of("不要", "不能", "不会", "不应", "不该", "不用", "别", "勿", "例如", "比如", "示例", "如果", "而不是", "观察");

  private Doubt() {}

  /** Returns whether the words behind a call, on its line, make it doubtful. */
  public static boolean behind(String words) {
    return words.indexOf('?') >= 0 || has(words, BEHIND, BEHIND_ZH);
  }

  /**
   * Returns whether the clause that leads to the place, on its line, makes what begins there
   * doubtful: {@code Do not use <action>…}, {@code for example: <action>…}.
   */
  public static boolean before(String text, int at) {
    return has(clause(text, at), BEFORE, BEFORE_ZH);
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
