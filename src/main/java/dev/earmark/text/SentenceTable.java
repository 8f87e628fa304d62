package dev.earmark.text;

import dev.earmark.base.Language;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sentences of the program in the reader's language. The program writes them in English, as the log
 * does; a table holds the same sentences in Chinese, one {@code English = Chinese} a line, with
 * {@code {}} for what changes. The first line that fits counts. What stands in a hole is looked up
 * by itself; a sentence that is not in the table stays as it is. Immutable.
 */
public final class SentenceTable {
  private final List<Sentence> sentences;

  private SentenceTable(List<Sentence> sentences) {
    this.sentences = List.copyOf(sentences);
  }

  /** A sentence with holes, and what it is in Chinese. */
  private record Sentence(Pattern english, String chinese) {}

  /**
   * Reads a table.
   *
   * @param near the class beside which the file stands
   * @param name the file's name
   * @throws IllegalStateException when the jar lacks it
   */
  public static SentenceTable load(Class<?> near, String name) {
    try (InputStream in = near.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      List<Sentence> sentences = new ArrayList<>();
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] both = line.split(" = ", 2);
          String pattern = Pattern.quote(both[0]).replace("{}", "\\E(.+)\\Q");
          sentences.add(new Sentence(Pattern.compile(pattern, Pattern.DOTALL), both[1]));
        }
      }
      return new SentenceTable(sentences);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a table that looks here first, then in the other one. */
  public SentenceTable and(SentenceTable other) {
    List<Sentence> all = new ArrayList<>(sentences);
    all.addAll(other.sentences);
    return new SentenceTable(all);
  }

  /** Returns the sentence in the language; the same where the table has no words for it. */
  public String in(Language language, String english) {
    return language == Language.EN ? english : chinese(english);
  }

  private String chinese(String text) {
    for (Sentence sentence : sentences) {
      Matcher matcher = sentence.english().matcher(text);
      if (matcher.matches()) {
        String chinese = sentence.chinese();
        StringBuilder said = new StringBuilder();
        int from = 0;
        for (int i = 1; i <= matcher.groupCount(); i++) {
          int hole = chinese.indexOf("{}", from);
          said.append(chinese, from, hole).append(chinese(matcher.group(i)));
          from = hole + 2;
        }
        return said.append(chinese.substring(from)).toString();
      }
    }
    return text;
  }
}
