package dev.earmark.config;

import dev.earmark.config.value.Key;
import dev.earmark.config.value.Parsers;
import dev.earmark.config.value.Problem;
import dev.earmark.config.value.YamlTree;
import dev.earmark.remote.mcp.client.ToolServerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the list of MCP servers whose tools the agent may use. */
final class ToolServers {
  static final String KEY = "mcp-servers";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,20}");
  private static final Key<String> NAME_KEY = Catalogues.text("name");
  private static final Key<String> TYPE = Catalogues.text("type");
  private static final Key<String> TOKEN_ENV = Catalogues.text("token-env");
  private static final Key<String> TOKEN_FILE = Catalogues.text("token-file");
  private static final Key<List<String>> COMMAND =
      new Key<>("command", "", Parsers::list, /* isList= */ true);
  private static final Key<List<String>> ALLOW =
      new Key<>("allow", "", Parsers::list, /* isList= */ true);
  private static final Key<String> URL = Catalogues.text("url");
  private static final Key<String> CONSENT =
      new Key<>(
          "consent", "changing", Parsers.oneOf("changing", "all", "none"), /* isList= */ false);
  private static final Key<Duration> TIMEOUT = time("timeout", "20s");
  private static final Key<Duration> START_TIMEOUT = time("start-timeout", "20s");
  private static final Key<Long> MAX_RESULT =
      new Key<>("max-result", "16KiB", Parsers.sizeUpTo(1L << 20), /* isList= */ false);

  private final Path file;
  private final List<Problem> problems;
  private final List<EarmarkConfig.Effective> effective;
  private final Secrets secrets;
  private final Map<String, String> places;

  /**
   * Makes a reader.
   *
   * @param problems gets what is wrong
   * @param effective gets what counts
   * @param secrets reads tokens
   * @param places gets where each item is written
   */
  ToolServers(
      Path file,
      List<Problem> problems,
      List<EarmarkConfig.Effective> effective,
      Secrets secrets,
      Map<String, String> places) {
    this.file = file;
    this.problems = problems;
    this.effective = effective;
    this.secrets = secrets;
    this.places = places;
  }

  private static Key<Duration> time(String key, String fallback) {
    return new Key<>(
        key,
        fallback,
        Parsers.duration(Duration.ofMillis(100), Duration.ofMinutes(10)),
        /* isList= */ false);
  }

  /** Returns the servers of the file's entry. */
  List<ToolServerSettings> read(YamlTree.@Nullable Entry entry) {
    if (entry == null || entry.isEmpty()) {
      effective.add(new EarmarkConfig.Effective(KEY, "", "default"));
      return List.of();
    }
    String place = String.valueOf(file.getFileName());
    String where = place + " line " + entry.line();
    List<ToolServerSettings> servers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Object item : entry.items()) {
      if (item instanceof YamlTree.Item map) {
        CatalogueItem written = new CatalogueItem(map, place, problems, KEY);
        ToolServerSettings server = server(written);
        if (!names.add(server.name())) {
          written.problem("name", "two servers are named '" + server.name() + "'");
        }
        servers.add(server);
        places.putIfAbsent(KEY + "." + server.name(), written.where("command"));
      } else {
        problems.add(
            new Problem(
                where, KEY, "expected items such as {name: home, type: http, url: \"http://…\"}"));
      }
    }
    String shown = String.join(", ", servers.stream().map(ToolServerSettings::name).toList());
    effective.add(new EarmarkConfig.Effective(KEY, shown, where));
    return servers;
  }

  private ToolServerSettings server(CatalogueItem item) {
    String name = item.get(NAME_KEY);
    if (!NAME.matcher(name).matches()) {
      item.problem("name", "expected lower-case letters and digits, but it is '" + name + "'");
    }
    String type = item.get(TYPE);
    List<String> command = List.of();
    Map<String, String> environment = Map.of();
    String url = "";
    String token = "";
    switch (type) {
      case "stdio" -> {
        command = item.get(COMMAND);
        environment = item.map("env");
        if (command.isEmpty()) {
          item.problem(
              "command", "a stdio server needs its program, such as [uvx, mcp-server-time]");
        }
      }
      case "http" -> {
        url = url(item);
        token = token(item, name);
      }
      default -> item.problem("type", "expected one of stdio, http, but it is '" + type + "'");
    }
    ToolServerSettings server =
        new ToolServerSettings(
            name,
            command,
            environment,
            url,
            token,
            item.get(ALLOW),
            item.get(CONSENT),
            item.get(TIMEOUT),
            item.get(START_TIMEOUT),
            Math.toIntExact(item.get(MAX_RESULT)));
    item.refuseOthers(type);
    return server;
  }

  private static String url(CatalogueItem item) {
    try {
      return Parsers.httpAddress(item.get(URL));
    } catch (IllegalArgumentException e) {
      item.problem("url", "expected an address such as http://127.0.0.1:3000/mcp");
      return "";
    }
  }

  private String token(CatalogueItem item, String name) {
    return secrets.readKey(
        new Secrets.Source(item.get(TOKEN_ENV), item.where("token-env"), KEY + ".token-env"),
        /* isNeeded= */ true,
        new Secrets.Source(item.get(TOKEN_FILE), item.where("token-file"), KEY + ".token-file"),
        MissingSecret.ofToolServer(name));
  }
}
