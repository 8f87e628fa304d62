package dev.earmark.agent.rules.words;

import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import dev.earmark.text.NumberWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells the volumes of a series apart, which otherwise sound nearly the same. */
final class Volumes {
  private static final Pattern HAN_VOLUME =
      Pattern.compile("(?:[零一二两三四五六七八九十百]+|[上中下]|[前后续]传|续集?)(?=[部卷册辑季]?$)|\\d+");

  /** Not "i", which is a word. */
  private static final Pattern ROMAN =
      Pattern.compile("\\b(?:ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii|xiii|xiv|xv)\\b");

  private Volumes() {}

  /**
   * Returns whether one of two keys names another volume than the other, or a volume where the
   * other names none.
   */
  static boolean differ(String one, String other) {
    return !of(one).equals(of(other));
  }

  private static List<String> of(String key) {
    List<String> found = new ArrayList<>();
    if (Normalizer.hasHan(key)) {
      for (Matcher m = HAN_VOLUME.matcher(key); m.find(); ) {
        found.add(value(m.group(), Language.ZH));
      }
      return found;
    }
    Optional<NumberWords.Found> number = NumberWords.findFirst(key, Language.EN);
    while (number.isPresent()) {
      found.add(String.valueOf(number.get().value()));
      number = NumberWords.findFrom(key, number.get().end(), Language.EN);
    }
    for (Matcher m = ROMAN.matcher(key); m.find(); ) {
      found.add(m.group());
    }
    return found;
  }

  private static String value(String words, Language language) {
    var number = NumberWords.parse(words, language);
    return number.isPresent() ? String.valueOf(number.getAsLong()) : words;
  }
}
