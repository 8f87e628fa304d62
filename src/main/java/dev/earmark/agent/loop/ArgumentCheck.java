package dev.earmark.agent.loop;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the arguments of a call against the tool's parameters and turns them into the declared
 * types: INTEGER into {@link Integer} (or {@link Long} where it needs to), NUMBER into {@link
 * Double}, the others into {@link String}, {@link Boolean}, {@link List}, {@link Map}.
 *
 * <p>Taken for a number are "12", " 12 ", 12.0 and number words ("第十二集", "twelve"); 1.5, true and
 * an empty text are none. A number is taken for a text. What was left out gets its default value.
 */
final class ArgumentCheck {
  private static final String UNITS_ZH = "集回章节页话期卷讲部个";
  private static final Set<String> UNITS_EN =
      Set.of("chapter", "episode", "section", "part", "number", "page");

  private final ToolSpec spec;
  private final Language language;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final List<String> faults = new ArrayList<>();

  private ArgumentCheck(ToolSpec spec, Language language) {
    this.spec = spec;
    this.language = language;
  }

  /**
   * What came of a check.
   *
   * @param values in declared order, with defaults; parameters whose default is null are left out
   * @param faults one sentence a field, empty when all is right
   */
  record Checked(Map<String, Object> values, List<String> faults) {}

  static Checked check(ToolSpec spec, Map<String, Object> args, Language language) {
    ArgumentCheck check = new ArgumentCheck(spec, language);
    for (Parameter parameter : spec.parameters()) {
      check.field(parameter, args.get(parameter.name()));
    }
    check.unknown(args);
    return new Checked(check.values, check.faults);
  }

  private void unknown(Map<String, Object> args) {
    List<String> names = spec.parameters().stream().map(Parameter::name).toList();
    for (String name : args.keySet()) {
      if (!names.contains(name)) {
        String known = names.isEmpty() ? language.pick("无", "none") : String.join(", ", names);
        faults.add(
            language.pick(
                "没有参数 " + name + "（有：" + known + "）",
                "there is no parameter " + name + " (there are: " + known + ")"));
      }
    }
  }

  private void field(Parameter parameter, @Nullable Object given) {
    if (given == null) {
      if (parameter.required()) {
        faults.add(
            language.pick(
                "缺少参数 " + parameter.name(), "parameter " + parameter.name() + " is missing"));
      } else if (parameter.defaultValue() != null) {
        values.put(parameter.name(), parameter.defaultValue());
      }
      return;
    }
    Object value = coerce(parameter.type(), given);
    if (value == null) {
      faults.add(wrongType(parameter, given));
    } else {
      values.put(parameter.name(), value);
    }
  }

  private String wrongType(Parameter parameter, Object given) {
    String shown = RunJson.write(given);
    String value = shown.length() > 60 ? shown.substring(0, 60) + "…" : shown;
    return language.pick(
        "参数 " + parameter.name() + " 要的是" + zh(parameter.type()) + "，收到的是 " + value,
        "parameter " + parameter.name() + " takes " + en(parameter.type()) + ", not " + value);
  }

  private static String zh(Parameter.Type type) {
    return switch (type) {
      case STRING -> "文字";
      case INTEGER -> "整数";
      case NUMBER -> "数字";
      case BOOLEAN -> " true 或 false";
      case ARRAY -> "列表";
      case OBJECT -> "对象";
    };
  }

  private static String en(Parameter.Type type) {
    return switch (type) {
      case STRING -> "a text";
      case INTEGER -> "a whole number";
      case NUMBER -> "a number";
      case BOOLEAN -> "true or false";
      case ARRAY -> "a list";
      case OBJECT -> "an object";
    };
  }

  private static @Nullable Object coerce(Parameter.Type type, Object given) {
    return switch (type) {
      case STRING -> text(given);
      case INTEGER -> integer(given);
      case NUMBER -> number(given);
      case BOOLEAN -> bool(given);
      case ARRAY -> given instanceof List<?> ? given : fromJson(given, List.class);
      case OBJECT -> given instanceof Map<?, ?> ? given : fromJson(given, Map.class);
    };
  }

  private static @Nullable Object text(Object given) {
    if (given instanceof String) {
      return given;
    }
    if (given instanceof Double number && number == Math.rint(number) && Math.abs(number) < 1e15) {
      return String.valueOf(number.longValue());
    }
    // 1e999 has become infinite: nobody asked for that word.
    boolean finite = !(given instanceof Double number) || Double.isFinite(number);
    return given instanceof Number && finite ? String.valueOf(given) : null;
  }

  private static @Nullable Object integer(Object given) {
    BigDecimal exact = null;
    if (given instanceof Number number) {
      exact = decimal(number.toString());
    } else if (given instanceof String words) {
      exact = decimal(words.strip());
      if (exact == null) {
        return numberWords(words.strip());
      }
    }
    if (exact == null || exact.abs().compareTo(new BigDecimal("1e18")) > 0) {
      return null;
    }
    try {
      BigInteger whole = exact.toBigIntegerExact();
      return whole.bitLength() < 32 ? (Object) whole.intValueExact() : whole.longValueExact();
    } catch (ArithmeticException fraction) {
      return null;
    }
  }

  private static @Nullable BigDecimal decimal(String digits) {
    if (digits.isEmpty() || digits.length() > 40) {
      return null;
    }
    try {
      BigDecimal value = new BigDecimal(digits);
      return Math.abs((long) value.scale()) > 40 ? null : value;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable Object numberWords(String given) {
    String words = given;
    if (words.length() > 1 && UNITS_ZH.indexOf(words.charAt(words.length() - 1)) >= 0) {
      words = words.substring(0, words.length() - 1);
    }
    String lower = words.toLowerCase(Locale.ROOT);
    int blank = lower.indexOf(' ');
    if (blank > 0 && UNITS_EN.contains(lower.substring(0, blank))) {
      words = words.substring(blank + 1);
    }
    if (words.isEmpty()) {
      return null;
    }
    OptionalLong number = NumberWords.parse(words, Language.guess(words, Language.ZH));
    if (number.isEmpty()) {
      return null;
    }
    long value = number.getAsLong();
    return value <= Integer.MAX_VALUE ? (Object) (int) value : value;
  }

  private static @Nullable Object number(Object given) {
    BigDecimal exact =
        given instanceof Number || given instanceof String
            ? decimal(given.toString().strip())
            : null;
    if (exact != null) {
      return Double.isFinite(exact.doubleValue()) ? (Object) exact.doubleValue() : null;
    }
    if (given instanceof String words && !words.isBlank()) {
      var decimal = NumberWords.parseDecimal(words, Language.guess(words, Language.ZH));
      return decimal.isPresent() ? (Object) decimal.getAsDouble() : null;
    }
    return null;
  }

  private static @Nullable Object bool(Object given) {
    if (given instanceof String word) {
      return switch (word.strip().toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> null;
      };
    }
    return given instanceof Boolean ? given : null;
  }

  /** A list or an object may come as a text that holds it. */
  private static @Nullable Object fromJson(Object given, Class<?> type) {
    return given instanceof String json ? RunJson.read(json, type) : null;
  }
}
