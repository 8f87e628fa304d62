package dev.earmark.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Text in columns of a terminal, where a Chinese character takes the room of two letters. Wide are
 * the East Asian wide and fullwidth blocks of Unicode (UAX #11) that titles and names have.
 */
public final class Columns {
  private static final String GAP = "  ";

  private Columns() {}

  /** Returns how many columns of a terminal a text takes. */
  public static int width(String text) {
    return text.codePoints().map(Columns::width).sum();
  }

  /** Returns the text with blanks behind it, so that it takes at least so many columns. */
  public static String pad(String text, int columns) {
    return text + " ".repeat(Math.max(0, columns - width(text)));
  }

  /** Returns the text, or its beginning with an ellipsis, so that it takes at most the columns. */
  public static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    StringBuilder kept = new StringBuilder();
    int used = 1; // of the ellipsis
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      int point = text.codePointAt(at);
      used += width(point);
      if (used > columns) {
        break;
      }
      kept.appendCodePoint(point);
    }
    return kept.append('…').toString();
  }

  /**
   * Returns one line for each row, with the cells of a column below each other. A column in which
   * no row has anything is left out, and nothing stands behind the last cell.
   */
  public static List<String> table(List<List<String>> rows) {
    List<Integer> widths = new ArrayList<>();
    for (List<String> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        if (i == widths.size()) {
          widths.add(0);
        }
        widths.set(i, Math.max(widths.get(i), width(row.get(i))));
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        if (widths.get(i) > 0) {
          line.append(pad(row.get(i), widths.get(i))).append(GAP);
        }
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  private static int width(int point) {
    int kind = Character.getType(point);
    if (kind == Character.NON_SPACING_MARK
        || kind == Character.ENCLOSING_MARK
        || kind == Character.FORMAT) {
      return 0;
    }
    return isWide(point) ? 2 : 1;
  }

  private static boolean isWide(int point) {
    return (point >= 0x1100 && point <= 0x115f) // Hangul letters
        || (point >= 0x2e80 && point <= 0xa4cf && point != 0x303f) // CJK, kana, its punctuation
        || (point >= 0xac00 && point <= 0xd7a3) // Hangul syllables
        || (point >= 0xf900 && point <= 0xfaff)
        || (point >= 0xfe30 && point <= 0xfe6f)
        || (point >= 0xff00 && point <= 0xff60) // fullwidth forms
        || (point >= 0xffe0 && point <= 0xffe6)
        || (point >= 0x1f300 && point <= 0x1faff) // pictures
        || (point >= 0x20000 && point <= 0x3fffd);
  }
}
