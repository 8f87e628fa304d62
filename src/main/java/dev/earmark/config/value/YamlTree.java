package dev.earmark.config.value;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A YAML file as paths with lines. The composer's nodes are used, not bound objects, since only
 * they know the lines of the keys.
 */
public final class YamlTree {
  /** A value as it is written: a text, or a list; a list's items are texts or maps of texts. */
  public record Entry(int line, String path, List<Object> items, boolean isList) {
    /** Returns the text; empty for a list. */
    public String text() {
      return isList || items.isEmpty() ? "" : (String) items.get(0);
    }

    /** Returns whether nothing is written behind the key, as above keys that are commented out. */
    public boolean isEmpty() {
      return !isList && items.isEmpty();
    }
  }

  /**
   * An item of a list that is itself a map, with its line; the keys of maps inside it are joined by
   * dots.
   */
  public record Item(int line, Map<String, Field> fields) {}

  /**
   * A value inside an item.
   *
   * @param text the items of a list are joined by {@link Key#SEPARATOR}
   */
  public record Field(int line, String text, boolean isList) {}

  /** Deeper than any key, with a list of maps in it. */
  private static final int DEEPEST = 16;

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final String name;
  private final List<Problem> problems;

  private YamlTree(String name, List<Problem> problems) {
    this.name = name;
    this.problems = problems;
  }

  /** Reads the file; what cannot be read becomes a problem. */
  public static Map<String, Entry> read(Path file, List<Problem> problems) {
    String name = String.valueOf(file.getFileName());
    YamlTree tree = new YamlTree(name, problems);
    try {
      String text = Files.readString(file, StandardCharsets.UTF_8);
      LoadSettings settings = LoadSettings.builder().setLabel(name).build();
      if (tree.isPlain(new Parse(settings).parseString(text))) {
        Optional<Node> root = new Compose(settings).composeString(text);
        root.ifPresent(node -> tree.walk("", node));
      }
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      problems.add(
          new Problem(name + " line " + line, "", "this is not valid YAML: " + e.getProblem()));
    } catch (YamlEngineException e) {
      problems.add(new Problem(name, "", "this is not valid YAML: " + e.getMessage()));
    } catch (CharacterCodingException e) {
      problems.add(new Problem(name, "", "the file is not UTF-8; save it as UTF-8"));
    } catch (IOException e) {
      problems.add(
          new Problem(
              name, "", "the file cannot be read; check its owner and mode (" + file + ")"));
    }
    return tree.entries;
  }

  /**
   * Returns whether the file is a tree that can be walked: an alias may make it a ring, and nesting
   * without end would use up the stack. The parser's events come one by one, without recursion.
   */
  private boolean isPlain(Iterable<Event> events) {
    boolean plain = true;
    int depth = 0;
    for (Event event : events) {
      int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
      if (event instanceof AliasEvent alias) {
        problem(line, "", "*" + alias.getAlias() + " is an alias; write the value itself here");
        plain = false;
      } else if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
        problem(line, "", "this is nested too deeply; no key needs that");
        return false;
      } else if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
    return plain;
  }

  /**
   * Reads a map that ships with the product.
   *
   * @throws IllegalStateException when it is none
   */
  public static Item shipped(String name, String text) {
    List<Problem> problems = new ArrayList<>();
    YamlTree tree = new YamlTree(name, problems);
    Optional<Node> root =
        new Compose(LoadSettings.builder().setLabel(name).build()).composeString(text);
    Item item =
        root.isPresent() && root.get() instanceof MappingNode map
            ? tree.item(name, map)
            : new Item(0, Map.of());
    if (item.fields().isEmpty() || !problems.isEmpty()) {
      throw new IllegalStateException(name + " is no mapping: " + problems);
    }
    return item;
  }

  private void walk(String path, Node node) {
    if (node instanceof MappingNode map) {
      for (NodeTuple tuple : map.getValue()) {
        String key = tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?";
        child(path.isEmpty() ? key : path + "." + key, tuple);
      }
    } else if (!isNull(node)) {
      problem(
          line(node),
          path,
          "expected keys with values, such as \"server:\" and below it \"port: 8765\"");
    }
  }

  private void child(String path, NodeTuple tuple) {
    int line = line(tuple.getKeyNode());
    Node value = tuple.getValueNode();
    if (value instanceof MappingNode) {
      walk(path, value);
    } else if (value instanceof SequenceNode sequence) {
      put(new Entry(line, path, items(path, sequence), /* isList= */ true));
    } else if (value instanceof ScalarNode scalar) {
      put(
          new Entry(
              line,
              path,
              isNull(value) ? List.of() : List.of(scalar.getValue()),
              /* isList= */ false));
    }
  }

  private void put(Entry entry) {
    Entry before = entries.put(entry.path(), entry);
    if (before != null) {
      problem(entry.line(), entry.path(), "the key is there twice, first in line " + before.line());
    }
  }

  private List<Object> items(String path, SequenceNode sequence) {
    List<Object> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      if (item instanceof ScalarNode scalar) {
        items.add(scalar.getValue());
      } else if (item instanceof MappingNode map) {
        items.add(item(path, map));
      } else {
        problem(line(item), path, "a list inside a list has no meaning here");
      }
    }
    return items;
  }

  private Item item(String path, MappingNode map) {
    Map<String, Field> fields = new LinkedHashMap<>();
    fields(path, "", map, fields);
    return new Item(line(map), fields);
  }

  private void fields(String path, String prefix, MappingNode map, Map<String, Field> fields) {
    for (NodeTuple tuple : map.getValue()) {
      int line = line(tuple.getKeyNode());
      String key =
          prefix + (tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : "?");
      Node value = tuple.getValueNode();
      if (value instanceof MappingNode inner) {
        fields(path, key + ".", inner, fields);
      } else if (fields.containsKey(key)) {
        problem(line, path + "." + key, "the key is there twice");
      } else if (value instanceof ScalarNode scalar) {
        fields.put(key, new Field(line, isNull(value) ? "" : scalar.getValue(), false));
      } else if (value instanceof SequenceNode sequence) {
        fields.put(key, new Field(line, joined(path + "." + key, sequence), true));
      }
    }
  }

  private String joined(String path, SequenceNode sequence) {
    List<String> texts = new ArrayList<>();
    for (Object item : items(path, sequence)) {
      if (item instanceof String text) {
        texts.add(text);
      } else {
        problem(line(sequence), path, "expected a list of texts");
      }
    }
    return String.join(Key.SEPARATOR, texts);
  }

  private void problem(int line, String path, String text) {
    problems.add(new Problem(name + " line " + line, path, text));
  }

  private static boolean isNull(Node node) {
    return Tag.NULL.equals(node.getTag());
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
