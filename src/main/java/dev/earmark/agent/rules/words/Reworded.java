package dev.earmark.agent.rules.words;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes a sentence without the words that only lead astray: where a level comes from (音量从五十调到三十),
 * a number that is taken back at once (二十分钟，不，三十分钟), how many sections an edition has.
 */
public final class Reworded {
  private static final String ZH_NUMBER = "[零一二两三四五六七八九十百半点\\d.]+";
  private static final String ZH_UNIT = "(?:分钟|分|小时|秒钟?|集|章|回|倍速?|点半?)?";
  private static final String EN_ONE =
      "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|\\d+)";
  private static final String EN_NUMBER = EN_ONE + "(?:[ -]" + EN_ONE + ")?";
  private static final String EN_UNIT = "(?: (?:minutes?|seconds?|hours?|percent))?";

  private static final Pattern ZH_LEVEL = Pattern.compile("音量|声音|语速|速度|倍速");
  private static final Pattern ZH_FROM =
      Pattern.compile(
          "从(?:百分之)?"
              + ZH_NUMBER
              + "(?:倍速?|度|格)?(?=(?:再|给我|帮我)*(?:调|升|降|提高?|加|减|改|变|开)?[高低大小快慢]?(?:到|成|为|至))");
  private static final Pattern EN_LEVEL = Pattern.compile("\\b(?:volume|sound|speed|rate)\\b");
  private static final Pattern EN_FROM =
      Pattern.compile("\\bfrom (?:(?!to\\b)[\\w.]+ ){1,4}(?=(?:up |down )?to )");

  /** 二十分钟，不，三十分钟后关; what stands behind the refusal counts. */
  private static final Pattern ZH_TAKEN_BACK =
      Pattern.compile(
          "("
              + ZH_NUMBER
              + ")("
              + ZH_UNIT
              + ")[，, ]+(?:哦|啊|噢|呃)?(?:不对|不是|错了|说错了|不)[，, ]+(?:是|应该是)?第?("
              + ZH_NUMBER
              + ")("
              + ZH_UNIT
              + ")");

  private static final Pattern EN_TAKEN_BACK =
      Pattern.compile(
          "\\b("
              + EN_NUMBER
              + ")("
              + EN_UNIT
              + "),? (?:no,? (?:wait,? )?(?:i mean(?:t)?,? |make (?:it|that) )?|wait,? no,? |sorry,? |i mean(?:t)?,? |rather,? |make (?:it|that) )("
              + EN_NUMBER
              + ")\\b("
              + EN_UNIT
              + ")");

  /** "Forward a minute, i mean back a minute": the second command alone. */
  private static final Pattern EN_MEANT =
      Pattern.compile(
          ".{3,40}?,? (?:no,? )?i mean(?:t)?,? ((?:go |skip |move |jump )?(?:back|forward|rewind|pause|play|stop|resume|next|previous|louder|quieter|faster|slower|mute)\\b.*)");

  private static final Pattern ZH_EDITION =
      Pattern.compile("(?:(?:一百|[一二三四五六七八九]?十[一二三四五六七八九]?)[一二三四五六七八九十零]*|\\d{2,3})回本的?(?=《?[一-龥])");

  /** 百分之十五的两百: said the other way round. */
  private static final Pattern ZH_SHARE =
      Pattern.compile("^(百分之" + ZH_NUMBER + ")的(" + ZH_NUMBER + "[万千亿]*)(?=是?多少|等于|$)");

  /** 西游记放到第几集了接着放: asked by the way; the wish counts. */
  private static final Pattern ZH_WHERE_GO_ON =
      Pattern.compile(
          "^(?:把)?(.{2,12}?)(?:上次|昨天)?(?:播放|放|听|讲|播)到(?:第?几[集章回]|哪里?儿?)了?[，,]?(?:就|再)?(?:接着|继续)(?:播放|放|听|讲|播)$");

  private Reworded() {}

  /** Returns the words, with what leads astray taken out; the same where there is nothing such. */
  public static Utterance of(Utterance words) {
    String before = words.original();
    String after = words.zh() ? zh(before) : en(before, words.text());
    return after.equals(before) ? words : words.with(after);
  }

  private static String zh(String text) {
    String said = ZH_EDITION.matcher(text).replaceFirst("");
    said = ZH_SHARE.matcher(said).replaceFirst("$2的$1");
    said = ZH_WHERE_GO_ON.matcher(said).replaceFirst("继续放$1");
    if (ZH_LEVEL.matcher(said).find()) {
      said = ZH_FROM.matcher(said).replaceFirst("");
    }
    return corrected(ZH_TAKEN_BACK.matcher(said), said);
  }

  private static String en(String original, String text) {
    Matcher meant = EN_MEANT.matcher(text);
    if (meant.matches()) {
      return original.substring(meant.start(1));
    }
    String said = original;
    if (EN_LEVEL.matcher(text).find()) {
      said = EN_FROM.matcher(said).replaceFirst("");
    }
    return corrected(EN_TAKEN_BACK.matcher(said), said);
  }

  /** The number said last, with its unit or, where it has none, with that of the first. */
  private static String corrected(Matcher m, String said) {
    if (!m.find()) {
      return said;
    }
    String unit = m.group(4).isEmpty() ? m.group(2) : m.group(4);
    return said.substring(0, m.start()) + m.group(3) + unit + said.substring(m.end());
  }
}
