package dev.earmark.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences that the code hands to a method, read from its source. */
public final class SourceSentences {
  private SourceSentences() {}

  /**
   * Returns the sentences with 7 in the place of what changes; of an expression that chooses
   * between two, both. What has no words is left out.
   *
   * @param call a pattern of the call up to where the sentence begins
   */
  public static Set<String> of(String folder, String call) throws IOException {
    Pattern pattern = Pattern.compile(call);
    Set<String> sentences = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        String source = Files.readString(file);
        Matcher found = pattern.matcher(source);
        while (found.find()) {
          sentences.addAll(choices(argument(source, found.end())));
        }
      }
    }
    sentences.removeIf(text -> !text.matches("(?s).*[a-z]{2}.*[a-z]{2}.*"));
    return sentences;
  }

  /** Returns the argument that begins here, up to the comma or bracket behind it. */
  private static String argument(String source, int from) {
    int end = next(source, from, ",);");
    return source.substring(from, end);
  }

  /** Returns where one of the signs stands first, outside of brackets and of texts. */
  private static int next(String source, int from, String signs) {
    int depth = 0;
    for (int i = from; i < source.length(); i++) {
      char c = source.charAt(i);
      if (depth == 0 && signs.indexOf(c) >= 0) {
        return i;
      } else if (c == '"') {
        i = textEnd(source, i);
      } else if (c == '\'') {
        i = source.indexOf('\'', i + (source.charAt(i + 1) == '\\' ? 3 : 2));
      } else if ("([{".indexOf(c) >= 0) {
        depth++;
      } else if (")]}".indexOf(c) >= 0) {
        depth--;
      }
    }
    return source.length();
  }

  private static int textEnd(String source, int start) {
    int i = start + 1;
    while (source.charAt(i) != '"') {
      i += source.charAt(i) == '\\' ? 2 : 1;
    }
    return i;
  }

  private static List<String> choices(String expression) {
    int question = next(expression, 0, "?");
    if (question < expression.length()) {
      int colon = next(expression, question + 1, ":?");
      List<String> both = new ArrayList<>(choices(expression.substring(question + 1, colon)));
      both.addAll(choices(expression.substring(colon + 1)));
      return both;
    }
    StringBuilder said = new StringBuilder();
    int from = 0;
    boolean words = false;
    while (from < expression.length()) {
      int plus = next(expression, from, "+");
      String part = expression.substring(from, plus).strip();
      boolean text = part.startsWith("\"") && textEnd(part, 0) == part.length() - 1;
      words |= text;
      said.append(text ? part.substring(1, part.length() - 1).replace("\\\"", "\"") : "7");
      from = plus + 1;
    }
    return words ? List.of(said.toString()) : List.of();
  }
}
