package dev.earmark.text;

import dev.earmark.base.Language;
import java.util.Optional;

/**
 * Finds where a text names a section of a book: 第十二集, "chapter three", "the last episode".
 *
 * <p>Only a number in the place of a section counts, so that the numbers of titles (一千零一夜, 1984,
 * "twenty thousand leagues") stay alone. Where a text names several, the one nearest its end wins,
 * since the title comes first in Chinese; a form with its unit word wins over one without.
 */
public final class Ordinals {
  private Ordinals() {}

  /** What an expression tells about the number. */
  public enum Kind {
    /** The number is known. */
    NUMBER,
    /** It is the last section, whatever its number. */
    LAST,
    /** A section is meant, but not which one: 第三十几回. */
    UNCLEAR
  }

  /**
   * A section expression.
   *
   * @param number 1 or more, or 0 when the kind is not {@link Kind#NUMBER}
   * @param start index of its first character
   * @param end index after its last character
   * @param unit whether it names the unit (集, chapter …); "第一百二" and "number two" do not
   */
  public record Found(Kind kind, int number, int start, int end, boolean unit) {
    static Found number(long value, int start, int end, boolean unit) {
      boolean fits = value >= 1 && value <= 1_000_000;
      return new Found(fits ? Kind.NUMBER : Kind.UNCLEAR, fits ? (int) value : 0, start, end, unit);
    }
  }

  /** Returns the section that the text names; both languages' forms are tried, the given first. */
  public static Optional<Found> find(String text, Language language) {
    Optional<Found> first = one(text, language);
    return first.isPresent()
        ? first
        : one(text, language == Language.ZH ? Language.EN : Language.ZH);
  }

  private static Optional<Found> one(String text, Language language) {
    return language == Language.ZH ? HanOrdinals.find(text) : EnglishOrdinals.find(text);
  }
}
