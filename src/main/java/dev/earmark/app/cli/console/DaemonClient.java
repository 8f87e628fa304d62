package dev.earmark.app.cli.console;

import dev.earmark.app.home.Home;
import dev.earmark.config.EarmarkConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Talks to the running daemon over its HTTP API. */
public final class DaemonClient {
  private static final Messages SAY = Messages.ofLocale();
  private static final MediaType JSON = MediaType.get("application/json");

  /** For {@link #events}: nothing of what was before. */
  public static final long FROM_NOW_ON = -1;

  /** Longer than the daemon's own limit for a search in all catalogues. */
  private static final Duration LOOK_LIMIT = Duration.ofSeconds(15);

  /** Longer than a run of a large model may take by default. */
  private static final Duration ACT_LIMIT = Duration.ofSeconds(90);

  private final OkHttpClient http =
      new OkHttpClient.Builder().connectTimeout(Duration.ofSeconds(3)).build();
  private final String base;
  private final String token;
  private final String start; // the command that would start the daemon

  private DaemonClient(String base, String token, String start) {
    this.base = base;
    this.token = token;
    this.start = start;
  }

  /**
   * Finds the daemon of the home folder: by the note it leaves in its state folder, else by the
   * configuration.
   *
   * @param named whether the home folder was named: on the port of the configuration there may be
   *     the daemon of another one, which is not meant then
   * @throws CliException unreachable, when no daemon runs there
   */
  static DaemonClient of(Home home, EarmarkConfig config, boolean named) {
    String bind = config.server().bind();
    int port = config.server().port();
    String tokenFile = config.server().tokenFile();
    Path note = home.state().resolve("daemon.json");
    try {
      JsonNode daemon = Json.parse(Files.readString(note));
      if (hasEnded(daemon) && named) {
        throw none(home, named); // killed: its port may be another daemon's by now
      }
      port = daemon.path("port").asInt(port);
      bind = daemon.path("bind").asString(bind);
      tokenFile = daemon.path("token_file").asString(tokenFile);
    } catch (IOException | JacksonException e) {
      // A folder of another user hides its note; its daemon may be asked all the same.
      if (port == 0 || (named && !(e instanceof AccessDeniedException))) {
        throw none(home, named);
      }
    }
    return at(bind, port, token(home, tokenFile), start(home, named));
  }

  /**
   * Returns the way to the daemon that runs on a home folder by its own note, without a
   * configuration; empty when none does.
   */
  static Optional<DaemonClient> running(Home home) {
    try {
      JsonNode daemon = Json.parse(Files.readString(home.state().resolve("daemon.json")));
      int port = daemon.path("port").asInt(0);
      return hasEnded(daemon) || port == 0
          ? Optional.empty()
          : Optional.of(
              at(
                  daemon.path("bind").asString("127.0.0.1"),
                  port,
                  token(home, daemon.path("token_file").asString("")),
                  start(home, /* named= */ true)));
    } catch (IOException | JacksonException e) {
      return Optional.empty(); // no note, no daemon
    }
  }

  private static DaemonClient at(String bind, int port, String token, String start) {
    String host = bind.equals("0.0.0.0") || bind.equals("::") ? "127.0.0.1" : bind;
    return new DaemonClient(
        String.format(
            Locale.ROOT, host.contains(":") ? "http://[%s]:%d" : "http://%s:%d", host, port),
        token,
        start);
  }

  /** Returns a value as it stands in a path or a query. */
  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Asks for something.
   *
   * @param path behind the address, with its query
   * @throws CliException with what is wrong: nothing or not Earmark answers there (3), it cannot
   *     (1), the question is wrong (2)
   */
  public JsonNode get(String path) {
    return call(LOOK_LIMIT, new Request.Builder().url(base + path));
  }

  /**
   * Gives a command.
   *
   * @param path behind the address
   * @throws CliException as {@link #get}
   */
  public JsonNode post(String path, JsonNode body) {
    return call(
        ACT_LIMIT,
        new Request.Builder().url(base + path).post(RequestBody.create(Json.write(body), JSON)));
  }

  /**
   * Removes something.
   *
   * @param path behind the address, with its query
   * @throws CliException as {@link #get}
   */
  public JsonNode delete(String path) {
    return call(LOOK_LIMIT, new Request.Builder().url(base + path).delete());
  }

  /**
   * Asks for a text.
   *
   * @param path behind the address
   * @throws CliException as {@link #get}
   */
  public String text(String path) {
    OkHttpClient patient = http.newBuilder().readTimeout(LOOK_LIMIT).build();
    Request.Builder request = new Request.Builder().url(base + path);
    try (Response response = patient.newCall(authorised(request).build()).execute()) {
      String text = response.body().string();
      if (!response.isSuccessful()) {
        throw refused(response.code(), Json.parse(text));
      }
      return text;
    } catch (IOException e) {
      throw unreachable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Sends a document.
   *
   * @param path behind the address
   * @throws CliException as {@link #get}
   */
  public JsonNode send(String path, byte[] document, String type) {
    RequestBody body = RequestBody.create(document, MediaType.get(type));
    return call(ACT_LIMIT, new Request.Builder().url(base + path).post(body));
  }

  /**
   * Reads server-sent events until the consumer has had enough; the event's type is in its field
   * {@code type}.
   *
   * @param after the id of the last event that is known already, or {@link #FROM_NOW_ON}
   */
  public void events(long after, Predicate<JsonNode> goOn) {
    Request.Builder request = authorised(new Request.Builder().url(base + "/api/events"));
    if (after != FROM_NOW_ON) {
      request.header("Last-Event-ID", Long.toString(after));
    }
    OkHttpClient patient = http.newBuilder().readTimeout(Duration.ofSeconds(60)).build();
    try (Response response = patient.newCall(request.build()).execute();
        BufferedReader lines = new BufferedReader(response.body().charStream())) {
      if (!response.isSuccessful()) {
        throw refused(response.code(), Json.parse(lines.lines().collect(Collectors.joining("\n"))));
      }
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data:") && !goOn.test(Json.parse(line.substring(5).strip()))) {
          return;
        }
      }
      throw unreachable("it has closed the stream of events");
    } catch (IOException e) {
      throw unreachable(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns a bridge to the daemon's MCP server.
   *
   * @param in lines from the client
   * @param out lines to the client
   * @throws CliException unreachable, when no daemon answers there
   */
  public McpBridge bridge(InputStream in, PrintStream out) {
    if (!isEarmark()) {
      throw unreachable("nothing answers on " + base);
    }
    return new McpBridge(http, base + "/mcp", this::authorised, in, out);
  }

  /**
   * Returns whether an Earmark answers, well or not: its {@code /healthz} tells the state in JSON,
   * whatever the status.
   */
  public boolean isEarmark() {
    OkHttpClient patient = http.newBuilder().readTimeout(LOOK_LIMIT).build();
    Request request = new Request.Builder().url(base + "/healthz").build();
    try (Response response = patient.newCall(request).execute()) {
      JsonNode answer = Json.parse(response.body().string());
      return answer.path("status").isString() && answer.path("stuck").isArray();
    } catch (IOException | JacksonException e) {
      return false;
    }
  }

  private Request.Builder authorised(Request.Builder request) {
    request.header("Accept-Language", SAY.language().code());
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private JsonNode call(Duration limit, Request.Builder request) {
    OkHttpClient patient = http.newBuilder().readTimeout(limit).build();
    try (Response response = patient.newCall(authorised(request).build()).execute()) {
      String text = response.body().string();
      JsonNode node = text.isBlank() ? Json.object() : Json.parse(text);
      if (response.isSuccessful()) {
        return node;
      }
      if (!node.path("detail").isString()) {
        throw stranger(); // every refusal of ours says why
      }
      throw refused(response.code(), node);
    } catch (ConnectException e) {
      throw unreachable(SAY.text("unreachable.nobody", base));
    } catch (SocketTimeoutException e) {
      throw unreachable(SAY.text("unreachable.silent", base));
    } catch (IOException e) {
      throw unreachable(e.getMessage() + " on " + base);
    } catch (JacksonException e) {
      throw stranger();
    }
  }

  private static CliException refused(int status, JsonNode problem) {
    return new CliException(
        status == 400 ? CliException.USAGE : CliException.FAILED,
        Remedies.ofCommandLine(problem.path("detail").asString("")));
  }

  private CliException stranger() {
    return unreachable(SAY.text("unreachable.stranger", base));
  }

  private CliException unreachable(String why) {
    return unreachable(why, start);
  }

  private static CliException unreachable(String why, String start) {
    return new CliException(CliException.UNREACHABLE, SAY.text("unreachable", why, start));
  }

  /** Returns the command that starts the daemon which was meant. */
  private static String start(Home home, boolean named) {
    String folder = folder(home).toString();
    boolean plain = folder.matches("[\\p{L}\\p{N}/._-]+");
    String quoted = plain ? folder : "'" + folder.replace("'", "'\\''") + "'";
    return named ? "./earmark --home " + quoted + " run" : "./earmark run";
  }

  private static Path folder(Home home) {
    Path parent = home.config().toAbsolutePath().getParent();
    return parent == null ? home.config() : parent;
  }

  private static boolean hasEnded(JsonNode daemon) {
    long pid = daemon.path("pid").asLong(0);
    return pid > 0 && ProcessHandle.of(pid).isEmpty();
  }

  private static CliException none(Home home, boolean named) {
    return unreachable(SAY.text("unreachable.home", folder(home)), start(home, named));
  }

  private static String token(Home home, String configured) {
    Path file =
        configured.isEmpty()
            ? home.state().resolve("token")
            : home.config().resolveSibling(configured);
    try {
      return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8).strip() : "";
    } catch (IOException e) {
      return ""; // not ours to read; on loopback none is needed
    }
  }
}
