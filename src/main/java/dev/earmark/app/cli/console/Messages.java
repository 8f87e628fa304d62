package dev.earmark.app.cli.console;

import dev.earmark.base.Language;
import dev.earmark.config.value.Problem;
import dev.earmark.remote.http.status.LiveStatus;
import dev.earmark.text.SentenceTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says to people, in the language of their locale. The sentences are in
 * {@code messages_en.properties} and {@code messages_zh.properties}; what one of them lacks is said
 * by its key.
 */
public final class Messages {
  private static final String CATALOGUE = "catalogue ";

  private final Language language;
  private final Properties sentences;

  private Messages(Language language) {
    this.language = language;
    this.sentences = load("messages_" + language.code() + ".properties");
  }

  /** Returns the sentences of a language. */
  public static Messages of(Language language) {
    return new Messages(language);
  }

  /** Returns the sentences of the locale that this process was started in. */
  public static Messages ofLocale() {
    return of(language(System.getProperty("earmark.locale"), System.getenv()));
  }

  /**
   * Returns the language of a locale as POSIX has it: {@code LC_ALL}, else {@code LC_MESSAGES},
   * else {@code LANG}.
   *
   * @param launcher the locale that the launcher was called in, which it may have had to change for
   *     Java; null without a launcher
   */
  static Language language(@Nullable String launcher, Map<String, String> environment) {
    String locale = launcher == null ? "" : launcher;
    for (String name : new String[] {"LC_ALL", "LC_MESSAGES", "LANG"}) {
      if (locale.isEmpty()) {
        locale = environment.getOrDefault(name, "");
      }
    }
    return locale.toLowerCase(Locale.ROOT).startsWith("zh") ? Language.ZH : Language.EN;
  }

  /** Returns the language. */
  public Language language() {
    return language;
  }

  /** Returns a sentence with its holes filled. */
  public String text(String key, Object... holes) {
    return String.format(Locale.ROOT, sentences.getProperty(key, key), holes);
  }

  /** Returns a sentence, or what stands for one that is not there. */
  public String textOr(String key, String otherwise) {
    return sentences.getProperty(key, otherwise);
  }

  /** Returns the name of a part of the daemon, such as {@code microphone} or a catalogue. */
  public String part(String name) {
    return name.startsWith(CATALOGUE)
        ? text("catalogue", name.substring(CATALOGUE.length()))
        : text(name);
  }

  /**
   * Returns a sentence that was written in English in the language of the locale, where the tables
   * have words for it.
   */
  public String sentence(String english) {
    return language == Language.EN ? english : Tables.CHINESE.in(language, english);
  }

  /** Returns what is wrong in the configuration, one line for each problem. */
  public String problems(List<Problem> problems) {
    return problems.stream().map(this::problem).collect(Collectors.joining("\n"));
  }

  /** Returns what is wrong with a key: where it stands, its name and the remedy. */
  public String problem(Problem problem) {
    String colon = language.pick("：", ": ");
    String key = problem.key().isEmpty() ? "" : problem.key() + colon;
    return sentence(problem.where()) + colon + key + sentence(problem.text());
  }

  /** Read at their first use, which in English never comes. */
  private static final class Tables {
    static final SentenceTable CHINESE =
        SentenceTable.load(Messages.class, "sentences.zh.txt")
            .and(SentenceTable.load(LiveStatus.class, "health.zh.txt"));
  }

  private static Properties load(String name) {
    Properties read = new Properties();
    try (InputStream in = Messages.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      read.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read;
  }
}
