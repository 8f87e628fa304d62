package dev.earmark.config;

import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.Problem;
import dev.earmark.config.value.YamlTree;
import dev.earmark.text.EditDistance;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One item of a list of maps, such as the catalogues. It notes which keys were asked for, so that
 * {@link #refuseOthers} knows which ones its type does not have.
 */
final class CatalogueItem {
  private final String list;
  private final YamlTree.Item item;
  private final String place;
  private final List<Problem> problems;
  private final Map<String, YamlTree.Field> fields;
  private final Set<String> asked = new LinkedHashSet<>();
  private final Set<String> askedMaps = new LinkedHashSet<>();

  /**
   * Makes an item.
   *
   * @param place the file's name, or the environment variable, for problems
   */
  CatalogueItem(YamlTree.Item item, String place, List<Problem> problems) {
    this(item, place, problems, Catalogues.KEY);
  }

  /**
   * Makes an item of another list.
   *
   * @param list the list's key
   */
  CatalogueItem(YamlTree.Item item, String place, List<Problem> problems, String list) {
    this.list = list;
    this.item = item;
    this.place = place;
    this.problems = problems;
    this.fields = new LinkedHashMap<>(item.fields());
  }

  /** Puts values in place of keys that are not written. */
  void addDefaults(Map<String, YamlTree.Field> defaults) {
    // A list of candidates or a map of parameters that is written replaces the shipped one by key.
    defaults.forEach(fields::putIfAbsent);
  }

  /** Returns the value of a key, the default when it is missing or wrong. */
  <T> T get(Key<T> key) {
    asked.add(key.path());
    YamlTree.Field field = fields.get(key.path());
    if (field == null) {
      return key.parser().apply(key.fallback());
    }
    if (field.isList() && !key.isList()) {
      problem(key.path(), "expected one value, not a list");
      return key.parser().apply(key.fallback());
    }
    try {
      return key.parser().apply(field.text());
    } catch (IllegalArgumentException e) {
      problem(
          key.path(),
          e.getMessage()
              + ", but it is '"
              + Parsers.masked(field.text()).replace(Key.SEPARATOR, ", ")
              + "'");
      return key.parser().apply(key.fallback());
    }
  }

  /** Returns whether the key is written with something behind it. */
  boolean has(String key) {
    YamlTree.Field field = fields.get(key);
    return field != null && !field.text().isEmpty();
  }

  /** Returns a map of texts below a key, in its order; its own keys are free. */
  Map<String, String> map(String key) {
    askedMaps.add(key + ".");
    Map<String, String> map = new LinkedHashMap<>();
    fields.forEach(
        (name, field) -> {
          if (name.startsWith(key + ".") && !field.isList()) {
            map.put(name.substring(key.length() + 1), field.text());
          }
        });
    return map;
  }

  /** Names a problem with a key, at its line when it is written and at the item's otherwise. */
  void problem(String key, String text) {
    YamlTree.Field field = item.fields().get(key);
    int line = field == null ? item.line() : field.line();
    problems.add(new Problem(where(line), list + "." + key, text));
  }

  /** Returns where the key, or else the item, is written. */
  String where(String key) {
    YamlTree.Field field = item.fields().get(key);
    return where(field == null ? item.line() : field.line());
  }

  private String where(int line) {
    return line > 0 ? place + " line " + line : place;
  }

  /** Refuses the keys that nobody has asked for. */
  void refuseOthers(String type) {
    for (String key : item.fields().keySet()) {
      if (!asked.contains(key) && askedMaps.stream().noneMatch(key::startsWith)) {
        problem(
            key,
            owner(type) + " has no such key" + nearest(key) + "; remove it or correct its name");
      }
    }
  }

  private String owner(String type) {
    return switch (list) {
      case Catalogues.KEY -> "a catalogue of the type " + type;
      case Webhooks.KEY, Microphones.KEY, Profiles.KEY -> "a " + type;
      default -> "a server of the type " + type;
    };
  }

  private String nearest(String written) {
    return asked.stream()
        .min(Comparator.comparingInt(known -> EditDistance.between(known, written)))
        .filter(known -> EditDistance.between(known, written) <= 1 + written.length() / 4)
        .map(known -> " (did you mean " + known + "?)")
        .orElse("");
  }
}
