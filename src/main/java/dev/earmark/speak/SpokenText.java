package dev.earmark.speak;

import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Turns a text made for reading into sentences made for speaking.
 *
 * <p>Left out: markdown signs, addresses of web pages, JSON, code, calls of tools and the protocol
 * around them, emoji, title marks. Numbers are written out by {@link SpokenNumbers} in the language
 * of their sentence, which is Chinese when it has a Han character, English when it has Latin
 * letters only, and else the language of the text. Pure functions.
 */
public final class SpokenText {
  private static final int LONG_SENTENCE = 120;

  private static final Pattern CODE_BLOCK = Pattern.compile("```.*?(```|$)", Pattern.DOTALL);
  private static final Pattern HIDDEN_TAGS =
      Pattern.compile(
          "<(thought|action|observation|tool_call|think)>.*?(</\\1>|$)",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern HIDDEN_LINES =
      Pattern.compile("(?im)^\\s*(thought|action|action input|observation)\\s*[:：].*$");
  private static final Pattern FINAL_LABEL = Pattern.compile("(?im)^\\s*final answer\\s*[:：]\\s*");
  private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^<>]*>");
  private static final Pattern IMAGE = Pattern.compile("!\\[([^\\]]*)]\\([^)]*\\)");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\([^)]*\\)");
  private static final Pattern URL =
      Pattern.compile("(?i)\\b(?:https?|ftp|file)://[^\\s<>()（），。；、\"']+|\\bwww\\.[^\\s，。；、]+");
  private static final Pattern TOOL_CALL =
      Pattern.compile("\\b[a-z]+(?:_[a-z]+)+\\s*\\([^()]*\\)|\\b[a-z]+\\([^()]*[\"'=][^()]*\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^\\s{0,3}#{1,6}\\s+");
  private static final Pattern BULLET = Pattern.compile("(?m)^\\s*(?:[-*+•]|>)\\s+");
  private static final Pattern RULE = Pattern.compile("(?m)^\\s*(?:[-*_]\\s*){3,}$");
  private static final Pattern TABLE_RULE =
      Pattern.compile("(?m)^\\s*\\|?[\\s:|-]*-{2,}[\\s:|-]*$");
  private static final Pattern EMPHASIS =
      Pattern.compile("(\\*\\*\\*|\\*\\*|\\*|__|~~|`)(?=\\S)(.+?)(?<=\\S)\\1");

  /** What commands need, behind a timer or a book; nobody says it. */
  private static final Pattern ID = Pattern.compile("\\s*[(（](?i:id) ?[\\w:.-]{1,60}[)）]");

  private static final Pattern EMOJI =
      Pattern.compile(
          "[\\x{1F000}-\\x{1FAFF}\\x{2600}-\\x{27BF}\\x{2B00}-\\x{2BFF}\\x{FE0E}\\x{FE0F}\\x{200D}"
              + "\\x{20E3}\\x{E0020}-\\x{E007F}\\x{2190}-\\x{21FF}\\x{25A0}-\\x{25FF}]");
  private static final Pattern MARKS = Pattern.compile("[《》〈〉「」『』【】\\[\\]“”\"`*_|#～~\\\\]");
  private static final Pattern LEADING_STOPS = Pattern.compile("^[\\s，。、,;；:：!！?？.·—-]+");
  private static final Pattern SPEAKABLE = Pattern.compile("[\\p{L}\\p{N}]");
  private static final Pattern ABBREVIATION =
      Pattern.compile("(?i)(?:^|\\W)(?:mr|mrs|ms|dr|st|vs|etc|no|vol|e\\.g|i\\.e|[a-z])\\.$");

  private SpokenText() {}

  /**
   * A sentence ready for a voice.
   *
   * @param text one line without anything that cannot be spoken
   * @param language the language that the voice is to speak
   */
  public record Sentence(String text, Language language) {}

  /** Returns what is to be spoken, sentence by sentence; empty when nothing is. */
  public static List<Sentence> sentences(String text, Language language) {
    List<Sentence> sentences = new ArrayList<>();
    for (String raw : split(withoutMarkup(text))) {
      Language spoken = Language.guess(raw, language);
      String clean = MARKS.matcher(SpokenNumbers.inWords(raw, spoken)).replaceAll(" ");
      clean = tidy(clean);
      if (SPEAKABLE.matcher(clean).find()) {
        sentences.add(new Sentence(clean, spoken));
      }
    }
    return List.copyOf(sentences);
  }

  /** Returns the whole text as it is spoken, in one line. */
  public static String clean(String text, Language language) {
    StringBuilder all = new StringBuilder();
    for (Sentence sentence : sentences(text, language)) {
      boolean blank = sentence.language() == Language.EN && all.length() > 0;
      all.append(blank ? " " : "").append(sentence.text());
    }
    return all.toString();
  }

  private static String withoutMarkup(String text) {
    String t = CODE_BLOCK.matcher(text).replaceAll("\n");
    t = HIDDEN_TAGS.matcher(t).replaceAll("\n");
    t = HIDDEN_LINES.matcher(t).replaceAll("");
    t = FINAL_LABEL.matcher(t).replaceAll("");
    t = TAG.matcher(t).replaceAll(" ");
    t = IMAGE.matcher(t).replaceAll("$1");
    t = LINK.matcher(t).replaceAll("$1");
    t = URL.matcher(t).replaceAll("");
    t = withoutJson(t);
    t = TOOL_CALL.matcher(t).replaceAll("");
    t = RULE.matcher(t).replaceAll("");
    t = TABLE_RULE.matcher(t).replaceAll("");
    t = HEADING.matcher(t).replaceAll("");
    t = BULLET.matcher(t).replaceAll("");
    for (String before = ""; !before.equals(t); ) {
      before = t;
      t = EMPHASIS.matcher(t).replaceAll("$2");
    }
    t = ID.matcher(t).replaceAll("");
    t = EMOJI.matcher(t).replaceAll("");
    return t.replace("……", "，").replace("…", "，").replaceAll("[()（）]\\s*[()（）]", "");
  }

  /** Drops balanced braces and brackets that hold quoted keys or values. */
  private static String withoutJson(String text) {
    StringBuilder kept = new StringBuilder();
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      int end = c == '{' || c == '[' ? jsonEnd(text, i) : -1;
      if (end > 0) {
        i = end;
      } else {
        kept.append(c);
        i++;
      }
    }
    return kept.toString();
  }

  private static int jsonEnd(String text, int start) {
    int depth = 0;
    boolean quoted = false;
    boolean sawQuote = false;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' && text.charAt(i - (i > 0 ? 1 : 0)) != '\\') {
        quoted = !quoted;
        sawQuote = true;
      } else if (!quoted && (c == '{' || c == '[')) {
        depth++;
      } else if (!quoted && (c == '}' || c == ']')) {
        depth--;
        if (depth == 0) {
          return sawQuote || text.charAt(start) == '{' ? i + 1 : -1;
        }
      }
    }
    return sawQuote ? text.length() : -1;
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      boolean stop = isEnd(text, start, i);
      boolean pause = i - start >= LONG_SENTENCE && isPause(text, i);
      if (stop || pause) {
        parts.add(text.substring(start, i + 1));
        start = i + 1;
      }
    }
    parts.add(text.substring(start));
    return parts;
  }

  private static boolean isEnd(String text, int start, int i) {
    char c = text.charAt(i);
    if ("。！？；\n".indexOf(c) >= 0) {
      return true;
    }
    boolean last = i + 1 == text.length() || Character.isWhitespace(text.charAt(i + 1));
    if ("!?;".indexOf(c) >= 0) {
      return last || Character.UnicodeScript.of(text.charAt(i + 1)) == Character.UnicodeScript.HAN;
    }
    return c == '.' && last && !ABBREVIATION.matcher(text.substring(start, i + 1)).find();
  }

  private static boolean isPause(String text, int i) {
    char c = text.charAt(i);
    boolean digitAfter = i + 1 < text.length() && Character.isDigit(text.charAt(i + 1));
    return c == '，' || c == '、' || c == '：' || (c == ',' && !digitAfter);
  }

  private static String tidy(String text) {
    String t = text.replaceAll("\\s+", " ");
    t = t.replaceAll("(?<=\\p{IsHan}|[，。！？、；：]) (?=\\p{IsHan}|[，。！？、；：])", "");
    t = t.replaceAll("\\s+(?=[，。！？、；：,.!?;:])", "").replaceAll("[（(]\\s*[)）]", "");
    t = t.replaceAll("([，、,])[，、,]+", "$1").replaceAll("[，、,：:]+(?=[。！？.!?]|$)", "");
    return LEADING_STOPS.matcher(t.strip()).replaceFirst("").strip();
  }
}
