package dev.earmark.listen.grammar;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashSet;
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

  /** A toneless syllable of pinyin: an initial, if any, and a final. */
  private static final Pattern SYLLABLE =
      Pattern.compile(
          "(?:[bpmfdtnlgkhjqxrzcsyw]|zh|ch|sh)?"
              + "(?:i?a(?:o|ng?)?|u?a(?:i|ng?)?|[aeu]i|ou|i[eu]|[uv]e|uo|i?ong|[eiuv]ng?|er|[aeiouv])");

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

  /**
   * Returns forms without those that only write a Chinese title in pinyin: they sound like it, so
   * that the one would always be a rival of the other. A Latin form counts as such when each of its
   * words, two or more, is a syllable, and a Chinese form has as many characters.
   *
   * @param forms words separated by blanks, lower case
   */
  public static List<String> onceInHan(List<String> forms) {
    Set<Integer> lengths = new HashSet<>();
    for (String form : forms) {
      String plain = form.replace(" ", "");
      if (plain.codePoints().allMatch(Vocabulary::isHan)) {
        lengths.add(plain.codePointCount(0, plain.length()));
      }
    }
    return forms.stream()
        .filter(form -> !isPinyin(form) || !lengths.contains(form.split(" ", -1).length))
        .toList();
  }

  private static boolean isPinyin(String form) {
    List<String> words = List.of(form.split(" ", -1));
    return words.size() > 1 && words.stream().allMatch(each -> SYLLABLE.matcher(each).matches());
  }

  private static String words(String text) {
    return text.replace('’', '\'')
        .replaceAll("[^\\p{L}\\p{N}' ]", " ")
        .strip()
        .replaceAll(" +", " ");
  }
}
