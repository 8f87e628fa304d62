package dev.earmark.config.value;

import java.util.Locale;
import java.util.function.Function;

/**
 * One key of config.yml.
 *
 * @param path with dots, such as {@code listen.end-silence}
 * @param fallback the default, as it would be written in config.yml
 * @param parser turns the written text into a value; throws {@link IllegalArgumentException} with
 *     what is expected, in words
 * @param isList whether the value is a list of texts; the parser then gets them joined by {@link
 *     #SEPARATOR}
 * @param <T> the type of the value
 */
public record Key<T>(String path, String fallback, Function<String, T> parser, boolean isList) {
  /** Joins the items of a list; a character that no sensible value holds. */
  public static final String SEPARATOR = "\u001f";

  /** Returns the environment variable that overrides the key. */
  public String environmentVariable() {
    return "EARMARK_" + path.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }
}
