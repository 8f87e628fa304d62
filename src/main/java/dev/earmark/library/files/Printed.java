package dev.earmark.library.files;

import dev.earmark.base.Language;
import dev.earmark.library.Numbering;
import dev.earmark.text.NumberWords;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers that names of files have printed on them. Of several in a name that one counts which
 * all names of the album have in the same place: 第十二集, else "Chapter 12", else a number in front,
 * else one at the end. Numbers of five and more digits are dates and no numbers of sections.
 */
final class Printed {
  private static final Pattern UNIT = Pattern.compile("^\\s*[集回章讲講期话話节節课課]");
  private static final Pattern WORD =
      Pattern.compile(
          "\\b(?:chapter|chap|part|episode|ep|track|section|book)[\\s._#-]{0,3}(\\d{1,4})(?!\\d)");
  private static final Pattern FRONT = Pattern.compile("^\\D{0,2}?(\\d{1,4})(?![\\d年])");
  private static final Pattern END = Pattern.compile("(?<![\\d.])(\\d{1,4})\\D{0,2}$");

  private Printed() {}

  /** Returns the numbers of the names, without extension, in order; 0 for a name without one. */
  static List<Integer> of(List<String> names) {
    List<Function<String, Integer>> ways =
        names.size() == 1
            ? List.of(Printed::chinese)
            : List.of(
                Printed::chinese,
                name -> matched(WORD, name.toLowerCase(Locale.ROOT)),
                name -> matched(FRONT, name),
                name -> matched(END, name));
    for (Function<String, Integer> way : ways) {
      List<Integer> numbers = names.stream().map(Printed::plain).map(way).toList();
      if (Numbering.counts(numbers)) {
        return numbers;
      }
    }
    return names.stream().map(name -> 0).toList();
  }

  private static String plain(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFKC);
  }

  /** Returns N of 第N集 or 12集; 0 when there is none. */
  private static int chinese(String name) {
    int from = 0;
    while (from < name.length()) {
      NumberWords.Found found = NumberWords.findFrom(name, from, Language.ZH).orElse(null);
      if (found == null) {
        return 0;
      }
      if (UNIT.matcher(name.substring(found.end())).find()) {
        return (int) Math.min(found.value(), Integer.MAX_VALUE);
      }
      from = Math.max(found.end(), from + 1);
    }
    return 0;
  }

  private static int matched(Pattern pattern, String name) {
    Matcher matcher = pattern.matcher(name.strip());
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
