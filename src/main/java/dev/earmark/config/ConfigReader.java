package dev.earmark.config;

import dev.earmark.audio.device.MicrophoneSettings;
import dev.earmark.base.EventFilter;
import dev.earmark.base.EventTypes;
import dev.earmark.config.value.Endpoints;
import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.Problem;
import dev.earmark.config.value.Values;
import dev.earmark.config.value.YamlTree;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.remote.mcp.client.ToolServerSettings;
import dev.earmark.remote.webhook.WebhookSettings;
import dev.earmark.text.EditDistance;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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

  /** Variables that are not keys of the file. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "EARMARK_HOME",
          "EARMARK_LOG",
          "EARMARK_TESTDATA",
          "EARMARK_JAVA_OPTS",
          "EARMARK_NO_INSTALL",
          "EARMARK_NO_ARCHIVE",
          "EARMARK_BEGAN");

  private final Path file;
  private final Map<String, String> environment;
  private final List<Problem> problems = new ArrayList<>();
  private final List<Problem> warnings = new ArrayList<>();
  private final Map<String, String> places = new HashMap<>(); // of the items of lists
  private final List<MissingSecret> missing = new ArrayList<>();
  private final Values values = new Values();
  private final Map<String, Integer> lines = new HashMap<>(); // of the keys that are in the file
  private final List<EarmarkConfig.Effective> effective = new ArrayList<>();

  private ConfigReader(Path file, Map<String, String> environment) {
    this.file = file;
    this.environment = environment;
  }

  /**
   * Reads the configuration for what uses all of it, such as the daemon.
   *
   * @param file config.yml; need not exist
   * @param environment the process's variables
   * @throws ConfigException naming all problems at once, secrets that are not there among them
   */
  public static EarmarkConfig read(Path file, Map<String, String> environment)
      throws ConfigException {
    ReadConfig read = new ConfigReader(file, environment).read(/* withSecrets= */ true);
    return read.config();
  }

  /**
   * Reads the configuration where secrets may be missing: a shell beside the daemon need not have
   * its keys.
   *
   * @param file config.yml; need not exist
   * @param environment the process's variables
   * @throws ConfigException naming all problems at once, except secrets that are not there
   */
  public static ReadConfig readWithoutSecrets(Path file, Map<String, String> environment)
      throws ConfigException {
    return new ConfigReader(file, environment).read(/* withSecrets= */ false);
  }

  /**
   * Reads the configuration for its check.
   *
   * @param file config.yml; need not exist
   * @param environment the process's variables
   */
  public static CheckedConfig check(Path file, Map<String, String> environment) {
    ConfigReader reader = new ConfigReader(file, environment);
    ReadConfig read = reader.look(/* withSecrets= */ true);
    return new CheckedConfig(read.config(), reader.problems, reader.warnings, reader.places);
  }

  private ReadConfig read(boolean withSecrets) throws ConfigException {
    ReadConfig read = look(withSecrets);
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
    return read;
  }

  /** Reads everything; what is wrong has its default. */
  private ReadConfig look(boolean withSecrets) {
    Map<String, YamlTree.Entry> entries =
        Files.exists(file) ? YamlTree.read(file, problems) : Map.of();
    refuseUnknownKeys(entries);
    refuseUnknownVariables();
    for (Key<?> key : Keys.all()) {
      read(key, entries);
    }
    Secrets secrets = new Secrets(file, environment, missing);
    List<CatalogueSettings> catalogues =
        new Catalogues(file, environment, problems, effective, secrets, places)
            .read(entries.get(Catalogues.KEY));
    Map<String, MicrophoneSettings> microphones =
        new Microphones(file, problems, effective).read(entries.get(Microphones.KEY));
    Map<String, Profiles.Profile> chosen =
        chosen(new Profiles(file, problems, effective).read(entries.get(Profiles.KEY)));
    List<ToolServerSettings> toolServers =
        new ToolServers(file, problems, effective, secrets, places)
            .read(entries.get(ToolServers.KEY));
    List<WebhookSettings> webhooks =
        new Webhooks(file, problems, effective, secrets, warnings).read(entries.get(Webhooks.KEY));
    List<String> endpoints = endpoints(secrets);
    String apiKey =
        secret(
            secrets,
            Keys.LLM_API_KEY_ENV,
            Keys.LLM_API_KEY_FILE,
            /* isNeeded= */ !values.get(Keys.BRAIN_MODE).equals("rules"),
            MissingSecret.LARGE_MODEL);
    String otlpHeaders = otlpHeaders(secrets);
    String transcriptionKey =
        secret(
            secrets,
            Keys.TRANSCRIPTION_KEY_ENV,
            Keys.TRANSCRIPTION_KEY_FILE,
            /* isNeeded= */ values.get(Keys.RECOGNIZER_ENGINE).equals("openai"),
            MissingSecret.TRANSCRIPTION);
    String pin = pin(secrets);
    String speechKey =
        secret(
            secrets,
            Keys.SPEECH_KEY_ENV,
            Keys.SPEECH_KEY_FILE,
            /* isNeeded= */ values.get(Keys.VOICE_ENGINE).equals("openai"),
            "voice.openai.api-key");
    String brokerPassword = brokerPassword(secrets);
    String fallbackKey =
        secret(
            secrets,
            Keys.LLM_FALLBACK_KEY_ENV,
            Keys.LLM_FALLBACK_KEY_FILE,
            /* isNeeded= */ !values.get(Keys.BRAIN_MODE).equals("rules")
                && !values.get(Keys.LLM_FALLBACK_MODEL).isBlank(),
            MissingSecret.OTHER_MODEL);
    checkTogether();
    if (withSecrets) {
      missing.forEach(secret -> problems.add(secret.problem()));
    }
    warnIdle(Keys.MQTT_EVENTS, values.get(Keys.MQTT_EVENTS));
    problems.sort(Comparator.comparingInt(ConfigReader::line));
    warnings.sort(Comparator.comparingInt(ConfigReader::line));
    return new ReadConfig(
        new Sections(values)
            .assemble(
                catalogues,
                apiKey,
                new Sections.Outside(
                    microphones,
                    chosen,
                    toolServers,
                    webhooks,
                    endpoints,
                    otlpHeaders,
                    transcriptionKey,
                    pin,
                    speechKey,
                    brokerPassword,
                    tokenFile(secrets),
                    fallbackKey),
                effective),
        missing);
  }

  /** The token stays in its file, since commands read it as well: the daemon tells them where. */
  private String tokenFile(Secrets secrets) {
    String configured = values.get(Keys.SERVER_TOKEN_FILE);
    return configured.isEmpty()
        ? secrets.credential("server.token").map(Path::toString).orElse("")
        : configured;
  }

  private Map<String, Profiles.Profile> chosen(Map<String, Profiles.Profile> profiles) {
    try {
      return WakePhrase.chosen(values.get(Keys.WAKE_PHRASES), profiles);
    } catch (IllegalArgumentException e) {
      missing(Keys.WAKE_PHRASES, String.valueOf(e.getMessage()));
      return Map.of();
    }
  }

  private void warnIdle(Key<EventFilter> key, EventFilter events) {
    String where =
        effective.stream()
            .filter(one -> one.key().equals(key.path()))
            .map(EarmarkConfig.Effective::source)
            .findFirst()
            .orElse("default");
    events.idle().forEach(type -> warnings.add(idle(where, key.path(), type)));
  }

  /** Returns the warning that a type of events never comes. */
  static Problem idle(String where, String key, String type) {
    return new Problem(
        where,
        key,
        "there is no event '" + type + "'; there are " + String.join(", ", EventTypes.ALL));
  }

  private <T> void read(Key<T> key, Map<String, YamlTree.Entry> entries) {
    YamlTree.@Nullable Entry entry = entries.get(key.path());
    if (entry != null) {
      lines.put(key.path(), entry.line());
    }
    values.put(key, valueOf(key, entry));
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
        new EarmarkConfig.Effective(
            key.path(), Parsers.masked(written).replace(Key.SEPARATOR, ", "), where));
    try {
      return key.parser().apply(written);
    } catch (IllegalArgumentException e) {
      problems.add(
          new Problem(
              where,
              key.path(),
              e.getMessage()
                  + ", but it is '"
                  + Parsers.masked(written).replace(Key.SEPARATOR, ", ")
                  + "'"));
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
          "microphone.type is command, so the program is needed here, such as [parec,"
              + " --format=s16le, --rate=16000, --channels=1]");
    }
    if (values.get(Keys.SPEAKER_TYPE).equals("command")
        && values.get(Keys.SPEAKER_COMMAND).isEmpty()) {
      missing(
          Keys.SPEAKER_COMMAND,
          "speaker.type is command, so the program is needed here, such as [pacat, --format=s16le,"
              + " --rate=48000, --channels=2]");
    }
    if (values.get(Keys.MICROPHONE_TYPE).equals("file")
        && values.get(Keys.MICROPHONE_FILE).isBlank()) {
      missing(Keys.MICROPHONE_FILE, "microphone.type is file, so the WAV file is needed here");
    }
    if (values.get(Keys.SPEAKER_TYPE).equals("file") && values.get(Keys.SPEAKER_FILE).isBlank()) {
      missing(Keys.SPEAKER_FILE, "speaker.type is file, so the WAV file to write is needed here");
    }
    if (!values.get(Keys.LLM_FALLBACK_URL).isEmpty()
        && values.get(Keys.LLM_FALLBACK_MODEL).isBlank()) {
      missing(Keys.LLM_FALLBACK_MODEL, "the model of brain.llm.fallback-base-url is needed here");
    }
    if (values.get(Keys.WAKE_PHRASES).isEmpty()) {
      missing(Keys.WAKE_PHRASES, "at least one wake phrase is needed");
    }
  }

  private void missing(Key<?> key, String text) {
    @Nullable Integer line = lines.get(key.path());
    String where = line == null ? String.valueOf(file.getFileName()) : where(line);
    problems.add(new Problem(where, key.path(), text));
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
          path.equals(Catalogues.KEY)
              || path.equals(Microphones.KEY)
              || path.equals(Profiles.KEY)
              || path.equals(ToolServers.KEY)
              || path.equals(Webhooks.KEY)
              || Keys.all().stream().anyMatch(key -> key.path().equals(path));
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
    known.add(Catalogues.VARIABLE);
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

  /**
   * Reads a secret: from the variable or the file that the keys name, or the systemd credential.
   *
   * @param isNeeded whether it is missing when a place is named but holds none
   * @param name what it is called where it is missing
   */
  private String secret(
      Secrets secrets, Key<String> env, Key<String> fileKey, boolean isNeeded, String name) {
    String variable = values.get(env);
    return secrets.readKey(
        new Secrets.Source(variable, variable, env.path()),
        isNeeded,
        new Secrets.Source(values.get(fileKey), String.valueOf(file.getFileName()), fileKey.path()),
        name);
  }

  /** Reads the xiaozhi endpoints of the key, and those of the named file or the credential. */
  private List<String> endpoints(Secrets secrets) {
    Key<String> fileKey = Keys.XIAOZHI_ENDPOINT_FILE;
    String content =
        secrets.read(
            new Secrets.Source("", "", Keys.XIAOZHI_ENDPOINTS.path()),
            /* isNeeded= */ false,
            new Secrets.Source(
                values.get(fileKey), String.valueOf(file.getFileName()), fileKey.path()),
            MissingSecret.XIAOZHI);
    List<String> all = new ArrayList<>(values.get(Keys.XIAOZHI_ENDPOINTS));
    try {
      all.addAll(Endpoints.ofFile(content));
    } catch (IllegalArgumentException e) {
      missing(fileKey, String.valueOf(e.getMessage()) + ", one a line, in the file");
    }
    return all;
  }

  /** Reads the headers for the receiver of spans; those that are none are a problem. */
  private String otlpHeaders(Secrets secrets) {
    String variable = values.get(Keys.TELEMETRY_HEADERS_ENV);
    String written =
        secret(
            secrets,
            Keys.TELEMETRY_HEADERS_ENV,
            Keys.TELEMETRY_HEADERS_FILE,
            /* isNeeded= */ !values.get(Keys.TELEMETRY_ENDPOINT).isEmpty(),
            "telemetry.otlp-headers");
    try {
      Keys.headers(written);
      return written;
    } catch (IllegalArgumentException e) {
      String name = variable.isEmpty() ? String.valueOf(file.getFileName()) : variable;
      problems.add(new Problem(name, "telemetry.otlp-headers", String.valueOf(e.getMessage())));
      return "";
    }
  }

  /** Reads the password at the MQTT broker, which unlike a key may have any letters. */
  private String brokerPassword(Secrets secrets) {
    String variable = values.get(Keys.MQTT_PASSWORD_ENV);
    return secrets.read(
        new Secrets.Source(variable, variable, Keys.MQTT_PASSWORD_ENV.path()),
        /* isNeeded= */ !values.get(Keys.MQTT_BROKER).isEmpty(),
        new Secrets.Source(
            values.get(Keys.MQTT_PASSWORD_FILE),
            String.valueOf(file.getFileName()),
            Keys.MQTT_PASSWORD_FILE.path()),
        "mqtt.password");
  }

  /** Reads the PIN that lifts the limits; one that nobody could say or type is a problem. */
  private String pin(Secrets secrets) {
    String variable = values.get(Keys.LIMITS_PIN_ENV);
    String pin =
        secret(
            secrets, Keys.LIMITS_PIN_ENV, Keys.LIMITS_PIN_FILE, /* isNeeded= */ true, "limits.pin");
    if (!pin.matches("(?:\\d{4,8})?")) {
      missing(
          variable.isEmpty() ? Keys.LIMITS_PIN_FILE : Keys.LIMITS_PIN_ENV,
          "a PIN has 4 to 8 digits");
    }
    return pin;
  }

  private String where(int line) {
    return file.getFileName() + " line " + line;
  }
}
