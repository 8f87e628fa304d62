package dev.earmark.text;

import com.ibm.icu.text.RuleBasedNumberFormat;
import com.ibm.icu.util.ULocale;
import dev.earmark.base.Language;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Number words of Chinese and English, read and written.
 *
 * <p>Reading is by own rules, because spoken forms (一百五 is 150, 幺二零 and "two oh three" are digit
 * strings) and the place of a number inside a sentence are not what ICU's parser gives; writing is
 * ICU's. Numbers are not negative. Digits, also full-width ones, are read in both languages.
 */
public final class NumberWords {
  private static final long ZHAO = 1_000_000_000_000L;
  private static final long YI = 100_000_000L;

  private NumberWords() {}

  /**
   * A number inside a text.
   *
   * @param value never negative
   * @param start index of its first character
   * @param end index after its last character
   */
  public record Found(long value, int start, int end) {}

  /**
   * A number, perhaps with a fraction, inside a text.
   *
   * @param value never negative
   * @param start index of its first character
   * @param end index after its last character
   */
  public record FoundDecimal(double value, int start, int end) {}

  /**
   * Returns the number when the whole text is one, cardinal or ordinal; blanks around it are fine.
   */
  public static OptionalLong parse(String words, Language language) {
    String text = words.strip();
    int start = language == Language.ZH && text.startsWith("第") ? 1 : 0;
    Found found = at(text, start, language);
    if (found == null && start == 0) {
      found = at(text, 0, language == Language.ZH ? Language.EN : Language.ZH);
    }
    return found != null && found.end() == text.length()
        ? OptionalLong.of(found.value())
        : OptionalLong.empty();
  }

  /** Returns the first number of the text, as long as it goes. */
  public static Optional<Found> findFirst(String text, Language language) {
    return findFrom(text, 0, language);
  }

  /** Returns the first number that starts at or after the given index. */
  public static Optional<Found> findFrom(String text, int from, Language language) {
    String lower = lower(text, language); // once, since it reads the whole text
    for (int i = from; i < text.length(); i++) {
      Found found = atLower(lower, i, language);
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  /** Returns the number that starts exactly at the given index, as long as it goes. */
  public static Optional<Found> startingAt(String text, int index, Language language) {
    return Optional.ofNullable(at(text, index, language));
  }

  /**
   * Returns the number when the whole text is one, with or without a fraction: 三百四十点六, 一半, 三分之一,
   * "one point two five", "two and a half", "1.5".
   */
  public static OptionalDouble parseDecimal(String words, Language language) {
    String text = words.strip();
    FoundDecimal found = Decimals.at(lower(text, language), 0, language);
    return found != null && found.end() == text.length()
        ? OptionalDouble.of(found.value())
        : OptionalDouble.empty();
  }

  /** Returns the number that starts exactly at the given index, with its fraction if it has one. */
  public static Optional<FoundDecimal> decimalAt(String text, int index, Language language) {
    return index < text.length()
        ? Optional.ofNullable(Decimals.at(lower(text, language), index, language))
        : Optional.empty();
  }

  /** Returns the first number of the text, with its fraction if it has one. */
  public static Optional<FoundDecimal> findDecimal(String text, Language language) {
    String lower = lower(text, language);
    for (int i = 0; i < text.length(); i++) {
      FoundDecimal found = Decimals.at(lower, i, language);
      if (found != null) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }

  /** Returns the number in Chinese words: 105 is 一百零五. */
  public static String toZh(long number) {
    if (number < 0) {
      return "负" + toZh(Math.negateExact(number));
    }
    if (number >= ZHAO) {
      // ICU goes on with 兆, which in speech is taken for megabytes; people say 万亿.
      long rest = number % YI;
      String join = rest > 0 && rest < YI / 10 ? "零" : "";
      return toZh(number / YI) + "亿" + join + (rest == 0 ? "" : toZh(rest));
    }
    return format(Language.ZH).format(number, "%spellout-cardinal");
  }

  /** Returns the number in English words: 105 is "one hundred and five". */
  public static String toEn(long number) {
    return format(Language.EN).format(number, "%spellout-cardinal-verbose").replace(",", "");
  }

  /** Returns the number in words of the language. */
  public static String toWords(long number, Language language) {
    return language == Language.ZH ? toZh(number) : toEn(number);
  }

  private static RuleBasedNumberFormat format(Language language) {
    // A format is not thread-safe; the shared prototypes are only cloned.
    RuleBasedNumberFormat prototype = language == Language.ZH ? Formats.ZH : Formats.EN;
    return prototype.clone();
  }

  static @Nullable Found at(String text, int index, Language language) {
    return index < text.length() ? atLower(lower(text, language), index, language) : null;
  }

  private static @Nullable Found atLower(String lower, int index, Language language) {
    return language == Language.ZH ? HanNumbers.at(lower, index) : EnglishNumbers.at(lower, index);
  }

  private static String lower(String text, Language language) {
    return language == Language.ZH ? text : text.toLowerCase(Locale.ROOT);
  }

  /** Loaded at the first use, because ICU's rules take a while to read. */
  private static final class Formats {
    static final RuleBasedNumberFormat ZH =
        new RuleBasedNumberFormat(ULocale.CHINA, RuleBasedNumberFormat.SPELLOUT);
    static final RuleBasedNumberFormat EN =
        new RuleBasedNumberFormat(ULocale.ENGLISH, RuleBasedNumberFormat.SPELLOUT);
  }
}
