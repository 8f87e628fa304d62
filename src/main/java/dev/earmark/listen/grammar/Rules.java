package dev.earmark.listen.grammar;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of rules in text form: classes and whole commands. Immutable.
 *
 * <p>One rule a line. {@code name = expression} defines a class, an expression alone is a command.
 * In an expression blanks separate, {@code |} chooses, {@code ( )} groups, {@code [ ]} is optional,
 * {@code <name>} is a class; {@code #} begins a comment.
 */
public final class Rules {
  private static final Pattern CLASS = Pattern.compile("([a-z]+) = (.*)");
  private static final Pattern SYMBOL =
      Pattern.compile("<[a-z]+>|[()\\[\\]|]|[^\\s()\\[\\]|<>]+|[<>]");

  private final Map<String, Node> classes;
  private final List<Node> commands;

  private Rules(Map<String, Node> classes, List<Node> commands) {
    this.classes = Map.copyOf(classes);
    this.commands = List.copyOf(commands);
  }

  /** Part of an expression. */
  sealed interface Node {
    /** A literal without blanks. */
    record Literal(String text) implements Node {}

    /** The name of a class. */
    record Reference(String name) implements Node {}

    /** One after the other. */
    record Sequence(List<Node> parts) implements Node {}

    /** One of several. */
    record Choice(List<Node> options) implements Node {}

    /** There or not. */
    record Maybe(Node node) implements Node {}
  }

  /**
   * Reads rules.
   *
   * @throws IllegalArgumentException naming the line that is wrong
   */
  public static Rules parse(String text) {
    Map<String, Node> classes = new LinkedHashMap<>();
    List<Node> commands = new ArrayList<>();
    for (String line : text.lines().toList()) {
      String rule = line.strip();
      if (rule.isEmpty() || rule.startsWith("#")) {
        continue;
      }
      Matcher definition = CLASS.matcher(rule);
      if (definition.matches()) {
        classes.put(definition.group(1), new Parser(definition.group(2)).parse());
      } else {
        commands.add(new Parser(rule).parse());
      }
    }
    return new Rules(classes, commands);
  }

  /** Reads the rules of a resource beside this package's parent, such as {@code zh}. */
  public static Rules builtIn(String language) {
    String name = "/dev/earmark/listen/commands." + language + ".rules";
    try (InputStream in = Rules.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("no such rules: " + name);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes rules of plain phrases, each a whole command. */
  public static Rules ofPhrases(List<String> phrases) {
    List<Node> commands = new ArrayList<>();
    for (String phrase : phrases) {
      if (!phrase.isBlank()) {
        commands.add(words(phrase));
      }
    }
    return new Rules(Map.of(), commands);
  }

  /** Returns these rules with a class of plain phrases put in or replaced. */
  public Rules withClass(String name, List<String> phrases) {
    Map<String, Node> more = new LinkedHashMap<>(classes);
    more.put(name, new Node.Choice(phrases.stream().map(Rules::words).toList()));
    return new Rules(more, commands);
  }

  /** Returns the class of that name; one that is not defined holds nothing. */
  Node classNamed(String name) {
    return classes.getOrDefault(name, new Node.Choice(List.of()));
  }

  /** Returns the options of a class that is a choice; none when it is not defined. */
  List<Node> options(String name) {
    return classNamed(name) instanceof Node.Choice choice ? choice.options() : List.of();
  }

  List<Node> commands() {
    return commands;
  }

  private static Node words(String phrase) {
    List<Node> parts = new ArrayList<>();
    for (String word : phrase.strip().split("\\s+", -1)) {
      parts.add(new Node.Literal(word));
    }
    return new Node.Sequence(parts);
  }

  /** Recursive descent over the symbols of one rule. */
  private static final class Parser {
    private final String rule;
    private final List<String> symbols = new ArrayList<>();
    private int at;

    Parser(String rule) {
      this.rule = rule;
      Matcher matcher = SYMBOL.matcher(rule);
      while (matcher.find()) {
        symbols.add(matcher.group());
      }
    }

    Node parse() {
      Node node = choice();
      if (at < symbols.size()) {
        throw wrong("unexpected '" + symbols.get(at) + "'");
      }
      return node;
    }

    private Node choice() {
      List<Node> options = new ArrayList<>();
      options.add(sequence());
      while (at < symbols.size() && symbols.get(at).equals("|")) {
        at++;
        options.add(sequence());
      }
      return options.size() == 1 ? options.get(0) : new Node.Choice(options);
    }

    private Node sequence() {
      List<Node> parts = new ArrayList<>();
      while (at < symbols.size() && !"|)]".contains(symbols.get(at))) {
        parts.add(part());
      }
      if (parts.isEmpty()) {
        throw wrong("nothing between two signs");
      }
      return parts.size() == 1 ? parts.get(0) : new Node.Sequence(parts);
    }

    private Node part() {
      String symbol = symbols.get(at++);
      return switch (symbol) {
        case "(" -> closed(choice(), ")");
        case "[" -> new Node.Maybe(closed(choice(), "]"));
        case "<", ">" -> throw wrong("a class name is <letters>");
        default ->
            symbol.startsWith("<")
                ? new Node.Reference(symbol.substring(1, symbol.length() - 1))
                : new Node.Literal(symbol);
      };
    }

    private Node closed(Node node, String sign) {
      if (at >= symbols.size() || !symbols.get(at++).equals(sign)) {
        throw wrong("'" + sign + "' is missing");
      }
      return node;
    }

    private IllegalArgumentException wrong(String what) {
      return new IllegalArgumentException("rule \"" + rule + "\": " + what);
    }
  }
}
