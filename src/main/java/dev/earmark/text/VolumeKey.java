package dev.earmark.text;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keys of titles with the number of a volume in one form, however it is said or printed: 盗墓笔记第二部,
 * 盗墓笔记2 and 盗墓笔记系列2 are one, and so are "book two of the Hobbit", "the second Hobbit book" and "The
 * Hobbit, Book 2".
 */
public final class VolumeKey {
  private static final List<String> ORDINALS =
      List.of(
          "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
          "tenth");

  private static final String ORDINAL =
      "(" + String.join("|", ORDINALS) + "|\\d{1,2}(?:st|nd|rd|th)?)";
  private static final String UNIT = "(?:book|volume|vol|part)";

  private static final Pattern HAN = Pattern.compile("(?<=.)(?:的)?第(\\d{1,3})[部季册卷](?!曲)(?=$|.)");

  /** "the three body problem book 2": the word says nothing more than the number. */
  private static final Pattern WORD = Pattern.compile("(?<=. )" + UNIT + " (?=\\d{1,2}(?: |$))");

  private static final Pattern NUMBER_OF =
      Pattern.compile("(?:the )?" + UNIT + " (?:number )?(\\d{1,2}) (?:of|in|from) (?:the )?(.+)");
  private static final Pattern ORDINAL_OF =
      Pattern.compile("(?:the )?" + ORDINAL + " " + UNIT + " (?:of|in|from) (?:the )?(.+)");
  private static final Pattern ORDINAL_BOOK =
      Pattern.compile("(?:the )?" + ORDINAL + " (.+?) " + UNIT);

  /** Only with a word or a measure: 三体1 may as well be its first section. */
  private static final Pattern FIRST =
      Pattern.compile(
          "(.+?)的?第[一1][部季册卷]|(?:the )?(.+?) (?:book|volume|vol) (?:one|1)"
              + "|(?:the )?(?:book|volume|vol) (?:number )?(?:one|1) (?:of|in|from) (?:the )?(.+)"
              + "|(?:the )?(?:first|1st) (?:book|volume) (?:of|in|from) (?:the )?(.+)"
              + "|(?:the )?(?:first|1st) (.+?) (?:book|volume)");

  private VolumeKey() {}

  /**
   * Returns the key with the bare number of the volume behind the title; the key itself when it
   * names none.
   *
   * @param numbered a key whose numbers are digits, see {@link NumberKey}
   */
  public static String of(String numbered) {
    Matcher number = NUMBER_OF.matcher(numbered);
    if (number.matches()) {
      return number.group(2) + " " + number.group(1);
    }
    for (Pattern pattern : List.of(ORDINAL_OF, ORDINAL_BOOK)) {
      Matcher ordinal = pattern.matcher(numbered);
      if (ordinal.matches()) {
        return ordinal.group(2) + " " + value(ordinal.group(1));
      }
    }
    String han = HAN.matcher(numbered).replaceFirst("$1");
    return WORD.matcher(han).replaceFirst("");
  }

  private static int value(String ordinal) {
    int at = ORDINALS.indexOf(ordinal);
    return at >= 0 ? at + 1 : Integer.parseInt(ordinal.replaceAll("\\D", ""));
  }

  /** Returns the title of the series when the key asks for its first volume. */
  public static Optional<String> first(String key) {
    Matcher m = FIRST.matcher(key);
    if (!m.matches()) {
      return Optional.empty();
    }
    for (int i = 1; i <= m.groupCount(); i++) {
      if (m.group(i) != null) {
        return Optional.of(m.group(i));
      }
    }
    return Optional.empty();
  }
}
