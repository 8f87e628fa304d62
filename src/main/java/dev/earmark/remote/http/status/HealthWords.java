package dev.earmark.remote.http.status;

import dev.earmark.base.Health;
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
 * What the parts say of themselves, in the reader's language.
 *
 * <p>The parts report in English, as the log does; {@code health.zh.txt} beside this class holds
 * the same sentences in Chinese, with {@code {}} for what changes. A sentence that is not in it, or
 * a part of one, stays as it is.
 */
final class HealthWords {
  private static final List<Sentence> CHINESE = load();

  private HealthWords() {}

  /** A sentence with holes, and what it is in Chinese. */
  private record Sentence(Pattern english, String chinese) {}

  /** Returns the part with its text in the language. */
  static Health.Part of(Health.Part part, Language language) {
    return language == Language.EN
        ? part
        : new Health.Part(part.part(), part.ok(), chinese(part.text()));
  }

  /** Returns a text in the language; it is the same where the language has no words for it. */
  static String of(String text, Language language) {
    return language == Language.EN ? text : chinese(text);
  }

  private static String chinese(String text) {
    for (Sentence sentence : CHINESE) {
      Matcher matcher = sentence.english().matcher(text);
      if (matcher.matches()) {
        String chinese = sentence.chinese();
        for (int i = 1; i <= matcher.groupCount(); i++) {
          int hole = chinese.indexOf("{}");
          String inside = chinese(matcher.group(i));
          chinese = chinese.substring(0, hole) + inside + chinese.substring(hole + 2);
        }
        return chinese;
      }
    }
    return text;
  }

  private static List<Sentence> load() {
    try (InputStream in = HealthWords.class.getResourceAsStream("health.zh.txt")) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks health.zh.txt");
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
      return List.copyOf(sentences);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
