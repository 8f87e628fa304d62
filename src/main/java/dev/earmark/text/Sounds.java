package dev.earmark.text;

import com.github.houbb.pinyin.constant.enums.PinyinStyleEnum;
import com.github.houbb.pinyin.util.PinyinHelper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * How words sound, for finding what was meant when something similar was heard.
 *
 * <p>Thread-safe. The dictionary behind it takes about a second to load at the first use of a
 * Chinese text; {@link #warmUp()} does that ahead of time.
 */
public final class Sounds {
  private static final int REMEMBERED = 4_096;

  /** Pinyin of texts asked for lately; the dictionary needs a third of a millisecond per title. */
  private static final Map<String, List<String>> CACHE =
      Collections.synchronizedMap(
          new LinkedHashMap<>(256, 0.75f, /* accessOrder= */ true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, List<String>> eldest) {
              return size() > REMEMBERED;
            }
          });

  private static final Object LOADING = new Object();
  private static volatile boolean loaded;

  /** How English words are respelled, one after the other. */
  private static final List<Respelling> RESPELLINGS =
      List.of(
          new Respelling("^(?:kn|gn|pn)", "n"),
          new Respelling("^wr", "r"),
          new Respelling("^x", "s"),
          new Respelling("tch", "C"),
          new Respelling("ch", "C"),
          new Respelling("sh|tion|sion", "S"),
          new Respelling("ph", "f"),
          new Respelling("th", "T"),
          new Respelling("gh(?=t|$)", ""),
          new Respelling("ck|c(?![eiy])|q", "k"),
          new Respelling("c|z", "s"),
          new Respelling("dg|g(?=[eiy])", "j"),
          new Respelling("v", "f"),
          new Respelling("wh", "w"),
          new Respelling("x", "ks"),
          new Respelling("(?<=.)h", ""),
          new Respelling("(.)\\1+", "$1"),
          new Respelling("(?<=.)e$", ""),
          new Respelling("(?<=.)[aeiouwy]+", "a"),
          new Respelling("^[aeiouy]", "a"));

  private static final Pattern TWICE = Pattern.compile("(.)\\1+");

  private record Respelling(Pattern from, String to) {
    Respelling(String from, String to) {
      this(Pattern.compile(from), to);
    }
  }

  private Sounds() {}

  /** Returns whether the pronunciation dictionary is there, so that no call waits for it. */
  public static boolean isLoaded() {
    return loaded;
  }

  /** Loads the pronunciation dictionary; call it on a background thread. */
  public static void warmUp() {
    syllables("一");
  }

  /**
   * Returns the syllables of a text in toneless pinyin, chosen by the phrase a character stands in,
   * with near sounds merged: n and l, zh and z, ch and c, sh and s, in and ing, en and eng. A Latin
   * word or a number counts as one syllable.
   */
  public static List<String> syllables(String han) {
    return reading(han).stream().map(sound -> sound.toLowerCase(Locale.ROOT)).toList();
  }

  /**
   * Returns the {@link #syllables}, where what is no Chinese stands in capitals, for {@link
   * #alike}: a word of letters is no syllable, however much it looks like one.
   */
  public static List<String> reading(String han) {
    String key = Normalizer.key(han);
    List<String> known = CACHE.get(key);
    if (known == null) {
      known = List.copyOf(read(key));
      CACHE.put(key, known);
    }
    return known;
  }

  private static List<String> read(String key) {
    List<String> out = new ArrayList<>();
    int i = 0;
    while (i < key.length()) {
      boolean han = Normalizer.isHan(key.codePointAt(i));
      int end = i;
      while (end < key.length()
          && Normalizer.isHan(key.codePointAt(end)) == han
          && (han || key.charAt(end) != ' ')) {
        end += Character.charCount(key.codePointAt(end));
      }
      if (han) {
        for (String syllable : pinyin(key.substring(i, end)).strip().split("\\s+", -1)) {
          out.add(merge(syllable));
        }
      } else if (end > i) {
        out.add(key.substring(i, end).toUpperCase(Locale.ROOT));
      }
      i = end < key.length() && key.charAt(end) == ' ' ? end + 1 : end;
    }
    return out;
  }

  /**
   * Reads Chinese text. The first reading loads the dictionary, alone: a thread that came in the
   * middle would find half of the characters, and that would be remembered.
   */
  private static String pinyin(String han) {
    if (!loaded) {
      synchronized (LOADING) {
        String first = PinyinHelper.toPinyin(han, PinyinStyleEnum.NORMAL, " ");
        loaded = true;
        return first;
      }
    }
    return PinyinHelper.toPinyin(han, PinyinStyleEnum.NORMAL, " ");
  }

  /** Merges near sounds of one toneless syllable. */
  static String merge(String syllable) {
    String s = syllable.toLowerCase(Locale.ROOT).replace('ü', 'v');
    if (s.startsWith("zh") || s.startsWith("ch") || s.startsWith("sh")) {
      s = s.charAt(0) + s.substring(2);
    } else if (s.startsWith("n") && s.length() > 1) {
      s = "l" + s.substring(1);
    }
    return s.endsWith("ing") || s.endsWith("eng") ? s.substring(0, s.length() - 1) : s;
  }

  /**
   * Returns how similar two texts sound, from 0 (nothing in common) to 1 (the same).
   *
   * <p>It is 1 minus the edit distance over the length of the longer text, counted in syllables
   * when both texts are Chinese (a syllable with the same beginning or end counts half, see {@link
   * #alike} for letters among them), else in letters, or in the letters of a rough phonetic form
   * where that is closer.
   */
  public static double similarity(String a, String b) {
    String keyA = Normalizer.key(a);
    String keyB = Normalizer.key(b);
    if (keyA.isEmpty() || keyB.isEmpty()) {
      return keyA.equals(keyB) ? 1 : 0;
    }
    if (keyA.equals(keyB)) {
      return 1;
    }
    boolean hanA = Normalizer.hasHan(keyA);
    boolean hanB = Normalizer.hasHan(keyB);
    if (hanA && hanB) {
      return alike(reading(keyA), reading(keyB));
    }
    if (hanA || hanB) {
      return ratio(mergedLatin(keyA), mergedLatin(keyB));
    }
    double spelled = ratio(keyA, keyB);
    double spoken = ratio(phonetic(keyA), phonetic(keyB));
    // Sounds alone are coarser than letters, so equal sounds of different words stay below 1.
    return Math.max(spelled, 0.95 * spoken);
  }

  private static String mergedLatin(String key) {
    if (Normalizer.hasHan(key)) {
      return String.join("", syllables(key));
    }
    return key.replace("zh", "z")
        .replace("ch", "c")
        .replace("sh", "s")
        .replace("ing", "in")
        .replace("eng", "en")
        .replaceAll("n(?=[aeiou])", "l");
  }

  /**
   * Returns a code of how an English word sounds: words of one code are easily taken for each other
   * ("resume", "rezoom"). Short codes tell little.
   */
  public static String code(String word) {
    return phonetic(Normalizer.key(word));
  }

  /** Returns a rough form of how English words sound: vowels after the first become one mark. */
  static String phonetic(String key) {
    StringBuilder out = new StringBuilder();
    for (String word : key.split(" ", -1)) {
      String s = word;
      for (Respelling respelling : RESPELLINGS) {
        s = respelling.from().matcher(s).replaceAll(respelling.to());
      }
      out.append(s);
    }
    return TWICE.matcher(out).replaceAll("$1");
  }

  /** Returns how much of their letters two texts have in common, from 0 to 1; blanks are none. */
  private static double ratio(String a, String b) {
    String lettersA = a.replace(" ", "");
    String lettersB = b.replace(" ", "");
    int longest = Math.max(lettersA.length(), lettersB.length());
    return longest == 0 ? 1 : 1 - (double) EditDistance.between(lettersA, lettersB) / longest;
  }

  private static double ratio(List<String> a, List<String> b) {
    int longest = Math.max(a.size(), b.size());
    return longest == 0 ? 1 : Math.max(0, 1 - EditDistance.between(a, b, Sounds::cost) / longest);
  }

  /**
   * Returns how similar two {@link #reading}s are, from 0 to 1: the less of two counts. In the one
   * a word of letters weighs as much as a syllable, in the other each of its letters does. So
   * neither a long word hides other syllables, nor do two syllables hide another word.
   */
  public static double alike(List<String> a, List<String> b) {
    double words = ratio(a, b);
    boolean letters = a.stream().anyMatch(Sounds::isWord) || b.stream().anyMatch(Sounds::isWord);
    return letters ? Math.min(words, ratio(spelled(a), spelled(b))) : words;
  }

  private static boolean isWord(String sound) {
    return !sound.isEmpty() && !Character.isLowerCase(sound.charAt(0));
  }

  private static boolean isNumber(String sound) {
    return Character.isDigit(sound.charAt(0));
  }

  private static List<String> spelled(List<String> reading) {
    List<String> out = new ArrayList<>();
    for (String sound : reading) {
      if (isWord(sound) && !isNumber(sound)) {
        sound.chars().forEach(letter -> out.add(String.valueOf((char) letter)));
      } else {
        out.add(sound);
      }
    }
    return out;
  }

  /**
   * A syllable with the same beginning or end costs a half, a word what its letters differ, a
   * number all.
   */
  private static double cost(String a, String b) {
    if (a.equals(b)) {
      return 0;
    }
    if (a.length() < 2 || b.length() < 2 || isWord(a) != isWord(b)) {
      return 1;
    }
    if (isWord(a)) {
      return isNumber(a) || isNumber(b)
          ? 1
          : (double) EditDistance.between(a, b) / Math.max(a.length(), b.length());
    }
    boolean sameEnd = a.substring(1).equals(b.substring(1));
    return a.charAt(0) == b.charAt(0) || sameEnd ? 0.5 : 1;
  }
}
