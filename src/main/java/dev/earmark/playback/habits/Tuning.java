package dev.earmark.playback.habits;

import dev.earmark.base.Language;
import dev.earmark.text.Lengths;
import java.util.Locale;

/**
 * How one book is played.
 *
 * @param speed 0.5 to 3.0, 0 for the usual one
 * @param introS seconds left out at the beginning of each section, 0 for none
 * @param outroS seconds left out at the end of each section, 0 for none
 */
public record Tuning(double speed, double introS, double outroS) {
  /** As it is. */
  public static final Tuning PLAIN = new Tuning(0, 0, 0);

  /** The most that is left out at either end, in seconds. */
  public static final double MOST_S = 600;

  /** What has to be left of a section after its ends are left out, in seconds. */
  private static final double LEAST_LEFT_S = 5;

  /** Clips what is out of range. */
  public Tuning {
    introS = Math.max(0, Math.min(MOST_S, introS));
    outroS = Math.max(0, Math.min(MOST_S, outroS));
  }

  /** Returns the same with another speed; 0 for the usual one. */
  public Tuning withSpeed(double rate) {
    return new Tuning(rate, introS, outroS);
  }

  /** Returns the same with other ends. */
  public Tuning withSkips(double newIntroS, double newOutroS) {
    return new Tuning(speed, newIntroS, newOutroS);
  }

  /**
   * Returns the second at which a section begins to be heard. A section that is hardly longer than
   * what is to be left out is played whole.
   *
   * @param lengthS the section's length, 0 when unknown
   */
  public double startOf(double lengthS) {
    return leaves(lengthS) || lengthS <= 0 ? introS : 0;
  }

  /**
   * Returns the second at which a section is over, infinite when it is played to its end.
   *
   * @param lengthS the section's length, 0 when unknown
   */
  public double endOf(double lengthS) {
    return outroS > 0 && leaves(lengthS) ? lengthS - outroS : Double.POSITIVE_INFINITY;
  }

  private boolean leaves(double lengthS) {
    return lengthS - introS - outroS >= LEAST_LEFT_S;
  }

  /** Says what is left out of each section. */
  public String words(Language language) {
    if (introS == 0 && outroS == 0) {
      return language.pick("这本书不再跳过片头片尾", "Nothing is skipped in this book any more");
    }
    String intro = Lengths.duration(introS, language);
    String outro = Lengths.duration(outroS, language);
    if (outroS == 0) {
      return language.pick(
          "这本书每集跳过片头" + intro, "The first " + intro + " of every section are skipped");
    }
    if (introS == 0) {
      return language.pick(
          "这本书每集跳过片尾" + outro, "The last " + outro + " of every section are skipped");
    }
    return language.pick(
        "这本书每集跳过片头" + intro + "、片尾" + outro,
        "The first " + intro + " and the last " + outro + " of every section are skipped");
  }

  /**
   * Says what is left out of each section, and that a section is too short for it.
   *
   * @param lengthS the length of the section that plays, 0 when unknown
   */
  public String words(Language language, double lengthS) {
    boolean plain = introS == 0 && outroS == 0;
    if (plain || lengthS <= 0 || leaves(lengthS)) {
      return words(language);
    }
    String length = Lengths.duration(lengthS, language);
    return words(language)
        + language.pick(
            "；但这一集只有" + length + "，太短了，整集播放",
            "; but this section of " + length + " is too short for that and is played whole");
  }

  /** Returns it as one line, empty for {@link #PLAIN}. */
  String text() {
    return equals(PLAIN) ? "" : String.format(Locale.ROOT, "%s %s %s", speed, introS, outroS);
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException when it is no such line
   */
  static Tuning of(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException("no tuning of a book: " + text);
    }
    return new Tuning(
        Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), Double.parseDouble(parts[2]));
  }
}
