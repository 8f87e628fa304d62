package dev.earmark.listen.grammar;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Cuts text into the words that a model knows. Stateless but for the model behind the predicate.
 *
 * <p>Han text is cut by greedy longest match, at most {@value #LONGEST} characters a word; a Latin
 * word that is unknown is replaced by its nearest known form (without apostrophe, possessive or
 * plural).
 */
public final class Vocabulary {
  private static final int LONGEST = 8;

  private final Predicate<String> knows;

  /** Makes a view on the words for which the predicate holds. */
  public Vocabulary(Predicate<String> knows) {
    this.knows = knows;
  }

  /**
   * Cuts one literal without blanks.
   *
   * @return the model's words, or empty when a part is in no form known to the model
   */
  public Optional<List<String>> cut(String literal) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < literal.length()) {
      int end = runEnd(literal, at);
      String run = literal.substring(at, end);
      if (isHan(literal.codePointAt(at))) {
        if (!cutHan(run, words)) {
          return Optional.empty();
        }
      } else {
        Optional<String> known = nearest(run.toLowerCase(Locale.ROOT));
        if (known.isEmpty()) {
          return Optional.empty();
        }
        words.add(known.get());
      }
      at = end;
    }
    return words.isEmpty() ? Optional.empty() : Optional.of(words);
  }

  /** Cuts words separated by blanks; all of them must be known. */
  public Optional<List<String>> cutPhrase(String phrase) {
    List<String> words = new ArrayList<>();
    for (String literal : phrase.strip().split("\\s+", -1)) {
      Optional<List<String>> cut = cut(literal);
      if (cut.isEmpty()) {
        return Optional.empty();
      }
      words.addAll(cut.get());
    }
    return Optional.of(words);
  }

  /** Returns whether the code point is a Chinese character. */
  public static boolean isHan(int codePoint) {
    return UnicodeScript.of(codePoint) == UnicodeScript.HAN;
  }

  private static int runEnd(String text, int from) {
    boolean han = isHan(text.codePointAt(from));
    int at = from;
    while (at < text.length() && isHan(text.codePointAt(at)) == han) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  private boolean cutHan(String run, List<String> into) {
    int[] codePoints = run.codePoints().toArray();
    int at = 0;
    while (at < codePoints.length) {
      int length = Math.min(LONGEST, codePoints.length - at);
      while (length > 0 && !knows.test(new String(codePoints, at, length))) {
        length--;
      }
      if (length == 0) {
        return false;
      }
      into.add(new String(codePoints, at, length));
      at += length;
    }
    return true;
  }

  private Optional<String> nearest(String word) {
    String plain = word.replace('’', '\'').replaceAll("[^\\p{L}\\p{N}']", "");
    List<String> forms = new ArrayList<>(List.of(plain, plain.replace("'", "")));
    if (plain.endsWith("'s")) {
      forms.add(plain.substring(0, plain.length() - 2));
    } else if (plain.endsWith("s")) {
      forms.add(plain.substring(0, plain.length() - 1));
    } else {
      forms.add(plain + "s");
    }
    return forms.stream().filter(form -> !form.isEmpty() && knows.test(form)).findFirst();
  }
}
