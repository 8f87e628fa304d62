package dev.earmark.agent.rules.words;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Regular expressions that are compiled once. {@link String#matches} compiles its expression at
 * each call, which takes longer than all the matching of a sentence.
 *
 * <p>Thread-safe. Only for expressions that stand in the code: they stay for ever.
 */
public final class Patterns {
  private static final Map<String, Pattern> KNOWN = new ConcurrentHashMap<>();

  private Patterns() {}

  /** Returns the compiled expression. */
  public static Pattern of(String expression) {
    return KNOWN.computeIfAbsent(expression, Pattern::compile);
  }

  /** Returns whether the whole text matches. */
  public static boolean matches(CharSequence text, String expression) {
    return of(expression).matcher(text).matches();
  }

  /** Returns the text with every match replaced. */
  public static String replaceAll(CharSequence text, String expression, String replacement) {
    return of(expression).matcher(text).replaceAll(replacement);
  }
}
