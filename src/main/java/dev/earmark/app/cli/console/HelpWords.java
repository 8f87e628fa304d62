package dev.earmark.app.cli.console;

import dev.earmark.base.Language;
import dev.earmark.text.SentenceTable;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of all commands in Chinese. Descriptions stand in English beside the options; {@code
 * help.zh.txt} has the same sentences in Chinese, and the library gets them as a resource bundle.
 */
public final class HelpWords extends ResourceBundle {
  private final Map<String, String> words = new LinkedHashMap<>();

  private HelpWords(CommandSpec root) {
    add(root);
  }

  /** Gives a command and all below it the help in a language; in English it stays as it is. */
  public static void use(CommandLine line, Language language) {
    if (language == Language.ZH) {
      line.setResourceBundle(new HelpWords(line.getCommandSpec()));
    }
  }

  /** Returns a sentence of the help in the language. */
  public static String sentence(String english, Language language) {
    return language == Language.EN ? english : Table.CHINESE.in(language, english);
  }

  private void add(CommandSpec spec) {
    String at = spec.qualifiedName(".") + ".";
    UsageMessageSpec usage = spec.usageMessage();
    put(at + "usage.header", usage.header());
    put(at + "usage.description", usage.description());
    put(at + "usage.synopsisHeading", usage.synopsisHeading());
    put(at + "usage.commandListHeading", usage.commandListHeading());
    for (OptionSpec option : spec.options()) {
      for (String name : option.names()) {
        put(at + name.replaceFirst("^-+", ""), option.description());
      }
    }
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      put(at + parameter.paramLabel() + "[" + parameter.index() + "]", parameter.description());
    }
    spec.subcommands().values().forEach(below -> add(below.getCommandSpec()));
  }

  /** Line ends of headings are the library's own way of writing them. */
  private void put(String key, String... lines) {
    String text = String.join(" ", lines);
    String end = text.endsWith("%n") ? "%n" : "";
    String said = Table.CHINESE.in(Language.ZH, text.substring(0, text.length() - end.length()));
    if (!text.isEmpty()) {
      words.put(key, said + end);
    }
  }

  @Override
  protected @Nullable Object handleGetObject(String key) {
    return words.get(key);
  }

  @Override
  public Enumeration<String> getKeys() {
    return Collections.enumeration(words.keySet());
  }

  /** Read when the first help is shown in Chinese. */
  private static final class Table {
    static final SentenceTable CHINESE = SentenceTable.load(HelpWords.class, "help.zh.txt");
  }
}
