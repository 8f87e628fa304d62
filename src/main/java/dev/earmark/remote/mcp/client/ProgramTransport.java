package dev.earmark.remote.mcp.client;

import dev.earmark.base.Language;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The way to a server that is a program of its own: a line of JSON for each message, on its stdin
 * and stdout (MCP, transports, "stdio"). Unlike the SDK's transport it tells at once that the
 * program has ended, and how; whoever waits for an answer would wait for its time-out otherwise.
 *
 * <p>Threads: {@code mcp-out-NAME} writes, {@code mcp-in-NAME} reads and hands over what was read,
 * {@code mcp-err-NAME} passes the program's own log on; all of them end with the program.
 */
final class ProgramTransport implements McpClientTransport {
  private static final Logger log = LoggerFactory.getLogger(ProgramTransport.class);
  private static final int LARGEST_MESSAGE = 4 << 20;
  private static final int LONGEST_LOG_LINE = 8 << 10;
  private static final int SHOWN = 200;

  /** Messages that a program may leave unread; a call or two at a time is what happens. */
  private static final int MOST_UNREAD = 64;

  /** Time between the end of the program and that of its output, where the other is awaited. */
  private static final long SETTLE_MS = 1_000;

  /** Time for a program to end by itself when it is asked to. */
  private static final long GRACE_MS = 2_000;

  private static final byte[] LAST = new byte[0];

  private final String name;
  private final List<String> command;
  private final Map<String, String> environment;
  private final McpJsonMapper mapper;
  private final Runnable onEnd;
  private final BlockingQueue<byte[]> unsent = new ArrayBlockingQueue<>(MOST_UNREAD);
  private final AtomicReference<@Nullable ProgramEnded> ended = new AtomicReference<>();
  private volatile @Nullable Process process;
  private volatile boolean strays;

  /**
   * Makes the way to a program that {@link #connect} starts.
   *
   * @param name of the server, for threads and the log
   * @param environment variables beside the few that every program gets
   * @param onEnd called once when the program is of no use any more, on any thread; must not block
   */
  ProgramTransport(
      String name,
      List<String> command,
      Map<String, String> environment,
      McpJsonMapper mapper,
      Runnable onEnd) {
    this.name = name;
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.mapper = mapper;
    this.onEnd = onEnd;
  }

  /** Returns why the program is of no use any more, or null while it is. */
  @Nullable ProgramEnded ended() {
    return ended.get();
  }

  /** Returns whether the program wrote anything to its stdout that is no message. */
  boolean hasStrays() {
    return strays;
  }

  @Override
  public Mono<Void> connect(
      Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
    return Mono.fromRunnable(() -> start(handler));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // what follows an end does not throw
  private void start(
      Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear();
    builder
        .environment()
        .putAll(ServerParameters.builder(command.get(0)).env(environment).build().getEnv());
    Process started;
    try {
      started = builder.start();
    } catch (IOException e) {
      end(
          new ProgramEnded(
              "程序启动不了：" + e.getMessage(), "the program does not start: " + e.getMessage()));
      return;
    }
    process = started;
    if (ended.get() != null) { // closed meanwhile, when there was nothing to end yet
      stop();
      return;
    }
    CompletableFuture<Void> read = new CompletableFuture<>();
    thread("mcp-out-", () -> write(started.getOutputStream()));
    thread("mcp-err-", () -> passLog(started.getErrorStream()));
    thread("mcp-in-", () -> read(started.getInputStream(), handler, read));
    // An answer that the program gave before its end still counts.
    started
        .onExit()
        .thenCompose(p -> read.copy().completeOnTimeout(null, SETTLE_MS, TimeUnit.MILLISECONDS))
        .thenRun(() -> end(ProgramEnded.with(started.exitValue())));
    // One that closes its output and lives on will never answer.
    read.thenRun(
        () ->
            started
                .onExit()
                .completeOnTimeout(started, SETTLE_MS, TimeUnit.MILLISECONDS)
                .thenRun(this::outputClosed));
  }

  private void outputClosed() {
    Process running = process;
    if (running != null && running.isAlive()) {
      end(new ProgramEnded("程序关掉了自己的输出", "the program has closed its output"));
    }
  }

  private void thread(String prefix, Runnable work) {
    Thread thread = new Thread(work, prefix + name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
    return Mono.fromRunnable(() -> send(message));
  }

  private void send(McpSchema.JSONRPCMessage message) {
    ProgramEnded why = ended.get();
    if (why != null) {
      throw new ProgramEnded(why.in(Language.ZH), why.in(Language.EN));
    }
    byte[] line;
    try {
      line = (mapper.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("a message cannot be written as JSON", e);
    }
    if (!unsent.offer(line)) {
      throw new ProgramEnded("程序不读发给它的消息", "the program does not read what it is sent");
    }
  }

  private void write(OutputStream out) {
    try (out) {
      byte[] line = unsent.take();
      while (line != LAST) {
        out.write(line);
        out.flush();
        line = unsent.take();
      }
    } catch (IOException e) {
      log.debug("MCP server {}: its stdin is closed", name, e); // its end is told elsewhere
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void read(
      InputStream stdout,
      Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler,
      CompletableFuture<Void> read) {
    try (InputStream in = new BufferedInputStream(stdout)) {
      ByteArrayOutputStream line = line(in, LARGEST_MESSAGE);
      while (line != null) {
        if (line.size() > LARGEST_MESSAGE) {
          end(
              new ProgramEnded(
                  "程序发来一条超过 4 MiB 的消息", "the program sent a message of more than 4 MiB"));
          return;
        }
        take(line.toString(StandardCharsets.UTF_8), handler);
        line = line(in, LARGEST_MESSAGE);
      }
    } catch (IOException e) {
      log.debug("MCP server {}: its stdout is closed", name, e); // its end is told elsewhere
    } finally {
      read.complete(null);
    }
  }

  private void take(
      String line,
      Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
    if (line.isBlank()) {
      return;
    }
    McpSchema.JSONRPCMessage message;
    try {
      message = McpSchema.deserializeJsonRpcMessage(mapper, line);
    } catch (IOException | RuntimeException e) {
      strays = true;
      log.debug(
          "MCP server {}: no message: {}", name, line.substring(0, Math.min(SHOWN, line.length())));
      return;
    }
    strays = false; // a banner before the first message harms nobody
    handler
        .apply(Mono.just(message))
        .subscribe(
            taken -> {},
            failure -> log.warn("MCP server {}: a message could not be taken", name, failure));
  }

  private void passLog(InputStream stderr) {
    try (InputStream in = new BufferedInputStream(stderr)) {
      ByteArrayOutputStream line = line(in, LONGEST_LOG_LINE);
      while (line != null) {
        log.debug("MCP server {}: {}", name, line.toString(StandardCharsets.UTF_8));
        line = line(in, LONGEST_LOG_LINE);
      }
    } catch (IOException e) {
      log.debug("MCP server {}: its stderr is closed", name, e);
    }
  }

  /**
   * Returns a line without its end, null behind the last one. Of a longer line comes one byte more
   * than the longest, and the rest with the next call.
   */
  private static @Nullable ByteArrayOutputStream line(InputStream in, int longest)
      throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next = in.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n') {
      line.write(next);
      if (line.size() > longest) {
        break;
      }
      next = in.read();
    }
    return line;
  }

  private void end(ProgramEnded why) {
    if (ended.compareAndSet(null, why)) {
      stop();
      onEnd.run();
    }
  }

  /** Ends the program, with force where it does not end by itself; does not wait. */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
  private void stop() {
    unsent.clear();
    unsent.offer(LAST);
    Process running = process;
    if (running == null) {
      return;
    }
    // What a shell or a launcher started would hold the pipes, and live on.
    List<ProcessHandle> children = running.descendants().toList();
    children.forEach(ProcessHandle::destroy);
    running.destroy();
    running
        .onExit()
        .completeOnTimeout(running, GRACE_MS, TimeUnit.MILLISECONDS)
        .thenRun(
            () -> {
              children.forEach(ProcessHandle::destroyForcibly);
              running.destroyForcibly();
            });
  }

  /** Ends the program. That it has ended is no news then, and is not told. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromRunnable(
        () -> {
          ended.compareAndSet(null, new ProgramEnded("连接已关闭", "the connection is closed"));
          stop();
        });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return mapper.convertValue(data, type);
  }
}
