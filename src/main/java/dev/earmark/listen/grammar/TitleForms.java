package dev.earmark.listen.grammar;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ways in which a title is said aloud. Stateless. */
public final class TitleForms {
  private static final Pattern BRACKETS = Pattern.compile("[(（\\[【][^)）\\]】]*[)）\\]】]");
  private static final Pattern SUBTITLE = Pattern.compile("\\s*[:：;；—–|]\\s*.*| - .*");
  private static final Pattern WORKS_OF =
      Pattern.compile("(?:the )?(?:adventures|tales|story|stories|life|fables|works) of (.+)");
  private static final Pattern OWNER = Pattern.compile("(\\w+)'s .+");
  private static final int SHORTEST_OWNER = 4;

  private TitleForms() {}

  /**
   * Returns the spoken forms of a title, the full one first: without brackets and subtitle, with
   * and without the article, "sherlock holmes" for "The Adventures of Sherlock Holmes", "alice" for
   * "Alice's Adventures in Wonderland". Words are lower case and separated by blanks.
   */
  public static List<String> of(String title) {
    String plain = Normalizer.normalize(title, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    String full = words(BRACKETS.matcher(plain).replaceAll(" "));
    String main = words(SUBTITLE.matcher(BRACKETS.matcher(plain).replaceAll(" ")).replaceAll(""));
    Set<String> forms = new LinkedHashSet<>(List.of(full, main));
    for (String form : List.copyOf(forms)) {
      if (form.startsWith("the ") || form.startsWith("a ")) {
        forms.add(form.substring(form.indexOf(' ') + 1));
      }
      Matcher works = WORKS_OF.matcher(form);
      if (works.matches()) {
        forms.add(works.group(1));
      }
      Matcher owner = OWNER.matcher(form);
      if (owner.matches() && owner.group(1).length() >= SHORTEST_OWNER) {
        forms.add(owner.group(1));
      }
    }
    forms.remove("");
    return List.copyOf(forms);
  }

  /**
   * Returns the forms of a title that a model can hear. A Latin title keeps the words that the
   * model knows when they are at least half of them.
   */
  public static List<String> known(String title, Vocabulary vocabulary) {
    List<String> known = new ArrayList<>();
    for (String form : of(title)) {
      List<String> words = new ArrayList<>();
      String[] all = form.split(" ", -1);
      for (String word : all) {
        vocabulary.cut(word).ifPresent(words::addAll);
      }
      boolean han = form.codePoints().anyMatch(Vocabulary::isHan);
      boolean whole = vocabulary.cutPhrase(form).isPresent();
      if (whole || (!han && !words.isEmpty() && 2 * words.size() >= all.length)) {
        known.add(String.join(" ", words));
      }
    }
    return known.stream().distinct().toList();
  }

  private static String words(String text) {
    return text.replace('’', '\'')
        .replaceAll("[^\\p{L}\\p{N}' ]", " ")
        .strip()
        .replaceAll(" +", " ");
  }
}
