package dev.earmark.remote.mcp.client;

import dev.earmark.agent.Tool;
import dev.earmark.base.Backoff;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one server, kept on a thread of its own: connects, reads the tools, looks from
 * time to time whether the server lives, and begins anew when it does not. Health part: {@code mcp
 * NAME}.
 */
final class ToolServer implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(ToolServer.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);
  private static final int MOST_TOOLS = 64;
  private static final int MOST_PAGES = 20;
  private static final int LARGEST_MESSAGE = 4 << 20;

  private final ToolServerSettings settings;
  private final Executor workers;
  private final Runnable onChange;
  private final Health health;
  private final Clock clock;
  private final String version;
  private final Semaphore poked = new Semaphore(0);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile List<Tool> tools = List.of();
  private volatile boolean closed;
  private volatile @Nullable McpSyncClient client;

  /**
   * Makes a connection that begins when it runs.
   *
   * @param workers run the tools' calls
   * @param onChange called when {@link #tools} gives others
   * @param version of Earmark
   */
  ToolServer(
      ToolServerSettings settings,
      Executor workers,
      Runnable onChange,
      Health health,
      Clock clock,
      String version) {
    this.settings = settings;
    this.workers = workers;
    this.onChange = onChange;
    this.health = health;
    this.clock = clock;
    this.version = version;
  }

  /** Returns the tools that can be called now. */
  List<Tool> tools() {
    return tools;
  }

  @Override
  public void run() {
    Backoff backoff = new Backoff(LONGEST_PAUSE);
    String said = "";
    while (!closed) {
      long began = clock.nanoTime();
      try {
        live();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException | LinkageError e) {
        String why = Reasons.of(e, Language.EN);
        health.problem(part(), why + "; check mcp-servers in config.yml, it is tried again");
        if (!why.equals(said) && !closed) {
          log.warn("MCP server {}: {}", settings.name(), why);
          said = why;
        }
      } finally {
        end();
      }
      if (clock.nanoTime() - began > LONGEST_PAUSE.toNanos()) {
        backoff.reset(); // it was good for so long
      }
      if (!await(backoff.next())) {
        return;
      }
    }
  }

  private String part() {
    return "mcp " + settings.name();
  }

  /** Connects, and returns or throws when the connection is of no use any more. */
  private void live() throws InterruptedException {
    ProgramTransport program = settings.command().isEmpty() ? null : program();
    McpSyncClient opened =
        McpClient.sync(program == null ? http() : program)
            .clientInfo(McpSchema.Implementation.builder("earmark", version).build())
            .requestTimeout(settings.timeout())
            .initializationTimeout(settings.startTimeout())
            .jsonSchemaValidator(new Unchecked())
            .toolsChangeConsumer(changed -> poked.release())
            .build();
    client = opened;
    poked.drainPermits(); // those of the connection before
    try {
      opened.initialize();
      while (!closed) {
        publish(
            RemoteTool.of(settings, list(opened), call -> call(opened, program, call), workers));
        while (!closed && !poked.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
          opened.ping();
        }
        poked.drainPermits();
        throwIfEnded(program);
      }
    } catch (RuntimeException e) {
      throwIfEnded(program); // tells more than the failure
      if (program != null && program.hasStrays() && Reasons.isLate(e)) {
        throw new ProgramEnded(
            "程序写到标准输出的不是 MCP 消息", "what the program writes to its stdout is no MCP message");
      }
      throw e;
    }
  }

  private static McpSchema.CallToolResult call(
      McpSyncClient of, @Nullable ProgramTransport program, McpSchema.CallToolRequest request) {
    try {
      return of.callTool(request);
    } catch (RuntimeException e) {
      throwIfEnded(program);
      throw e;
    }
  }

  private static void throwIfEnded(@Nullable ProgramTransport program) {
    ProgramEnded ended = program == null ? null : program.ended();
    if (ended != null) {
      throw ended;
    }
  }

  private static List<McpSchema.Tool> list(McpSyncClient of) {
    List<McpSchema.Tool> all = new ArrayList<>();
    String cursor = null;
    for (int page = 0; page < MOST_PAGES && all.size() < MOST_TOOLS; page++) {
      McpSchema.ListToolsResult result = of.listTools(cursor);
      all.addAll(result.tools());
      cursor = result.nextCursor();
      if (cursor == null || cursor.isEmpty()) {
        break;
      }
    }
    return all.size() > MOST_TOOLS ? all.subList(0, MOST_TOOLS) : all;
  }

  private void publish(List<Tool> found) {
    tools = found;
    health.ok(part(), found.size() + " tools");
    log.info("MCP server {}: {} tools", settings.name(), found.size());
    onChange.run();
  }

  private ProgramTransport program() {
    if (!settings.isInstalled()) {
      throw new IllegalStateException(
          "there is no program " + settings.command().get(0) + "; install it");
    }
    return new ProgramTransport(
        settings.name(),
        settings.command(),
        settings.environment(),
        McpJsonDefaults.getMapper(),
        this::ended);
  }

  /** The program has ended: calls that wait for it end now, and the thread begins anew. */
  private void ended() {
    McpSyncClient open = client;
    if (open != null) {
      open.close();
    }
    poked.release();
  }

  private McpClientTransport http() {
    URI uri = URI.create(settings.url());
    String path =
        uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/mcp" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    HttpRequest.Builder request = HttpRequest.newBuilder();
    if (!settings.token().isEmpty()) {
      request.header("Authorization", "Bearer " + settings.token());
    }
    return HttpClientStreamableHttpTransport.builder(
            uri.getScheme() + "://" + uri.getRawAuthority())
        .endpoint(path + query)
        .requestBuilder(request)
        .connectTimeout(settings.startTimeout())
        .maxResponseSize(LARGEST_MESSAGE)
        .build();
  }

  private boolean await(Duration pause) {
    try {
      return !stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void end() {
    McpSyncClient open = client;
    client = null;
    if (open != null) {
      open.close();
    }
    if (!tools.isEmpty()) {
      tools = List.of();
      onChange.run();
    }
  }

  /** Asks the thread to end, and closes the connection; does not wait. */
  void close() {
    closed = true;
    stopped.countDown();
    poked.release();
    McpSyncClient open = client;
    if (open != null) {
      open.close();
    }
  }

  /** Results are text for a model; nothing is checked by the other side's own schema. */
  private static final class Unchecked implements JsonSchemaValidator {
    @Override
    public ValidationResponse validate(Map<String, Object> schema, Object content) {
      return ValidationResponse.asValid(null);
    }

    @Override
    public ValidationResponse validateSchema(Map<String, Object> schema) {
      return ValidationResponse.asValid(null);
    }
  }
}
