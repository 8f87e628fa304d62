package dev.earmark.text;

import dev.earmark.base.Language;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keys of {@link Normalizer#key} whose numbers are all written as digits: 三体二, 三体2 and 三体Ⅱ are one
 * title, and so are "dune two", "Dune 2" and "Dune II".
 */
public final class NumberKey {
  /** A Roman numeral from 2 to 39 as a word of its own; "i" is a word of English. */
  private static final Pattern ROMAN =
      Pattern.compile(
          "(?<=[\\s\\p{IsHan}])(?!i(?![ivx]))(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})(?![a-z0-9])");

  private static final Pattern BLANK_BESIDE_HAN =
      Pattern.compile("(?<=\\p{IsHan}) (?=\\d)|(?<=\\d) (?=\\p{IsHan})");

  private NumberKey() {}

  /**
   * Returns the key with its numbers as digits.
   *
   * @param key as {@link Normalizer#key} gives it
   */
  public static String of(String key) {
    Matcher roman = ROMAN.matcher(words(key));
    String digits = roman.replaceAll(found -> String.valueOf(value(found.group())));
    return BLANK_BESIDE_HAN.matcher(digits).replaceAll("");
  }

  private static String words(String key) {
    Language language = Normalizer.hasHan(key) ? Language.ZH : Language.EN;
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (at < key.length()) {
      Optional<NumberWords.Found> number = NumberWords.findFrom(key, at, language);
      if (number.isEmpty() || number.get().end() <= at) {
        break;
      }
      out.append(key, at, number.get().start()).append(number.get().value());
      at = number.get().end();
    }
    return out.append(key.substring(at)).toString();
  }

  private static int value(String roman) {
    int sum = 0;
    for (int i = 0; i < roman.length(); i++) {
      int here = letter(roman.charAt(i));
      boolean before = i + 1 < roman.length() && letter(roman.charAt(i + 1)) > here;
      sum += before ? -here : here;
    }
    return sum;
  }

  private static int letter(char roman) {
    return roman == 'x' ? 10 : roman == 'v' ? 5 : 1;
  }
}
