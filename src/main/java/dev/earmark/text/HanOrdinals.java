package dev.earmark.text;

import dev.earmark.text.Ordinals.Found;
import dev.earmark.text.Ordinals.Kind;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds Chinese section expressions. */
final class HanOrdinals {
  private static final String NUMERAL = "零〇一二三四五六七八九十百千万两幺廿卅壹贰叁肆伍陆柒捌玖拾佰仟0-9０-９";
  private static final String UNITS = "集章回篇节節话話讲講课課期段卷则首";

  /** What a recogniser writes for a unit by its sound; only believed behind 第. */
  private static final String NEAR_UNITS = "级机极即鸡吉季计记击寄急籍及辑己几会汇惠灰绘张掌丈片偏结杰姐画化花";

  /** What it writes for 第 by its sound; only believed before a number and a unit. */
  private static final String NEAR_DI = "第地弟低递帝底敌";

  /** What it writes for digits by their sound; only believed between 第 and a unit. */
  private static final String NEAR_DIGITS =
      "是十时十事十石十实十使十市十师十式十而二儿二尔二耳二伞三散三山三司四思四死四无五武五物五舞五午五路六陆六溜六留六流六起七气七其七期七妻七巴八把八爸八吧八九九酒九久九就九旧九衣一依一医一亿一以一已一白百摆百";

  private static final Pattern WITH_DI =
      Pattern.compile("[" + NEAR_DI + "]\\s*(\\S{1,9}?)\\s*([" + UNITS + NEAR_UNITS + "])");
  private static final Pattern WITHOUT_DI =
      Pattern.compile(
          "(?<![再多连共又]\\p{IsHan}{0,2})(?<!["
              + NUMERAL
              + "上下这那前后每几再换另多哪])(["
              + NUMERAL
              + "]+)\\s*([集章回篇话讲课期]|小节)(?!(?<=讲)[的版得]|合|事|家|程|目|话|体|中|结)");
  private static final Pattern BARE =
      Pattern.compile("第\\s*([" + NUMERAL + "]+)(?=$|[\\s，。,.吧啊呀嘛呢])");
  private static final Pattern LAST =
      Pattern.compile("(?:最后|最末|最新|末)的?(?:那|这)?[一1]?[" + UNITS + "]|大结局");
  private static final Pattern UNCLEAR =
      Pattern.compile(
          "第["
              + NUMERAL
              + "]*[几幾多来某]["
              + NUMERAL
              + "]*[多来]?\\s*["
              + UNITS
              + "]?"
              + "|第["
              + NUMERAL
              + "]+[几多来]\\s*["
              + UNITS
              + "]"
              + "|["
              + NUMERAL
              + "]+[几来]\\s*[集章回篇]|第好几["
              + UNITS
              + "]"
              // More digits than a number can have, or a number below zero.
              + "|第?\\d{19,}\\s*["
              + UNITS
              + "]|(?:第\\s*[负負\\u2212\\uff0d-]|(?<![欺辜抱胜自担])[负負])\\s*["
              + NUMERAL
              + "]+\\s*["
              + UNITS
              + "]");
  private static final Pattern APPROXIMATE =
      Pattern.compile("(?:十|^)?(?:一二|一两|二三|两三|三四|三五|四五|五六|六七|七八|八九)");

  private HanOrdinals() {}

  static Optional<Found> find(String text) {
    Found best =
        latest(
            text, UNCLEAR, m -> new Found(Kind.UNCLEAR, 0, m.start(), m.end(), /* unit= */ true));
    if (best == null) {
      best = withDi(text);
    }
    if (best == null) {
      best = latest(text, LAST, m -> new Found(Kind.LAST, 0, m.start(), m.end(), /* unit= */ true));
    }
    if (best == null) {
      best = latest(text, WITHOUT_DI, HanOrdinals::withoutDi);
    }
    if (best == null) {
      best = latest(text, BARE, m -> read(m.group(1), m.start(), m.end(), /* unit= */ false));
    }
    return Optional.ofNullable(best);
  }

  private interface Reading {
    @Nullable Found of(Matcher matcher);
  }

  private static @Nullable Found latest(String text, Pattern pattern, Reading reading) {
    Found best = null;
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      Found found = reading.of(matcher);
      if (found != null) {
        best = found;
      }
    }
    return best;
  }

  private static @Nullable Found withDi(String text) {
    Found best = null;
    Matcher matcher = WITH_DI.matcher(text);
    for (int from = 0; matcher.find(from); from = matcher.start() + 1) {
      boolean heard = text.charAt(matcher.start()) == '第';
      boolean unit = UNITS.indexOf(matcher.group(2).charAt(0)) >= 0;
      if (!heard && !unit) {
        continue;
      }
      if (!unit && !endsHere(text, matcher.end())) {
        continue;
      }
      Found found = read(matcher.group(1), matcher.start(), matcher.end(), /* unit= */ true);
      if (found == null && heard) {
        found = read(bySound(matcher.group(1)), matcher.start(), matcher.end(), /* unit= */ true);
      }
      if (found != null) {
        best = found;
      }
    }
    return best;
  }

  /** A near unit counts only where a unit would end the words: 第一级台阶 is no section. */
  private static boolean endsHere(String text, int end) {
    return end == text.length()
        || !Normalizer.isHan(text.charAt(end))
        || "的吧啊呀嘛呢开从重行".indexOf(text.charAt(end)) >= 0;
  }

  private static String bySound(String words) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      int at = NEAR_DIGITS.indexOf(c);
      while (at >= 0 && at % 2 != 0) {
        at = NEAR_DIGITS.indexOf(c, at + 1);
      }
      out.append(HanNumbers.isNumeral(c) || at < 0 ? c : NEAR_DIGITS.charAt(at + 1));
    }
    return out.toString();
  }

  private static @Nullable Found withoutDi(Matcher matcher) {
    if (matcher.group(1).matches("[一1１]")) {
      // 放一集 means "an episode"; only directly behind a title is it the first one.
      return null;
    }
    return read(matcher.group(1), matcher.start(), matcher.end(), /* unit= */ true);
  }

  private static @Nullable Found read(String words, int start, int end, boolean unit) {
    if (APPROXIMATE.matcher(words).matches()) {
      boolean single = words.matches("[一二][二]");
      if (!single) {
        return new Found(Kind.UNCLEAR, 0, start, end, unit);
      }
    }
    NumberWords.Found found = words.isEmpty() ? null : HanNumbers.at(words, 0);
    return found == null || found.end() != words.length()
        ? null
        : Found.number(found.value(), start, end, unit);
  }
}
