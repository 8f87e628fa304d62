package dev.earmark.text;

import com.ibm.icu.text.Transliterator;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Puts what was heard or typed into a form that can be read on, and into a key that can be
 * compared.
 */
public final class Normalizer {
  private static final char FIRST_NOT_ASCII = '\u0080';
  private static final byte UNKNOWN = 0;
  private static final byte STAYS = 1;
  private static final byte CHANGES = 2;

  /** What is known of characters that stand alone; two threads may find out the same at once. */
  private static final byte[] known = new byte[Character.MAX_VALUE + 1];

  private static final Transliterator SIMPLIFY =
      Transliterator.getInstance("Traditional-Simplified");

  /** Sounds of hesitation, longest first. */
  private static final List<String> HAN_FILLERS =
      List.of("那个那个", "这个这个", "那个", "嗯嗯", "嗯", "啊", "呃", "额", "唔", "诶", "欸", "哎", "噢");

  private static final List<String> LATIN_FILLERS =
      List.of("umm", "um", "uhm", "uh", "er", "erm", "hmm", "ah");

  private Normalizer() {}

  /**
   * Returns the transcript without the blanks that a recogniser puts between Han characters, with
   * single blanks between Latin words, and without hesitation at its edges. Everything else, such
   * as traditional characters and punctuation inside, stays as it is.
   */
  public static String transcript(String heard) {
    String text = joinHan(heard.strip());
    String before;
    do {
      before = text;
      text = stripFront(stripBack(text));
    } while (!text.equals(before));
    return text;
  }

  /**
   * Returns the text as a key for comparing, never for showing: NFKC, simplified characters, lower
   * case, no punctuation (so no 《》 either), no apostrophes, single blanks between Latin words and
   * none beside Han characters.
   */
  public static String key(String text) {
    String folded = java.text.Normalizer.normalize(text, Form.NFKC).toLowerCase(Locale.ROOT);
    StringBuilder out = new StringBuilder(folded.length());
    folded
        .codePoints()
        .forEach(
            c -> {
              if (Character.isLetterOrDigit(c)) {
                out.appendCodePoint(c);
              } else if (!isApostrophe(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
                out.append(' ');
              }
            });
    return joinHan(simplify(out.toString()).strip());
  }

  /** Returns the text in simplified characters. */
  public static String simplify(String text) {
    if (!hasHan(text) || isSimple(text)) {
      return text;
    }
    String simple = SIMPLIFY.transliterate(text);
    if (SIMPLIFY.transliterate(simple).equals(simple)) {
      return simple;
    }
    // ICU's table maps a few rare characters in chains (薴, 苧, 苎) or in circles.
    StringBuilder out = new StringBuilder(simple.length());
    simple.codePoints().forEach(c -> out.append(settled(Character.toString(c))));
    return out.toString();
  }

  /**
   * Returns whether no character changes when it stands alone. Then the whole text does not change:
   * every rule of the table for several characters holds one that changes alone. ICU takes ten
   * microseconds for a short text, and folders with a hundred thousand files ask for each name.
   */
  private static boolean isSimple(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < FIRST_NOT_ASCII) {
        continue;
      }
      if (known[c] == UNKNOWN) {
        String alone = String.valueOf(c);
        boolean stays = !Character.isSurrogate(c) && SIMPLIFY.transliterate(alone).equals(alone);
        known[c] = stays ? STAYS : CHANGES;
      }
      if (known[c] == CHANGES) {
        return false;
      }
    }
    return true;
  }

  /** Follows the table to its end, or to the smallest member of a circle. */
  private static String settled(String character) {
    TreeSet<String> seen = new TreeSet<>();
    String at = character;
    while (seen.add(at)) {
      String next = SIMPLIFY.transliterate(at);
      if (next.equals(at)) {
        return at;
      }
      at = next;
    }
    TreeSet<String> circle = new TreeSet<>();
    while (circle.add(at)) {
      at = SIMPLIFY.transliterate(at);
    }
    return circle.first();
  }

  /** Returns whether the text holds a Han character. */
  public static boolean hasHan(String text) {
    return text.codePoints().anyMatch(Normalizer::isHan);
  }

  public static boolean isHan(int codePoint) {
    return UnicodeScript.of(codePoint) == UnicodeScript.HAN;
  }

  private static boolean isApostrophe(int c) {
    return c == '\'' || c == '’' || c == '‘' || c == 'ʼ' || c == '`';
  }

  /** Makes every run of blanks one blank, and drops it beside Han unless a Latin word is there. */
  private static String joinHan(String text) {
    int[] points = text.codePoints().toArray();
    StringBuilder out = new StringBuilder(text.length());
    int previous = -1;
    for (int i = 0; i < points.length; i++) {
      if (!isBlank(points[i])) {
        out.appendCodePoint(points[i]);
        previous = points[i];
        continue;
      }
      int next = i;
      while (next < points.length && isBlank(points[next])) {
        next++;
      }
      if (next < points.length && previous >= 0 && needsBlank(previous, points[next])) {
        out.append(' ');
      }
      i = next - 1;
    }
    return out.toString();
  }

  private static boolean needsBlank(int left, int right) {
    boolean wide = isWide(left) || isWide(right);
    boolean latin = isLatin(left) || isLatin(right);
    return !wide || (latin && !isWidePunctuation(left) && !isWidePunctuation(right));
  }

  private static boolean isLatin(int c) {
    return UnicodeScript.of(c) == UnicodeScript.LATIN;
  }

  private static boolean isWide(int c) {
    return isHan(c) || isWidePunctuation(c);
  }

  private static boolean isWidePunctuation(int c) {
    return (c >= 0x3000 && c <= 0x303F && !isHan(c))
        || (c >= 0xFF00 && c <= 0xFF0F)
        || c == '，'
        || c == '？'
        || c == '：'
        || c == '；'
        || c == '…';
  }

  private static boolean isBlank(int c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0xFEFF;
  }

  private static String stripFront(String text) {
    for (String filler : HAN_FILLERS) {
      if (text.startsWith(filler)) {
        return dropLeadingPunctuation(text.substring(filler.length()));
      }
    }
    String lower = text.toLowerCase(Locale.ROOT);
    for (String filler : LATIN_FILLERS) {
      if (lower.startsWith(filler) && !letterAt(lower, filler.length())) {
        return dropLeadingPunctuation(text.substring(filler.length()));
      }
    }
    return text;
  }

  private static String stripBack(String text) {
    String bare = dropTrailingPunctuation(text);
    for (String filler : HAN_FILLERS) {
      if (bare.endsWith(filler)) {
        return dropTrailingPunctuation(bare.substring(0, bare.length() - filler.length()));
      }
    }
    String lower = bare.toLowerCase(Locale.ROOT);
    for (String filler : LATIN_FILLERS) {
      int at = lower.length() - filler.length();
      if (lower.endsWith(filler) && !letterAt(lower, at - 1)) {
        return dropTrailingPunctuation(bare.substring(0, at));
      }
    }
    return text;
  }

  private static boolean letterAt(String text, int index) {
    return index >= 0 && index < text.length() && Character.isLetterOrDigit(text.charAt(index));
  }

  private static String dropLeadingPunctuation(String text) {
    int start = 0;
    while (start < text.length() && isPause(text.charAt(start))) {
      start++;
    }
    return text.substring(start);
  }

  private static String dropTrailingPunctuation(String text) {
    int end = text.length();
    while (end > 0 && isPause(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  private static boolean isPause(char c) {
    return isBlank(c) || ",.;:!?，。；：！？、…~～—-".indexOf(c) >= 0;
  }
}
