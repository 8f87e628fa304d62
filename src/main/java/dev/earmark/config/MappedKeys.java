package dev.earmark.config;

import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.YamlTree;
import dev.earmark.library.http.WebSettings;
import dev.earmark.library.mapped.MappedSettings;
import dev.earmark.library.mapped.MappedSettings.Method;
import dev.earmark.library.mapped.MappedSettings.Query;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the keys of a mapped catalogue, over those of a shipped mapping when one is named. */
final class MappedKeys {
  private static final Pattern VARIABLE = Pattern.compile("\\{(\\w*)}");
  private static final Set<String> GIVEN =
      Set.of("keyword", "page", "id", "episode", "number", "timestamp", "timestamp_ms", "nonce");

  private final CatalogueItem item;
  private String method = "GET";

  MappedKeys(CatalogueItem item) {
    this.item = item;
  }

  /** Puts the named mapping behind what is written; to be called before any key is read. */
  void addPreset() {
    String preset = item.get(text("preset"));
    if (preset.isEmpty()) {
      return;
    }
    if (!MappedSettings.PRESETS.contains(preset)) {
      item.problem(
          "preset",
          "expected one of "
              + String.join(", ", MappedSettings.PRESETS)
              + ", but it is '"
              + preset
              + "'");
      return;
    }
    item.addDefaults(YamlTree.shipped(preset, content(preset)).fields());
  }

  private static String content(String preset) {
    try (InputStream in = MappedSettings.class.getResourceAsStream(preset + ".yml")) {
      if (in == null) {
        throw new IllegalStateException("the mapping " + preset + " is not there");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("the mapping " + preset + " cannot be read", e);
    }
  }

  /** Returns whether a secret of the signature is named, beside the key. */
  boolean hasSignSecret() {
    return item.has("secret-env") || item.has("secret-file");
  }

  MappedSettings read(WebSettings web, String secret, String signSecret) {
    method = item.get(key("method", "GET", Parsers.oneOf("GET", "FORM", "JSON")));
    Map<String, String> variables = item.map("with");
    variables.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            item.problem("with." + name, "a value is needed here");
          }
        });
    Query search = query("search", MappedSettings.ALBUM_FIELDS, List.of("id", "title"), variables);
    Query play = query("play", List.of("url"), List.of(), variables);
    List<String> needed = play.isThere() ? List.of() : List.of("url");
    Query detail = query("detail", MappedSettings.SECTION_FIELDS, needed, variables);
    needsList("search");
    needsList("detail");
    if (play.isThere() && !item.has("play.fields.url")) {
      item.problem("play.fields.url", "a JSON pointer to the link is needed here");
    }
    return new MappedSettings(
        web,
        key(secret),
        sign(signSecret),
        item.map("headers"),
        variables,
        new MappedSettings.Verdict(
            pointers("ok"),
            item.get(list("ok-values", "200", Parsers::list)),
            pointers("message"),
            item.get(list("quota-words", "", Parsers::list)),
            item.get(list("key-words", "", Parsers::list))),
        search,
        detail,
        fields("album", MappedSettings.ALBUM_FIELDS),
        play,
        item.map("audio-headers"),
        item.get(key("key-with-audio", "false", Parsers::flag)));
  }

  private MappedSettings.Secret key(String secret) {
    String param = item.get(text("key-param"));
    String header = item.get(text("key-header"));
    if (!secret.isEmpty() && param.isEmpty() && header.isEmpty()) {
      item.problem(
          "key-param", "there is a key, so key-param or key-header must say how it is sent");
    }
    return new MappedSettings.Secret(secret, param, header, item.get(text("key-prefix")));
  }

  private MappedSettings.Sign sign(String secret) {
    if (!item.has("sign.algorithm")) {
      return MappedSettings.Sign.NONE;
    }
    String param = item.get(text("sign.param"));
    String header = item.get(text("sign.header"));
    String signed = item.get(text("sign.text"));
    if (signed.isEmpty()) {
      item.problem("sign.text", "what is signed is needed here, such as \"{params}{secret}\"");
    }
    if (param.isEmpty() && header.isEmpty()) {
      item.problem("sign.param", "sign.param or sign.header must say how the signature is sent");
    }
    checkNames(signed);
    String[] algorithms = MappedSettings.ALGORITHMS.toArray(new String[0]);
    return new MappedSettings.Sign(
        item.get(key("sign.algorithm", algorithms[0], Parsers.oneOf(algorithms))),
        signed,
        param,
        header,
        item.get(key("sign.upper", "false", Parsers::flag)),
        secret);
  }

  /** A name that is nothing would be signed as an empty text, and each request be refused. */
  private void checkNames(String signed) {
    Set<String> names = new HashSet<>(MappedSettings.SIGN_VARIABLES);
    List.of("search", "detail", "play")
        .forEach(q -> names.addAll(item.map(q + ".params").keySet()));
    names.add(item.get(text("key-param")));
    Matcher used = VARIABLE.matcher(signed);
    while (used.find()) {
      if (!names.contains(used.group(1))) {
        item.problem(
            "sign.text",
            "{"
                + used.group(1)
                + "} is no parameter and none of "
                + String.join(", ", MappedSettings.SIGN_VARIABLES));
      }
    }
  }

  private Query query(
      String name, List<String> known, List<String> needed, Map<String, String> variables) {
    Map<String, String> params = item.map(name + ".params");
    String path = item.get(key(name + ".path", "", MappedKeys::path));
    params.forEach((key, value) -> checkTemplate(name + ".params." + key, value, variables));
    checkTemplate(name + ".path", path, variables);
    Map<String, List<String>> fields = fields(name + ".fields", known);
    for (String field : needed) {
      if (!item.has(name + ".fields." + field)) {
        item.problem(name + ".fields." + field, "a JSON pointer is needed here, such as /" + field);
      }
    }
    return new Query(
        Method.valueOf(
            item.get(key(name + ".method", method, Parsers.oneOf("GET", "FORM", "JSON")))),
        path,
        params,
        pointers(name + ".list"),
        pointers(name + ".total"),
        item.get(key(name + ".first-page", "1", Parsers.integer(0, 1))),
        item.get(key(name + ".page-size", "0", Parsers.integer(0, 1_000))),
        item.get(key(name + ".empty-is-busy", "false", Parsers::flag)),
        fields);
  }

  private void needsList(String name) {
    if (!item.has(name + ".list")) {
      item.problem(name + ".list", "a JSON pointer to the list is needed here, such as /data/list");
    }
  }

  private void checkTemplate(String key, String template, Map<String, String> variables) {
    Matcher matcher = VARIABLE.matcher(template);
    while (matcher.find()) {
      String variable = matcher.group(1);
      if (!GIVEN.contains(variable) && !variables.containsKey(variable)) {
        item.problem(
            key,
            "there is no {"
                + variable
                + "}; there are {keyword}, {page}, {id}, {episode}, {number},"
                + " {timestamp}, {timestamp_ms}, {nonce} and the names below with");
      }
    }
  }

  private Map<String, List<String>> fields(String name, List<String> known) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (String field : known) {
      List<String> pointers = pointers(name + "." + field);
      if (!pointers.isEmpty()) {
        fields.put(field, pointers);
      }
    }
    return fields;
  }

  private List<String> pointers(String path) {
    return item.get(list(path, "", MappedKeys::parsed));
  }

  private static List<String> parsed(String joined) {
    return new ArrayList<>(Parsers.list(joined).stream().map(Parsers::jsonPointer).toList());
  }

  private static String path(String written) {
    if (written.isEmpty() || written.startsWith("/")) {
      return written;
    }
    throw new IllegalArgumentException("expected a path such as /api/search, behind the url");
  }

  private static Key<String> text(String path) {
    return key(path, "", Parsers::text);
  }

  private static <T> Key<T> key(String path, String fallback, Function<String, T> parser) {
    return new Key<>(path, fallback, parser, /* isList= */ false);
  }

  private static <T> Key<T> list(String path, String fallback, Function<String, T> parser) {
    return new Key<>(path, fallback, parser, /* isList= */ true);
  }
}
