package dev.earmark.text;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences that the code hands to a method, read from its source. */
public final class SourceSentences {
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final String ARGUMENT = "\\s*((?:[^;\"]|\"(?:[^\"\\\\]|\\\\.)*\")*?)\\)+\\s*[;)}]";

  private SourceSentences() {}

  /**
   * Returns the sentences with 7 in the place of what changes; expressions without words and those
   * that choose between two are left out.
   *
   * @param call a pattern of the call up to where the sentence begins
   */
  public static Set<String> of(String folder, String call) throws IOException {
    Pattern pattern = Pattern.compile(call + ARGUMENT);
    Set<String> sentences = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Matcher found = pattern.matcher(Files.readString(file));
        while (found.find()) {
          sentence(found.group(1)).ifPresent(sentences::add);
        }
      }
    }
    return sentences;
  }

  private static Optional<String> sentence(String argument) {
    String expression = argument.replaceFirst(",\\s*e$", ""); // the cause of an exception
    String text = LITERAL.matcher(expression).results().map(MatchResult::group).collect(joining());
    if (!text.matches(".*[a-z]{2}.*[a-z]{2}.*") || expression.contains(" ? ")) {
      return Optional.empty();
    }
    StringBuilder said = new StringBuilder();
    Matcher literal = LITERAL.matcher(expression);
    int from = 0;
    while (literal.find()) {
      if (expression.substring(from, literal.start()).matches("(?s).*\\w.*")) {
        said.append('7');
      }
      said.append(literal.group(1).replace("\\\"", "\""));
      from = literal.end();
    }
    return Optional.of(
        expression.substring(from).matches("(?s).*\\w.*") ? said + "7" : said.toString());
  }
}
