package dev.earmark.config;

import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.Problem;
import dev.earmark.config.value.YamlTree;
import dev.earmark.library.CatalogueSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the list of catalogues, where each type has its own keys. */
final class Catalogues {
  static final String KEY = "catalogues";
  static final String VARIABLE = "EARMARK_CATALOGUES";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,30}");
  private static final Key<String> NAME_KEY = text("name");
  private static final Key<String> TYPE = text("type");
  private static final Key<String> PATH = text("path");

  private final Path file;
  private final Map<String, String> environment;
  private final List<Problem> problems;
  private final List<EarmarkConfig.Effective> effective;
  private final Secrets secrets;
  private final Map<String, String> places;

  /**
   * Makes a reader.
   *
   * @param problems gets what is wrong
   * @param effective gets what counts
   * @param secrets reads keys and passwords
   * @param places gets where each item is written
   */
  Catalogues(
      Path file,
      Map<String, String> environment,
      List<Problem> problems,
      List<EarmarkConfig.Effective> effective,
      Secrets secrets,
      Map<String, String> places) {
    this.file = file;
    this.environment = environment;
    this.problems = problems;
    this.effective = effective;
    this.secrets = secrets;
    this.places = places;
  }

  static Key<String> text(String key) {
    return new Key<>(key, "", Parsers::text, /* isList= */ false);
  }

  /** Returns the catalogues: of the environment, of the file's entry, or the demo books. */
  List<CatalogueSettings> read(YamlTree.@Nullable Entry entry) {
    String variable = environment.get(VARIABLE);
    if (variable != null) {
      return read(ofVariable(variable), VARIABLE);
    }
    if (entry == null || entry.isEmpty()) {
      effective.add(new EarmarkConfig.Effective(KEY, "demo (demo)", "default"));
      return List.of(new CatalogueSettings("demo", "demo", ""));
    }
    return read(entry, String.valueOf(file.getFileName()));
  }

  /** Reads {@code name:type:path}, where the path is an address for services on the web. */
  private static YamlTree.Entry ofVariable(String variable) {
    List<Object> items = new ArrayList<>();
    for (String item : variable.split("\\s*,\\s*", -1)) {
      String[] parts = item.strip().split(":", 3);
      String type = parts.length > 1 ? parts[1] : parts[0];
      Map<String, YamlTree.Field> fields = new LinkedHashMap<>();
      put(fields, "name", parts[0]);
      put(fields, "type", type);
      if (parts.length > 2) {
        put(fields, type.equals("folder") || type.equals("demo") ? "path" : "url", parts[2]);
      }
      items.add(new YamlTree.Item(0, fields));
    }
    return new YamlTree.Entry(0, KEY, items, /* isList= */ true);
  }

  private static void put(Map<String, YamlTree.Field> fields, String key, String text) {
    fields.put(key, new YamlTree.Field(0, text, /* isList= */ false));
  }

  private List<CatalogueSettings> read(YamlTree.Entry entry, String place) {
    String where = entry.line() > 0 ? place + " line " + entry.line() : place;
    List<CatalogueSettings> catalogues = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Object item : entry.items()) {
      if (!(item instanceof YamlTree.Item map)) {
        problems.add(
            new Problem(
                where,
                KEY,
                "expected items such as {name: books, type: folder, path: /srv/books}"));
        continue;
      }
      CatalogueItem written = new CatalogueItem(map, place, problems);
      CatalogueSettings catalogue = catalogue(written);
      if (!names.add(catalogue.name())) {
        problems.add(
            new Problem(
                written.where("name"), KEY, "two catalogues are named '" + catalogue.name() + "'"));
      }
      catalogues.add(catalogue);
      places.putIfAbsent(KEY + "." + catalogue.name(), written.where("path"));
    }
    effective.add(
        new EarmarkConfig.Effective(
            KEY,
            String.join(
                ", ", catalogues.stream().map(c -> c.name() + " (" + c.type() + ")").toList()),
            where));
    return catalogues;
  }

  private CatalogueSettings catalogue(CatalogueItem item) {
    String type = item.get(TYPE);
    String name = item.has("name") ? item.get(NAME_KEY) : type;
    item.get(NAME_KEY);
    if (!NAME.matcher(name).matches()) {
      item.problem("name", "expected letters, digits and dashes, but it is '" + name + "'");
    }
    return switch (type) {
      case "demo" -> demo(name, item);
      case "folder" -> folder(name, item);
      default -> service(name, type, item);
    };
  }

  private static CatalogueSettings demo(String name, CatalogueItem item) {
    String path = item.get(PATH);
    item.refuseOthers("demo");
    return new CatalogueSettings(name, "demo", path);
  }

  private static CatalogueSettings folder(String name, CatalogueItem item) {
    String path = item.get(PATH);
    if (path.isBlank()) {
      item.problem("path", "a folder catalogue needs the path of the folder");
    }
    item.refuseOthers("folder");
    return new CatalogueSettings(name, "folder", path);
  }

  private CatalogueSettings service(String name, String type, CatalogueItem item) {
    CatalogueSettings.@Nullable Service service = new WebServices(secrets).read(name, type, item);
    if (service == null) {
      item.problem(
          "type",
          "expected one of demo, folder, "
              + String.join(", ", WebServices.TYPES)
              + ", but it is '"
              + type
              + "'");
      return new CatalogueSettings(name, type, "");
    }
    item.refuseOthers(type);
    return new CatalogueSettings(name, type, "", service);
  }
}
