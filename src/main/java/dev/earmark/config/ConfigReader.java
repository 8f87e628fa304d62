package dev.earmark.config;

import dev.earmark.library.CatalogueSettings;
import dev.earmark.text.EditDistance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads config.yml and the environment into an {@link EarmarkConfig}, and finds every problem on
 * the way.
 *
 * <p>An environment variable ({@code EARMARK_SERVER_PORT} for {@code server.port}) wins over the
 * file, the file over the default. A missing file is no problem: the defaults are a working
 * configuration.
 */
public final class ConfigReader {
  private static final String CATALOGUES = "catalogues";
  private static final String CATALOGUES_VARIABLE = "EARMARK_CATALOGUES";

  /** The name of the systemd credential that holds the key of the large model. */
  private static final String CREDENTIAL = "brain.llm.api-key";

  private static final Pattern CATALOGUE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9-]{0,30}");

  /** Variables that are not keys of the file. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "EARMARK_HOME",
          "EARMARK_LOG",
          "EARMARK_TESTDATA",
          "EARMARK_JAVA_OPTS",
          "EARMARK_NO_INSTALL",
          "EARMARK_NO_ARCHIVE");

  private final Path file;
  private final Map<String, String> environment;
  private final List<Problem> problems = new ArrayList<>();
  private final Values values = new Values();
  private final List<EarmarkConfig.Effective> effective = new ArrayList<>();

  private ConfigReader(Path file, Map<String, String> environment) {
    this.file = file;
    this.environment = environment;
  }

  /**
   * Reads the configuration.
   *
   * @param file config.yml; need not exist
   * @param environment the process's variables
   * @throws ConfigException naming all problems at once
   */
  public static EarmarkConfig read(Path file, Map<String, String> environment)
      throws ConfigException {
    return new ConfigReader(file, environment).read();
  }

  private EarmarkConfig read() throws ConfigException {
    Map<String, YamlTree.Entry> entries =
        Files.exists(file) ? YamlTree.read(file, problems) : Map.of();
    refuseUnknownKeys(entries);
    refuseUnknownVariables();
    for (Key<?> key : Keys.all()) {
      read(key, entries);
    }
    List<CatalogueSettings> catalogues = catalogues(entries);
    String apiKey = apiKey();
    checkTogether();
    if (!problems.isEmpty()) {
      problems.sort(Comparator.comparingInt(ConfigReader::line));
      throw new ConfigException(problems);
    }
    return new Sections(values).assemble(catalogues, apiKey, effective);
  }

  private <T> void read(Key<T> key, Map<String, YamlTree.Entry> entries) {
    values.put(key, valueOf(key, entries.get(key.path())));
  }

  private <T> T valueOf(Key<T> key, YamlTree.@Nullable Entry entry) {
    String variable = environment.get(key.environmentVariable());
    String where = key.environmentVariable();
    String written;
    if (variable != null) {
      written = key.isList() ? variable.replaceAll("\\s*,\\s*", Key.SEPARATOR) : variable;
    } else if (entry != null && !entry.isEmpty()) {
      where = where(entry.line());
      written = written(key, entry, where);
    } else {
      where = "default";
      written = key.fallback();
    }
    effective.add(
        new EarmarkConfig.Effective(key.path(), written.replace(Key.SEPARATOR, ", "), where));
    try {
      return key.parser().apply(written);
    } catch (IllegalArgumentException e) {
      problems.add(
          new Problem(
              where,
              key.path(),
              e.getMessage() + ", but it is '" + written.replace(Key.SEPARATOR, ", ") + "'"));
      return key.parser().apply(key.fallback());
    }
  }

  private String written(Key<?> key, YamlTree.Entry entry, String where) {
    if (entry.isList() != key.isList()) {
      if (key.isList()) {
        return entry.text();
      }
      problems.add(new Problem(where, key.path(), "expected one value, not a list"));
      return key.fallback();
    }
    if (!entry.isList()) {
      return entry.text();
    }
    List<String> items = new ArrayList<>();
    for (Object item : entry.items()) {
      if (item instanceof String text) {
        items.add(text);
      } else {
        problems.add(new Problem(where, key.path(), "expected a list of texts"));
      }
    }
    return String.join(Key.SEPARATOR, items);
  }

  /** Finds what is wrong only together with another key. */
  private void checkTogether() {
    if (values.get(Keys.MICROPHONE_TYPE).equals("command")
        && values.get(Keys.MICROPHONE_COMMAND).isEmpty()) {
      missing(
          Keys.MICROPHONE_COMMAND,
          "microphone.type is command, so the program is needed here, such as [parec, --format=s16le, --rate=16000, --channels=1]");
    }
    if (values.get(Keys.SPEAKER_TYPE).equals("command")
        && values.get(Keys.SPEAKER_COMMAND).isEmpty()) {
      missing(
          Keys.SPEAKER_COMMAND,
          "speaker.type is command, so the program is needed here, such as [pacat, --format=s16le, --rate=48000, --channels=2]");
    }
    if (values.get(Keys.MICROPHONE_TYPE).equals("file")
        && values.get(Keys.MICROPHONE_FILE).isBlank()) {
      missing(Keys.MICROPHONE_FILE, "microphone.type is file, so the WAV file is needed here");
    }
    if (values.get(Keys.SPEAKER_TYPE).equals("file") && values.get(Keys.SPEAKER_FILE).isBlank()) {
      missing(Keys.SPEAKER_FILE, "speaker.type is file, so the WAV file to write is needed here");
    }
    if (values.get(Keys.WAKE_PHRASES).stream().allMatch(String::isBlank)) {
      missing(Keys.WAKE_PHRASES, "at least one wake phrase is needed");
    }
  }

  private void missing(Key<?> key, String text) {
    problems.add(new Problem(String.valueOf(file.getFileName()), key.path(), text));
  }

  /** Returns the line of a problem; those without one come first. */
  private static int line(Problem problem) {
    String where = problem.where();
    int at = where.lastIndexOf(" line ");
    return at < 0 ? 0 : Integer.parseInt(where.substring(at + 6));
  }

  private void refuseUnknownKeys(Map<String, YamlTree.Entry> entries) {
    for (YamlTree.Entry entry : entries.values()) {
      String path = entry.path();
      boolean known =
          path.equals(CATALOGUES) || Keys.all().stream().anyMatch(key -> key.path().equals(path));
      boolean section = Keys.all().stream().anyMatch(key -> key.path().startsWith(path + "."));
      if (section && !entry.isEmpty()) {
        problems.add(
            new Problem(
                where(entry.line()),
                path,
                "this is a section; its keys stand below it, not behind it"));
      } else if (!known && !section) {
        problems.add(
            new Problem(
                where(entry.line()),
                path,
                "there is no such key" + nearest(path) + "; remove it or correct its name"));
      }
    }
  }

  private void refuseUnknownVariables() {
    Set<String> known = new HashSet<>(OTHER_VARIABLES);
    known.add(CATALOGUES_VARIABLE);
    Keys.all().forEach(key -> known.add(key.environmentVariable()));
    for (String name : new TreeMap<>(environment).keySet()) {
      if (name.startsWith("EARMARK_") && !known.contains(name)) {
        problems.add(
            new Problem(
                name, "", "no key of config.yml has this variable; unset it or correct its name"));
      }
    }
  }

  private static String nearest(String path) {
    return Keys.all().stream()
        .map(Key::path)
        .min(Comparator.comparingInt(known -> EditDistance.between(known, path)))
        .filter(known -> EditDistance.between(known, path) <= 1 + path.length() / 4)
        .map(known -> " (did you mean " + known + "?)")
        .orElse("");
  }

  private List<CatalogueSettings> catalogues(Map<String, YamlTree.Entry> entries) {
    String variable = environment.get(CATALOGUES_VARIABLE);
    if (variable == null) {
      return catalogues(entries.get(CATALOGUES));
    }
    List<Object> items = new ArrayList<>();
    for (String item : variable.split("\\s*,\\s*", -1)) {
      String[] parts = item.strip().split(":", 3);
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("name", parts[0]);
      fields.put("type", parts.length > 1 ? parts[1] : parts[0]);
      fields.put("path", parts.length > 2 ? parts[2] : "");
      items.add(new YamlTree.Item(0, fields));
    }
    return catalogues(new YamlTree.Entry(0, CATALOGUES, items, /* isList= */ true));
  }

  private List<CatalogueSettings> catalogues(YamlTree.@Nullable Entry entry) {
    if (entry == null || entry.isEmpty()) {
      effective.add(new EarmarkConfig.Effective(CATALOGUES, "demo (demo)", "default"));
      return List.of(new CatalogueSettings("demo", "demo", ""));
    }
    List<CatalogueSettings> catalogues = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Object item : entry.items()) {
      if (!(item instanceof YamlTree.Item map)) {
        problems.add(
            new Problem(
                where(entry.line()),
                CATALOGUES,
                "expected items such as {name: books, type: folder, path: /srv/books}"));
        continue;
      }
      CatalogueSettings catalogue = catalogue(map);
      if (!names.add(catalogue.name())) {
        problems.add(
            new Problem(
                where(map.line()),
                CATALOGUES,
                "two catalogues are named '" + catalogue.name() + "'"));
      }
      catalogues.add(catalogue);
    }
    effective.add(
        new EarmarkConfig.Effective(
            CATALOGUES,
            String.join(
                ", ", catalogues.stream().map(c -> c.name() + " (" + c.type() + ")").toList()),
            where(entry.line())));
    return catalogues;
  }

  private CatalogueSettings catalogue(YamlTree.Item item) {
    Map<String, String> fields = item.fields();
    String type = fields.getOrDefault("type", "");
    String name = fields.getOrDefault("name", type);
    String path = fields.getOrDefault("path", "");
    String where = where(item.line());
    for (String field : fields.keySet()) {
      if (!Set.of("name", "type", "path").contains(field)) {
        problems.add(
            new Problem(
                where,
                CATALOGUES + "." + field,
                "a catalogue has the keys name, type and path only"));
      }
    }
    if (!type.equals("demo") && !type.equals("folder")) {
      problems.add(
          new Problem(
              where, CATALOGUES + ".type", "expected demo or folder, but it is '" + type + "'"));
    }
    if (!CATALOGUE_NAME.matcher(name).matches()) {
      problems.add(
          new Problem(
              where,
              CATALOGUES + ".name",
              "expected letters, digits and dashes, but it is '" + name + "'"));
    }
    if (type.equals("folder") && path.isBlank()) {
      problems.add(
          new Problem(
              where, CATALOGUES + ".path", "a folder catalogue needs the path of the folder"));
    }
    return new CatalogueSettings(name, type, path);
  }

  /**
   * Reads the key of the large model: from the named variable, the named file, or the systemd
   * credential.
   */
  private String apiKey() {
    String variable = values.get(Keys.LLM_API_KEY_ENV);
    String keyFile = values.get(Keys.LLM_API_KEY_FILE);
    String credentials = environment.getOrDefault("CREDENTIALS_DIRECTORY", "");
    if (!variable.isEmpty()) {
      String key = environment.getOrDefault(variable, "").strip();
      if (key.isEmpty() && !values.get(Keys.BRAIN_MODE).equals("rules")) {
        problems.add(
            new Problem(
                variable,
                Keys.LLM_API_KEY_ENV.path(),
                "the variable is not set; set it to the key"));
      }
      return key;
    }
    if (!keyFile.isEmpty()) {
      return secret(file.toAbsolutePath().resolveSibling(keyFile), Keys.LLM_API_KEY_FILE.path());
    }
    Path credential = Path.of(credentials, CREDENTIAL);
    return credentials.isEmpty() || !Files.exists(credential) ? "" : secret(credential, CREDENTIAL);
  }

  private String secret(Path secret, String key) {
    try {
      return Files.readString(secret).strip();
    } catch (IOException e) {
      problems.add(
          new Problem(
              String.valueOf(file.getFileName()),
              key,
              "the file '" + secret + "' cannot be read; check its path and mode"));
      return "";
    }
  }

  private String where(int line) {
    return line > 0 ? file.getFileName() + " line " + line : CATALOGUES_VARIABLE;
  }
}
