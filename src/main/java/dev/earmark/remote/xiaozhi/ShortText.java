package dev.earmark.remote.xiaozhi;

import dev.earmark.base.Language;
import java.nio.charset.StandardCharsets;

/**
 * Makes results fit: the service takes about 1,024 bytes of a result, and a model reads a list to
 * its end as if it were whole. So what is cut says so.
 */
final class ShortText {
  private static final String SENTENCE_ENDS = "。！？；.!?;";

  private ShortText() {}

  /** Returns a text of at most so many bytes of UTF-8, cut at a line, a sentence or a character. */
  static String fit(String text, int maxBytes, Language language) {
    if (bytes(text) <= maxBytes) {
      return text;
    }
    String[] lines = text.split("\n", -1);
    for (int kept = lines.length - 1; kept >= 1; kept--) {
      String note =
          language.pick(
              "（共" + lines.length + "条，这里是前" + kept + "条）",
              "(" + lines.length + " in all, these are the first " + kept + ")");
      String head = String.join("\n", java.util.Arrays.copyOf(lines, kept)) + "\n" + note;
      if (bytes(head) <= maxBytes) {
        return head;
      }
    }
    return cut(text, maxBytes);
  }

  private static String cut(String text, int maxBytes) {
    int end = 0;
    int used = 0;
    int room = maxBytes - bytes("…");
    int sentence = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      used += bytes(Character.toString(point));
      if (used > room) {
        break;
      }
      end += Character.charCount(point);
      if (SENTENCE_ENDS.indexOf(point) >= 0) {
        sentence = end;
      }
    }
    return text.substring(0, sentence > end / 2 ? sentence : end) + "…";
  }

  static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
