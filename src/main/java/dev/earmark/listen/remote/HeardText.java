package dev.earmark.listen.remote;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes what a server wrote the text of a command. Stateless. */
final class HeardText {
  /** What transcription models write for sound that is no speech, such as {@code [BLANK_AUDIO]}. */
  private static final Pattern REMARK = Pattern.compile("\\[[^\\]]*]|\\([^)]*\\)|<\\|[^|]*\\|>");

  /** What stands between digits belongs to a number or a time: {@code 1.25}, {@code 8:30}. */
  private static final Pattern PUNCTUATION =
      Pattern.compile("[,;!?\"、。，；！？…“”《》「」~～♪]+|(?<!\\d)[.:]|[.:](?!\\d)");

  /** The comma of thousands, as models write it also in Chinese text. */
  private static final Pattern THOUSANDS =
      Pattern.compile("(?<=(?<!\\d)\\d{1,3}),(?=\\d{3}(?!\\d))");

  private static final String HAN = "\\p{IsHan}";
  private static final Pattern BETWEEN_HAN =
      Pattern.compile("(?<=" + HAN + ")\\s+(?=[\\d" + HAN + "])|(?<=\\d)\\s+(?=" + HAN + ")");
  private static final Set<String> FILLERS =
      Set.of("嗯", "啊", "呃", "哦", "额", "the", "uh", "um", "oh", "ah", "hm", "huh", "you");

  private HeardText() {}

  /** Returns the command: lower case, no punctuation, no wake phrase before it; empty for none. */
  static String command(String written, List<String> wakePhrases) {
    String text = REMARK.matcher(written).replaceAll(" ");
    text = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    text = THOUSANDS.matcher(text).replaceAll("");
    text = PUNCTUATION.matcher(text).replaceAll(" ").strip().replaceAll("\\s+", " ");
    text = BETWEEN_HAN.matcher(text).replaceAll("");
    for (String phrase : wakePhrases) {
      text = before(phrase).matcher(text).replaceFirst("");
    }
    return FILLERS.containsAll(List.of(text.split(" ", -1))) ? "" : text;
  }

  /** The phrase at the beginning, blanks anywhere in it or not. */
  private static Pattern before(String phrase) {
    String letters =
        phrase
            .toLowerCase(Locale.ROOT)
            .codePoints()
            .filter(Character::isLetterOrDigit)
            .mapToObj(Character::toString)
            .map(Pattern::quote)
            .collect(Collectors.joining("\\s*"));
    return Pattern.compile("^" + letters + "(?![a-z0-9])\\s*");
  }
}
