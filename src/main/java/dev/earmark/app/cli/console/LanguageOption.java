package dev.earmark.app.cli.console;

import dev.earmark.base.Language;
import org.jspecify.annotations.Nullable;

/** What {@code --language} means. */
public final class LanguageOption {
  private LanguageOption() {}

  /**
   * Returns the language that was given, or the one of the text.
   *
   * @param code {@code zh} or {@code en}; null when none was given
   * @param text what the language is guessed from then
   * @param fallback the language of a text that tells none
   * @throws CliException wrong usage, when there is no such language
   */
  public static Language of(@Nullable String code, String text, Language fallback) {
    if (code == null) {
      return Language.guess(text, fallback);
    }
    try {
      return Language.of(code);
    } catch (IllegalArgumentException e) {
      throw new CliException(CliException.USAGE, String.valueOf(e.getMessage()));
    }
  }
}
