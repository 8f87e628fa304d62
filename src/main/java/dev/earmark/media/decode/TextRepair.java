package dev.earmark.media.decode;

import dev.earmark.base.file.StrictText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Repairs tags that were written in a Chinese or Japanese code page and labelled Latin-1, or not
 * labelled at all.
 *
 * <p>A text is repaired only if every byte above ASCII is part of a pair of the code page and most
 * of the characters then are not ASCII, or two common Han stand side by side; a looser rule turns
 * {@code Björk} into Han. UTF-8 that was labelled Latin-1 is told by itself: no words in Latin-1
 * are valid UTF-8.
 */
final class TextRepair {
  private static final Charset GB18030 = Charset.forName("GB18030");
  private static final Charset BIG5 = Charset.forName("Big5");
  private static final Charset SHIFT_JIS = Charset.forName("windows-31j");

  private TextRepair() {}

  /** Returns the text of a tag from its bytes, which FFmpeg means to be UTF-8. */
  static String repair(byte[] bytes) {
    String utf8 = StrictText.decode(bytes, StandardCharsets.UTF_8);
    if (utf8 == null) {
      String east = eastAsian(bytes);
      return clean(east == null ? new String(bytes, StandardCharsets.ISO_8859_1) : east);
    }
    boolean latin = utf8.chars().allMatch(c -> c <= 0xff) && utf8.chars().anyMatch(c -> c >= 0x80);
    if (latin) {
      byte[] labelled = utf8.getBytes(StandardCharsets.ISO_8859_1);
      String twice = StrictText.decode(labelled, StandardCharsets.UTF_8);
      if (twice != null) {
        return clean(twice);
      }
      String east = eastAsian(labelled);
      return clean(east == null ? utf8 : east);
    }
    return clean(utf8);
  }

  private static String clean(String text) {
    int end = text.indexOf('\0');
    return (end < 0 ? text : text.substring(0, end)).strip();
  }

  private static @Nullable String eastAsian(byte[] bytes) {
    Pairs pairs = Pairs.of(bytes);
    if (pairs.kana * 3 >= Math.max(1, pairs.total)) {
      String japanese = plausible(bytes, SHIFT_JIS);
      if (japanese != null) {
        return japanese;
      }
    }
    if (pairs.gb2312 == pairs.total) {
      return plausible(bytes, GB18030);
    }
    if (pairs.big5 == pairs.total) {
      String traditional = plausible(bytes, BIG5);
      if (traditional != null) {
        return traditional;
      }
    }
    return plausible(bytes, GB18030);
  }

  private static @Nullable String plausible(byte[] bytes, Charset charset) {
    String text = StrictText.decode(bytes, charset);
    if (text == null) {
      return null;
    }
    long letters = text.codePoints().filter(c -> c > ' ').count();
    long foreign = text.codePoints().filter(c -> c >= 0x80).count();
    boolean unknown = text.codePoints().anyMatch(c -> (c >= 0xe000 && c < 0xf900) || c == 0xfffd);
    boolean enough = foreign * 2 > letters || (charset.equals(GB18030) && hasCommonHan(bytes));
    return !unknown && enough ? text : null;
  }

  /**
   * Returns whether two characters of GB 2312's first level stand side by side, and nothing above
   * ASCII is anything else: four such letters in a row are no word of a European language.
   */
  private static boolean hasCommonHan(byte[] bytes) {
    boolean found = false;
    int run = 0;
    for (int i = 0; i < bytes.length; i++) {
      int lead = bytes[i] & 0xff;
      if (lead < 0x80) {
        run = 0;
        continue;
      }
      int trail = i + 1 < bytes.length ? bytes[++i] & 0xff : 0;
      boolean mark = lead >= 0xa1 && lead <= 0xa3;
      boolean han = lead >= 0xb0 && lead <= 0xd7;
      if (trail < 0xa1 || !(han || mark)) {
        return false;
      }
      run = han ? run + 1 : 0;
      found |= run >= 2;
    }
    return found;
  }

  /**
   * How many two-byte characters there are, and in which tables they would be common ones.
   *
   * @param gb2312 lead B0–F7 and trail A1–FE, or punctuation A1–A3: simplified Chinese
   * @param big5 lead A1–F9 and trail 40–7E or A1–FE: traditional Chinese
   * @param kana lead 82 or 83: Japanese
   */
  private record Pairs(int total, int gb2312, int big5, int kana) {
    static Pairs of(byte[] bytes) {
      int total = 0;
      int gb2312 = 0;
      int big5 = 0;
      int kana = 0;
      int i = 0;
      while (i < bytes.length) {
        int lead = bytes[i++] & 0xff;
        if (lead < 0x80) {
          continue;
        }
        int trail = i < bytes.length ? bytes[i++] & 0xff : 0;
        boolean highTrail = trail >= 0xa1 && trail <= 0xfe;
        boolean lowTrail = trail >= 0x40 && trail <= 0x7e;
        total++;
        boolean han = lead >= 0xb0 && lead <= 0xf7;
        gb2312 += highTrail && (han || (lead >= 0xa1 && lead <= 0xa3)) ? 1 : 0;
        big5 += lead >= 0xa1 && lead <= 0xf9 && (highTrail || lowTrail) ? 1 : 0;
        kana += lead == 0x82 || lead == 0x83 ? 1 : 0;
      }
      return new Pairs(total, gb2312, big5, kana);
    }
  }
}
