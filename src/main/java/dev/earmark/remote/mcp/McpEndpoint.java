package dev.earmark.remote.mcp;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The servlet at {@code /mcp}. Who may come in has been decided before it is called.
 *
 * <p>It makes the SDK's servers at the first request, since their many classes would make the start
 * slow; it looks into each message to see which era it belongs to and what it cancels, and hands it
 * on. A call holds the request's thread.
 */
public final class McpEndpoint extends HttpServlet implements AutoCloseable {
  /** Where it is to be mounted. */
  public static final String PATH = "/mcp";

  private static final long serialVersionUID = 1L;
  private static final int MAX_BODY = 1 << 20;
  private static final long UPDATES_EVERY_MS = 1_000;
  private static final int INVALID_REQUEST = -32600;
  private static final int INVALID_PARAMS = -32602; // of JSON-RPC
  private static final JsonMapper JSON = new JsonMapper();

  private final transient McpPorts ports;
  private final transient ToolCalls calls;
  private final long updatesEveryMs;
  private transient @Nullable Servers servers; // guarded by this
  private transient volatile @Nullable Updates updates; // of the servers
  private boolean closed; // guarded by this

  private record Servers(SessionServer sessions, StatelessServer stateless, Updates updates) {}

  /** Makes the endpoint; the servers come with the first request. */
  public McpEndpoint(McpPorts ports) {
    this(ports, UPDATES_EVERY_MS);
  }

  McpEndpoint(McpPorts ports, long updatesEveryMs) {
    this.ports = ports;
    this.updatesEveryMs = updatesEveryMs;
    this.calls = new ToolCalls(ports.tools(), ports.events(), ports.dropWish(), ports.clock());
  }

  private synchronized @Nullable Servers servers() {
    Servers made = servers;
    if (made == null && !closed) {
      Documents documents = new Documents(ports.documents(), ports.families());
      Prompts prompts = new Prompts(ports.tools().language());
      SessionServer sessions = new SessionServer(ports, calls, documents, prompts, PATH, MAX_BODY);
      StatelessServer stateless =
          new StatelessServer(ports, calls, documents, prompts, PATH, MAX_BODY);
      Updates watching =
          new Updates(
              ports.documents(),
              ports.events(),
              updatesEveryMs,
              uri -> {
                sessions.changed(uri);
                stateless.changed(uri);
              });
      made = new Servers(sessions, stateless, watching);
      servers = made;
      updates = watching;
    }
    return made;
  }

  /** Tells subscribers that a document has changed; returns at once, from any thread. */
  public void changed(String uri) {
    Updates watching = updates; // without the monitor, which is held while the servers are made
    if (watching != null) {
      watching.changed(uri);
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    Servers all = servers();
    if (all == null) {
      response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    } else if (request.getMethod().equals("POST")) {
      post(all, request, response);
    } else {
      servlet(all, request, null).service(request, response);
    }
  }

  private void post(Servers all, HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    String type = String.valueOf(request.getContentType()).toLowerCase(Locale.ROOT);
    if (!type.startsWith("application/json")) {
      refuse(
          response,
          HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
          "The Content-Type of a message is application/json.");
      return;
    }
    byte[] body = request.getInputStream().readNBytes(MAX_BODY + 1);
    if (body.length > MAX_BODY) {
      refuse(
          response,
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
          "The message is larger than " + (MAX_BODY >> 20) + " MiB.");
      return;
    }
    JsonNode message = parsed(body);
    if (message != null && message.isArray()) {
      refuse(response, HttpServletResponse.SC_BAD_REQUEST, "Send one message; no batches.");
      return;
    }
    if (message != null && message.has("id") && message.get("id").isNull()) {
      refuse(response, HttpServletResponse.SC_BAD_REQUEST, "The id of a request is not null.");
      return;
    }
    HttpServletRequest whole = new WholeBody(request, body);
    String flaw = message == null ? "" : flaw(message);
    if (message != null && !flaw.isEmpty()) {
      answer(response, HttpServletResponse.SC_OK, message.get("id"), INVALID_PARAMS, flaw);
      return;
    }
    if (!isKnown(request.getHeader("MCP-Protocol-Version"))) {
      refuse(
          response,
          HttpServletResponse.SC_BAD_REQUEST,
          "The header MCP-Protocol-Version names no revision of this server: "
              + String.join(", ", AllRevisions.NAMES)
              + ", "
              + StatelessServer.REVISION);
      return;
    }
    if (message != null) {
      look(message, whole);
    }
    servlet(all, request, message).service(whole, response);
  }

  private static @Nullable JsonNode parsed(byte[] body) {
    try {
      return JSON.readTree(body);
    } catch (JacksonException e) {
      return null; // the SDK answers with a parse error
    }
  }

  /**
   * Returns what is wrong with a request's parameters, which the SDK leaves without any answer;
   * empty when nothing is.
   */
  private static String flaw(JsonNode message) {
    JsonNode params = message.path("params");
    if (!message.hasNonNull("id") || !message.hasNonNull("method")) {
      return "";
    }
    if (!params.isMissingNode() && !params.isNull() && !params.isObject()) {
      return "The params of a request are an object.";
    }
    JsonNode arguments = params.path("arguments");
    return switch (message.path("method").asString("")) {
      case "initialize" -> params.isObject() ? "" : "The params of initialize are missing.";
      case "tools/call", "prompts/get" ->
          arguments.isMissingNode() || arguments.isNull() || arguments.isObject()
              ? ""
              : "The arguments of a call are an object.";
      default -> "";
    };
  }

  /** Without the header the revision is the one that the session has agreed on. */
  private static boolean isKnown(@Nullable String revision) {
    return revision == null
        || revision.equals(StatelessServer.REVISION)
        || AllRevisions.NAMES.contains(revision);
  }

  /** Notes which call it is, or cancels one: the SDK's session server knows no cancellation. */
  private void look(JsonNode message, HttpServletRequest request) {
    String session = request.getHeader("Mcp-Session-Id");
    if (session == null) {
      return;
    }
    switch (message.path("method").asString("")) {
      case "tools/call" ->
          request.setAttribute(
              SessionServer.CALL_KEY, new ToolCalls.Key(session, message.path("id").toString()));
      case "notifications/cancelled" ->
          calls.cancel(
              new ToolCalls.Key(session, message.path("params").path("requestId").toString()));
      default -> {
        // nothing to note
      }
    }
  }

  /**
   * Chooses the era: the stateless one names itself in a header, which it requires, or in the
   * message's {@code _meta}.
   */
  private static HttpServlet servlet(
      Servers all, HttpServletRequest request, @Nullable JsonNode message) {
    String header = request.getHeader("MCP-Protocol-Version");
    boolean inBody =
        message != null
            && message.path("params").path("_meta").has("io.modelcontextprotocol/protocolVersion");
    return StatelessServer.REVISION.equals(header) || inBody
        ? all.stateless().servlet()
        : all.sessions().servlet();
  }

  private static void refuse(HttpServletResponse response, int status, String text)
      throws IOException {
    answer(response, status, JSON.nullNode(), INVALID_REQUEST, text);
  }

  private static void answer(
      HttpServletResponse response, int status, JsonNode id, int code, String text)
      throws IOException {
    byte[] body =
        JSON.writeValueAsBytes(
            JSON.createObjectNode()
                .put("jsonrpc", "2.0")
                .set("id", id)
                .set("error", JSON.createObjectNode().put("code", code).put("message", text)));
    response.setStatus(status);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /** Returns how many calls are running. */
  int running() {
    return calls.running();
  }

  /** Ends all sessions; later requests get 503. */
  @Override
  public void close() {
    Servers made;
    synchronized (this) {
      made = servers;
      servers = null;
      updates = null;
      closed = true;
    }
    if (made != null) {
      made.updates().close();
      made.stateless().close();
      made.sessions().close();
    }
  }

  /** A request whose body has been read already. */
  private static final class WholeBody extends HttpServletRequestWrapper {
    private final byte[] body;

    WholeBody(HttpServletRequest request, byte[] body) {
      super(request);
      this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
      ByteArrayInputStream bytes = new ByteArrayInputStream(body);
      return new ServletInputStream() {
        @Override
        public int read() {
          return bytes.read();
        }

        @Override
        public int read(byte[] to, int offset, int length) {
          return bytes.read(to, offset, length);
        }

        @Override
        public boolean isFinished() {
          return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
          return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
          throw new UnsupportedOperationException("the body is there already; read it");
        }
      };
    }

    @Override
    public BufferedReader getReader() {
      return new BufferedReader(
          new InputStreamReader(new ByteArrayInputStream(body), StandardCharsets.UTF_8));
    }
  }
}
