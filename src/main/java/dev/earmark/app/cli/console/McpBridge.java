package dev.earmark.app.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries MCP messages between stdin and stdout (one a line) and the daemon's Streamable HTTP. It
 * knows no method but {@code initialize}: whatever the daemon speaks, clients on stdio get.
 *
 * <p>A daemon that was restarted has forgotten the session: it is opened anew, and the message is
 * sent again. Requests are carried side by side on threads {@code bridge-n}; a line is written
 * whole.
 */
public final class McpBridge implements AutoCloseable {
  private static final MediaType JSON = MediaType.get("application/json");
  private static final String SESSION = "Mcp-Session-Id";
  private static final String VERSION = "MCP-Protocol-Version";
  private static final String STATELESS_META = "io.modelcontextprotocol/protocolVersion";
  private static final int INTERNAL = -32603;
  private static final int GONE = 404;
  private static final int THREADS = 32;
  private static final long LAST_WORDS_S = 2;

  private final OkHttpClient http;
  private final String url;
  private final UnaryOperator<Request.Builder> authorise;
  private final BufferedReader in;
  private final PrintStream out;
  private final ExecutorService workers;
  private volatile String session = "";
  private volatile String version = "";
  private volatile @Nullable JsonNode opening;
  private volatile @Nullable Call listening;

  /**
   * Makes a bridge.
   *
   * @param authorise adds the daemon's token
   * @param in lines from the client
   * @param out lines to the client; nobody else may write there
   */
  McpBridge(
      OkHttpClient http,
      String url,
      UnaryOperator<Request.Builder> authorise,
      InputStream in,
      PrintStream out) {
    this.http = http.newBuilder().readTimeout(0, TimeUnit.SECONDS).build();
    this.url = url;
    this.authorise = authorise;
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.out = out;
    AtomicInteger number = new AtomicInteger();
    this.workers =
        Executors.newFixedThreadPool(
            THREADS,
            work -> {
              Thread thread = new Thread(work, "bridge-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Carries messages until the client closes its end. */
  public void run() throws IOException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (!line.isBlank()) {
        take(line);
      }
    }
  }

  private void take(String line) {
    JsonNode message;
    try {
      message = Json.parse(line);
    } catch (JacksonException e) {
      write(error(null, -32700, "This line is no JSON."));
      return;
    }
    String method = message.path("method").asString("");
    if (method.equals("initialize")) {
      opening = message;
      session = "";
      version = "";
      carry(message, line); // what follows needs the session
    } else if (!message.has("id")) {
      carry(message, line); // in order, and answered at once
      if (method.equals("notifications/initialized")) {
        workers.execute(this::listen);
      }
    } else {
      workers.execute(() -> carry(message, line));
    }
  }

  private void carry(JsonNode message, String line) {
    try {
      String used = session;
      boolean known = send(message, line, used);
      if (!known && reopen(used)) {
        known = send(message, line, session);
      }
      if (!known) {
        fail(message, "The Earmark daemon does not know the session any more; connect again.");
      }
    } catch (IOException e) {
      fail(message, "The Earmark daemon cannot be reached; start it with: ./earmark run");
    }
  }

  private void fail(JsonNode message, String text) {
    if (message.has("id") && message.has("method")) {
      write(error(message.get("id"), INTERNAL, text));
    }
  }

  /** Returns false when the daemon does not know the session any more. */
  private boolean send(JsonNode message, String line, String used) throws IOException {
    try (Response response = http.newCall(post(message, line, used)).execute()) {
      String opened = response.header(SESSION);
      if (opened != null) {
        session = opened;
      }
      if (response.code() == GONE && !used.isEmpty()) {
        return false;
      }
      deliver(message, response);
      return true;
    }
  }

  /** Makes the request of a session; of none when that is empty. */
  private Request post(JsonNode message, String line, String used) {
    Request.Builder request =
        authorise
            .apply(new Request.Builder().url(url))
            .header("Accept", "application/json, text/event-stream")
            .post(RequestBody.create(line, JSON));
    String stateless = message.path("params").path("_meta").path(STATELESS_META).asString("");
    if (!stateless.isEmpty()) {
      stateless(request, message, stateless);
    } else {
      if (!used.isEmpty()) {
        request.header(SESSION, used);
      }
      boolean opens = message.path("method").asString("").equals("initialize");
      if (!opens && !version.isEmpty()) {
        request.header(VERSION, version);
      }
    }
    return request.build();
  }

  /** The headers of revision 2026-07-28 say what the message says. */
  private static void stateless(Request.Builder request, JsonNode message, String revision) {
    request.header(VERSION, revision);
    request.header("Mcp-Method", message.path("method").asString(""));
    JsonNode params = message.path("params");
    String name = params.path("name").asString(params.path("uri").asString(""));
    if (!name.isEmpty()) {
      boolean plain = name.chars().allMatch(c -> c > ' ' && c < 0x7f);
      request.header(
          "Mcp-Name",
          plain
              ? name
              : "=?base64?"
                  + java.util.Base64.getEncoder()
                      .encodeToString(name.getBytes(StandardCharsets.UTF_8))
                  + "?=");
    }
  }

  private void deliver(JsonNode message, Response response) throws IOException {
    String type = response.header("Content-Type", "");
    if (type != null && type.startsWith("text/event-stream")) {
      events(response, message);
      return;
    }
    String body = response.body().string().strip();
    if (isMessage(body)) {
      note(message, body);
      write(body);
    } else if (!response.isSuccessful() && message.has("id")) {
      String detail = body;
      try {
        detail = Json.parse(body).path("detail").asString(body);
      } catch (JacksonException e) {
        // what is no JSON is told as it is
      }
      write(
          error(
              message.get("id"), INTERNAL, detail.isEmpty() ? "HTTP " + response.code() : detail));
    }
  }

  private void events(Response response, @Nullable JsonNode message) throws IOException {
    try (BufferedReader lines = new BufferedReader(response.body().charStream())) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String data = line.startsWith("data:") ? line.substring(5).strip() : "";
        if (!data.isEmpty()) {
          if (message != null) {
            note(message, data);
          }
          write(data);
        }
      }
    }
  }

  private static boolean isMessage(String body) {
    try {
      return !body.isEmpty() && Json.parse(body).has("jsonrpc");
    } catch (JacksonException e) {
      return false;
    }
  }

  private void note(JsonNode message, String answer) {
    if (message.path("method").asString("").equals("initialize")) {
      version = Json.parse(answer).path("result").path("protocolVersion").asString("");
    }
  }

  /**
   * Opens the session again as the client had opened it; the answer is kept from the client.
   *
   * @param failed the session that the daemon does not know
   * @return whether there is another one now, perhaps opened for a message beside this one
   */
  private synchronized boolean reopen(String failed) throws IOException {
    if (!session.equals(failed)) {
      return true;
    }
    JsonNode first = opening;
    if (first == null) {
      return false;
    }
    Request request = post(first, Json.write(first), /* used= */ "");
    try (Response response = http.newCall(request).execute()) {
      String opened = response.header(SESSION);
      if (opened == null) {
        return false;
      }
      session = opened;
      for (String line : response.body().string().split("\n", -1)) {
        String data = line.startsWith("data:") ? line.substring(5) : line;
        if (isMessage(data.strip())) {
          note(first, data.strip());
        }
      }
    }
    ObjectNode ready =
        Json.object().put("jsonrpc", "2.0").put("method", "notifications/initialized");
    send(ready, Json.write(ready), session);
    workers.execute(this::listen);
    return true;
  }

  /** Carries what the daemon says unasked: changes of documents. Ends with the session. */
  private void listen() {
    Call call =
        http.newCall(
            authorise
                .apply(new Request.Builder().url(url))
                .header("Accept", "text/event-stream")
                .header(SESSION, session)
                .header(VERSION, version)
                .build());
    Call before = listening;
    listening = call;
    if (before != null) {
      before.cancel();
    }
    try (Response response = call.execute()) {
      if (response.isSuccessful()) {
        events(response, null);
      }
    } catch (IOException e) {
      // the daemon has gone; the next request opens a session again
    }
  }

  private static String error(@Nullable JsonNode id, int code, String text) {
    ObjectNode answer = Json.object().put("jsonrpc", "2.0");
    if (id == null) {
      answer.putNull("id");
    } else {
      answer.set("id", id);
    }
    answer.set("error", Json.object().put("code", code).put("message", text));
    return Json.write(answer);
  }

  private void write(String message) {
    byte[] line = (message.replace("\n", " ") + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(line, 0, line.length);
      out.flush();
    }
  }

  /** Lets running requests end for a moment, and ends the session. */
  @Override
  public void close() {
    Call unasked = listening;
    if (unasked != null) {
      unasked.cancel();
    }
    workers.shutdown();
    try {
      if (!workers.awaitTermination(LAST_WORDS_S, TimeUnit.SECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!session.isEmpty()) {
      Request end =
          authorise.apply(new Request.Builder().url(url)).header(SESSION, session).delete().build();
      try {
        http.newCall(end).execute().close();
      } catch (IOException e) {
        // it has gone, and the session with it
      }
    }
    http.dispatcher().cancelAll();
  }
}
