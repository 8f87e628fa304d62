package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sums for the calculator: 三乘以七, "what's nine times eight", "12*3". */
final class ArithmeticFamily implements IntentFamily {
  private static final Pattern ZH_OPERATOR =
      Pattern.compile("^\\s*(?:再|然后|，)*(加上?|减去?|乘以?|除以|的|和|[+＋\\-－*×x÷/])\\s*");
  private static final Pattern EN_OPERATOR =
      Pattern.compile(
          "^\\s*(plus|added to|and|minus|take away|less|times|multiplied by|x|divided by|over|percent of|% of|[+\\-*×÷/])\\s*");
  private static final Pattern ZH_FRAME =
      Pattern.compile(
          "^(?:请问|算一?算|算一?下|计算一?下?|计算|帮我算一?下?|算|告诉我)+[，,]?|(?:等于(?:多少|几|什么)?|是(?:多少|几)|得(?:多少|几)|=|等于|的结果|多少|有多少|[?？]|呢|啊)+$");
  private static final Pattern EN_FRAME =
      Pattern.compile(
          "^(?:(?:what|how much)(?:'s| is| are| does)?|calculate|compute|work out|tell me|how much|solve|do you know what|what do you get)\\s+|^(?:is|are)\\s+|\\s*(?:equals?|make|makes|is|=|\\?|equal to|come to)\\s*(?:what)?$|\\?+$");

  private static final Pattern ZH_SHARE = Pattern.compile("(.{1,12}?)的(一半|二分之一|三分之一|四分之一)");
  private static final Pattern EN_SHARE =
      Pattern.compile("(?:a |one )?(half|quarter|third)(?: of)? (.{1,40})");

  private static final Pattern ZH_POWER =
      Pattern.compile(
          "(?:根号|开平方|开方)(.{1,12})|(.{1,12}?)的?(平方根|开平方|开根号|开方|算术平方根|平方|立方|(?:([一二三四五六七八九十\\d]{1,3})次(?:方|幂)))");
  private static final Pattern EN_POWER =
      Pattern.compile(
          "(?:the )?square root of (.{1,40})|(.{1,40}?) (squared|cubed|(?:raised )?to the (?:power of (.{1,20})|([a-z]{3,12}|\\d+(?:st|nd|rd|th)) power))");

  @Override
  public Optional<Decision> read(Utterance words) {
    String text = words.text();
    String before;
    do {
      before = text;
      text = (words.zh() ? ZH_FRAME : EN_FRAME).matcher(text).replaceFirst("").strip();
    } while (!text.equals(before));
    Optional<Decision> power = power(text, words.language());
    if (power.isPresent()) {
      return power;
    }
    Optional<Decision> share = share(text, words.language());
    if (share.isPresent()) {
      return share;
    }
    return expression(text, words.language()).flatMap(ArithmeticFamily::calculate);
  }

  /** "Half of ninety", 九十的一半. */
  private static Optional<Decision> share(String text, Language language) {
    Matcher m = (language == Language.ZH ? ZH_SHARE : EN_SHARE).matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    String number = language == Language.ZH ? m.group(1) : m.group(2);
    String part = language == Language.ZH ? m.group(2) : m.group(1);
    String by =
        switch (part) {
          case "quarter", "四分之一" -> "/4";
          case "third", "三分之一" -> "/3";
          default -> "/2";
        };
    return plain(number, language).flatMap(n -> calculate(n + by));
  }

  /** 三的平方, "the square root of nine", "two to the power of eight". */
  private static Optional<Decision> power(String text, Language language) {
    Matcher m = (language == Language.ZH ? ZH_POWER : EN_POWER).matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    String base = m.group(1) != null ? m.group(1) : m.group(2);
    String how = m.group(3) == null ? "root" : m.group(3);
    Optional<String> number = plain(base, language);
    if (Patterns.matches(how, "root|平方根|算术平方根|开平方|开根号|开方")) {
      return number.flatMap(n -> calculate("sqrt(" + n + ")"));
    }
    Optional<String> exponent =
        Patterns.matches(how, "平方|squared")
            ? Optional.of("2")
            : Patterns.matches(how, "立方|cubed") ? Optional.of("3") : exponent(m, language);
    return number.flatMap(n -> exponent.flatMap(e -> calculate(n + "**" + e)));
  }

  /** "To the power of ten", "to the tenth power", 十次方. */
  private static Optional<String> exponent(Matcher m, Language language) {
    if (m.group(4) != null) {
      return plain(m.group(4), language);
    }
    OptionalLong ordinal = NumberWords.parse(m.group(5), language);
    return ordinal.isPresent()
        ? Optional.of(String.valueOf(ordinal.getAsLong()))
        : Optional.empty();
  }

  private static Optional<String> plain(String words, Language language) {
    OptionalDouble value = NumberWords.parseDecimal(words.strip(), language);
    return value.isPresent() ? Optional.of(written(value.getAsDouble())) : Optional.empty();
  }

  private static String written(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static Optional<Decision> calculate(String expression) {
    return Decision.call("Calculator", Args.of("expression", expression));
  }

  private static Optional<String> expression(String text, Language language) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    int operators = 0;
    boolean percent = false;
    while (at < text.length()) {
      at = afterBlanks(text, at);
      if (language == Language.ZH && text.startsWith("百分之", at)) {
        percent = true;
        at += 3;
      }
      NumberWords.FoundDecimal number = NumberWords.decimalAt(text, at, language).orElse(null);
      if (number == null) {
        return Optional.empty();
      }
      out.append(written(number.value()));
      out.append(percent ? "/100" : "");
      percent = false;
      at = number.end();
      if (at >= text.length()) {
        break;
      }
      Matcher operator =
          (language == Language.ZH ? ZH_OPERATOR : EN_OPERATOR).matcher(text.substring(at));
      if (!operator.find()) {
        return Optional.empty();
      }
      String sign = sign(operator.group(1));
      if (operator.group(1).equals("的") && !text.startsWith("百分之", at + operator.end())) {
        return Optional.empty();
      }
      out.append(sign);
      operators++;
      at += operator.end();
    }
    return operators > 0 && Character.isDigit(out.charAt(out.length() - 1))
        ? Optional.of(out.toString())
        : Optional.empty();
  }

  private static int afterBlanks(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  private static String sign(String word) {
    return switch (word) {
      case "加", "加上", "和", "+", "＋", "plus", "added to", "and" -> "+";
      case "减", "减去", "-", "－", "minus", "take away", "less" -> "-";
      case "percent of", "% of" -> "/100*";
      case "除以", "÷", "/", "divided by", "over" -> "/";
      default -> "*";
    };
  }
}
