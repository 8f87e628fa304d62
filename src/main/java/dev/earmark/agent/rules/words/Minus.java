package dev.earmark.agent.rules.words;

import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds numbers below zero: -10, 负十, "minus ten".
 *
 * <p>A sign behind a number takes away ("ten minus five", 5-3) or joins a range (5-10), and a
 * hyphen joins words ("twenty-five"); neither makes a number negative.
 */
public final class Minus {
  private static final Pattern ZH =
      Pattern.compile(
          "(?<![零一二两三四五六七八九十百\\d])(?<!\\d )(?:[-\\u2212\\uff0d]\\s*(?=\\d)|[负負]\\s*(?:百分之)?|百分之负)");
  private static final Pattern EN =
      Pattern.compile(
          "(?:^|(?<=[\\s,(])|(?<=volume|speed|rate|sound))[-\\u2212\\uff0d](?=\\s?\\d)\\s?|\\b(?:minus|negative) ");
  private static final Pattern EN_NUMBER_BEFORE =
      Pattern.compile(
          "(?:\\d|\\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\w+teen|\\w+ty|hundred|thousand|it))\\s*$");

  private Minus() {}

  /**
   * A number below zero.
   *
   * @param value its size, above zero or zero
   * @param start index of its sign
   * @param end index after its last character
   */
  public record Found(double value, int start, int end) {}

  /** Returns the first number below zero in the text. */
  public static Optional<Found> find(String text, Language language) {
    Matcher sign = (language == Language.ZH ? ZH : EN).matcher(text);
    while (sign.find()) {
      boolean takesAway =
          language == Language.EN
              && EN_NUMBER_BEFORE.matcher(text.substring(0, sign.start())).find();
      Optional<NumberWords.FoundDecimal> number =
          takesAway ? Optional.empty() : NumberWords.decimalAt(text, sign.end(), language);
      if (number.isPresent()) {
        return Optional.of(new Found(number.get().value(), sign.start(), number.get().end()));
      }
    }
    return Optional.empty();
  }
}
