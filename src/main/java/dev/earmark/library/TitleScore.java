package dev.earmark.library;

import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import dev.earmark.text.Sounds;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How surely an album is meant by spoken words, from 0 to 1. */
final class TitleScore {
  private static final double PREFIX = 0.85;
  private static final double INSIDE = 0.80;
  private static final double FIRST_VOLUME = 0.88;
  private static final double COVERAGE = 0.08;
  private static final double HALF_WORD = 0.65;
  private static final double AUTHOR = 0.70;
  private static final double PART_OF_AUTHOR = 0.60;
  private static final double LONGER_TEXT = 0.50;
  private static final double EQUAL_SOUND = 0.93;

  /** At most a fifth of the syllables or letters may differ. */
  private static final double NEAR = 0.8;

  /** Parts of a name that differ more in length are not compared. */
  private static final double LENGTH_DIFFERS = 0.3;

  /** How many names are compared by sound, those with the most letter pairs in common. */
  private static final int CANDIDATES = 16;

  private static final int FEWEST_LETTERS = 3;
  private static final int FEWEST_HAN = 2;
  private static final Pattern BLANKS = Pattern.compile(" +");
  private static final Pattern LAST_NUMBER =
      Pattern.compile("([0-9]{1,6}|[零〇一二两三四五六七八九十百]{1,7})(?:年级|[年部季册卷集章回期岁号])?$");

  /** 盗墓笔记第二部秦岭神树: the number of a volume in front of its subtitle. */
  private static final Pattern VOLUME_INSIDE =
      Pattern.compile("第([0-9]{1,3}|[零〇一二两三四五六七八九十百]{1,5})[部季册卷](?!曲)");

  private static final Pattern LAST_PART = Pattern.compile("([上中下])[部册集卷篇]?$");
  private static final Pattern LINK =
      Pattern.compile(
          "^(?:的|写的|讲的|播讲的|演播的|朗读的|by\\s|s\\s)"
              + "|(?:的|写的|讲的|版的|版|(?:\\s(?:read|narrated|written|performed|told))?\\sby|\\sfrom)$");

  private TitleScore() {}

  /** Returns the score by what is written alike, 0 when nothing is. */
  static double written(Spoken query, TitleEntry entry) {
    double best = 0;
    for (Spoken.Form form : query.forms()) {
      for (TitleEntry.Name name : entry.names) {
        boolean spokenFits = (form.mask() & ~name.mask) == 0;
        boolean nameFits = (name.mask & ~form.mask()) == 0;
        if (spokenFits || nameFits) {
          best = Math.max(best, compare(form.key(), name.key) * form.weight() * name.weight);
        }
      }
    }
    best = Math.max(best, firstVolume(query, entry));
    return best < INSIDE ? Math.max(best, people(query.forms().get(0), entry)) : best;
  }

  /** The first book of a series is often printed without a number: 三体 beside 三体2. */
  private static double firstVolume(Spoken query, TitleEntry entry) {
    double best = 0;
    for (String title : query.firstOf()) {
      for (TitleEntry.Name name : entry.names) {
        best = name.key.equals(title) ? Math.max(best, FIRST_VOLUME * name.weight) : best;
      }
    }
    return best;
  }

  private static double compare(String spoken, String name) {
    if (spoken.equals(name)) {
      return 1;
    }
    if (spoken.length() < name.length()) {
      int at = name.indexOf(spoken);
      return at < 0 ? words(List.of(spoken.split(" ", -1)), name) : part(spoken, name, at);
    }
    boolean holds = isLongEnough(name) && spoken.contains(name) && isWordAt(spoken, name);
    return holds ? LONGER_TEXT + 0.25 * name.length() / spoken.length() : 0;
  }

  /** Scores a text that is a part of the name and first found at the index. */
  private static double part(String spoken, String name, int first) {
    double coverage = (double) spoken.length() / name.length();
    for (int at = first; at >= 0; at = name.indexOf(spoken, at + 1)) {
      if (startsWord(name, at) && endsWord(name, at + spoken.length())) {
        double base = at == 0 ? PREFIX : INSIDE;
        return isLongEnough(spoken) ? base + COVERAGE * coverage : HALF_WORD;
      }
    }
    return startsWord(name, first) && isLongEnough(spoken) ? HALF_WORD : 0;
  }

  /** Scores several words that stand in the name in the same order, with others between them. */
  private static double words(List<String> spoken, String name) {
    if (spoken.size() < 2) {
      return 0;
    }
    int at = 0;
    for (String word : spoken) {
      int found = name.indexOf(word, at);
      while (found >= 0 && !(startsWord(name, found) && endsWord(name, found + word.length()))) {
        found = name.indexOf(word, found + 1);
      }
      if (found < 0) {
        return 0;
      }
      at = found + word.length();
    }
    int letters = spoken.stream().mapToInt(word -> word.length() + 1).sum();
    return INSIDE + COVERAGE * letters / (name.length() + 1);
  }

  private static boolean isWordAt(String text, String word) {
    int at = text.indexOf(word);
    return startsWord(text, at) && endsWord(text, at + word.length());
  }

  private static boolean startsWord(String text, int at) {
    return at == 0
        || text.charAt(at - 1) == ' '
        || isHan(text.charAt(at))
        || isHan(text.charAt(at - 1));
  }

  /** A plural or possessive s may follow. */
  private static boolean endsWord(String text, int at) {
    if (at >= text.length() || text.charAt(at) == ' ') {
      return true;
    }
    if (isHan(text.charAt(at)) || isHan(text.charAt(at - 1))) {
      return true;
    }
    return text.charAt(at) == 's' && (at + 1 == text.length() || text.charAt(at + 1) == ' ');
  }

  private static boolean isLongEnough(String key) {
    boolean article = key.equals("the");
    return !article && key.length() >= (isHan(key.charAt(0)) ? FEWEST_HAN : FEWEST_LETTERS);
  }

  private static boolean isHan(char c) {
    return Character.UnicodeScript.of(c) == Character.UnicodeScript.HAN;
  }

  /** Scores an author or narrator that is named, alone or together with the title. */
  private static double people(Spoken.Form spoken, TitleEntry entry) {
    double best = 0;
    for (TitleEntry.Person person : entry.people) {
      boolean mayShare =
          (spoken.mask() & ~person.mask()) == 0 || (person.familyMask() & ~spoken.mask()) == 0;
      if (mayShare) {
        best = Math.max(best, person(spoken.key(), person, entry));
      }
    }
    return best;
  }

  private static double person(String spoken, TitleEntry.Person someone, TitleEntry entry) {
    String person = someone.key();
    if (spoken.equals(person)) {
      return AUTHOR;
    }
    if (isLongEnough(spoken) && person.contains(spoken)) {
      return startsWord(person, person.indexOf(spoken)) ? PART_OF_AUTHOR : 0;
    }
    String named = namedIn(spoken, someone);
    if (named == null) {
      return 0;
    }
    String rest = BLANKS.matcher(spoken.replace(named, " ")).replaceAll(" ").strip();
    for (int i = 0; i < 2; i++) {
      rest = LINK.matcher(rest).replaceFirst("").strip();
    }
    double best = 0;
    for (TitleEntry.Name name : entry.names) {
      if (!rest.isEmpty() && rest.length() <= name.key.length()) {
        best = Math.max(best, compare(rest, name.key) * name.weight);
      }
    }
    return best;
  }

  /** Returns the person's whole name or family name when the text holds it. */
  private static @Nullable String namedIn(String spoken, TitleEntry.Person person) {
    if (spoken.contains(person.key())) {
      return person.key();
    }
    String family = person.family();
    boolean found = !isHan(family.charAt(0)) && isLongEnough(family) && spoken.contains(family);
    return found && isWordAt(spoken, family) ? family : null;
  }

  private record Candidate(TitleEntry entry, TitleEntry.Name name, double common) {}

  /**
   * Returns the scores of albums whose names sound alike, by their ids. Right after a start, while
   * the pronunciation dictionary loads, no Chinese title sounds like any, so that nobody waits.
   */
  static Map<String, Double> sounding(Spoken query, List<TitleEntry> entries) {
    Map<String, Double> scores = new LinkedHashMap<>();
    if (query.han() && !Sounds.isLoaded()) {
      return scores;
    }
    TitleEntry.Sound spoken = query.sound();
    if (spoken.size() < 2) {
      return scores;
    }
    for (Candidate candidate : candidates(spoken, entries)) {
      double score = sound(query, spoken, candidate.name()) * candidate.name().weight;
      if (score > 0) {
        scores.merge(candidate.entry().album.id(), score, Math::max);
      }
    }
    return scores;
  }

  private static List<Candidate> candidates(TitleEntry.Sound spoken, List<TitleEntry> entries) {
    PriorityQueue<Candidate> best =
        new PriorityQueue<>(CANDIDATES + 1, Comparator.comparingDouble(Candidate::common));
    for (TitleEntry entry : entries) {
      for (TitleEntry.Name name : entry.names) {
        TitleEntry.Sound sound = name.sound();
        int common = sound == null ? 0 : spoken.common(sound);
        if (sound == null || common * 3 < spoken.size()) {
          continue;
        }
        double rank = common - 0.05 * sound.size();
        Candidate worst = best.peek();
        if (best.size() < CANDIDATES || (worst != null && worst.common() < rank)) {
          best.add(new Candidate(entry, name, rank));
          if (best.size() > CANDIDATES) {
            best.remove();
          }
        }
      }
    }
    return List.copyOf(best);
  }

  private static double sound(Spoken query, TitleEntry.Sound spoken, TitleEntry.Name name) {
    TitleEntry.Sound sound = name.sound();
    if (sound == null || isAnotherVolume(query.key(), name.key)) {
      return 0;
    }
    if (query.han() && name.han) {
      return syllables(spoken.syllables(), sound.syllables());
    }
    String pinyin = query.pinyin();
    if (name.han && pinyin != null) {
      return near(Sounds.similarity(pinyin, sound.letters()), 1);
    }
    return query.han() ? 0 : words(query.key(), name.key);
  }

  /** Numbers and parts at the end tell volumes of a series apart, however alike the rest sounds. */
  private static boolean isAnotherVolume(String spoken, String name) {
    Matcher one = LAST_NUMBER.matcher(spoken);
    Matcher other = LAST_NUMBER.matcher(name);
    Matcher inside = VOLUME_INSIDE.matcher(name);
    if (one.find()) {
      Matcher told = other.find() ? other : inside.find() ? inside : null;
      if (told != null) {
        return !number(one.group(1)).equals(number(told.group(1)));
      }
    }
    Matcher part = LAST_PART.matcher(spoken);
    Matcher otherPart = LAST_PART.matcher(name);
    return part.find() && otherPart.find() && !part.group(1).equals(otherPart.group(1));
  }

  private static OptionalLong number(String words) {
    return NumberWords.parse(words, Language.ZH);
  }

  /** Compares with the whole name and with every part of it that is as long as the text. */
  private static double syllables(List<String> spoken, List<String> name) {
    double best = near(Sounds.alike(spoken, name), 1);
    for (int i = 0; i + spoken.size() <= name.size() && spoken.size() < name.size(); i++) {
      List<String> part = name.subList(i, i + spoken.size());
      double coverage = (double) spoken.size() / name.size();
      best = Math.max(best, near(Sounds.alike(spoken, part), coverage));
    }
    return best;
  }

  /** Like {@link #syllables}, with words; a word may have been heard as two, or two as one. */
  private static double words(String spoken, String name) {
    double best = near(Sounds.similarity(spoken, name), 1);
    int said = spoken.split(" ", -1).length;
    List<String> words = List.of(name.split(" ", -1));
    for (int count = Math.max(1, said - 1); count <= said + 1; count++) {
      for (int i = 0; i + count <= words.size() && count < words.size(); i++) {
        String part = String.join(" ", words.subList(i, i + count));
        if (Math.abs(part.length() - spoken.length()) > spoken.length() * LENGTH_DIFFERS) {
          continue;
        }
        double coverage = Math.min(1, (double) spoken.length() / name.length());
        best = Math.max(best, near(Sounds.similarity(spoken, part), coverage));
      }
    }
    return best;
  }

  /**
   * Returns the score of a similarity: from {@link #EQUAL_SOUND} down to about 0.8 at a fifth of
   * difference, less when only a part of the name is meant, 0 beyond.
   */
  private static double near(double similarity, double coverage) {
    if (similarity < NEAR) {
      return 0;
    }
    return EQUAL_SOUND - (1 - similarity) * 0.6 - (1 - coverage) * 0.1;
  }
}
