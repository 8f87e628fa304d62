package dev.earmark.remote.mcp.client;

import dev.earmark.agent.Tool;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The tools of all configured servers. Threads: {@code mcp-server-NAME} for each server, {@code
 * mcp-call-n} for calls. Nothing of it waits for a server on its caller's thread.
 */
public final class ToolServers implements AutoCloseable {
  private static final int CALLS = 8;
  private static final int WAITING_CALLS = 8;

  private final List<ToolServer> servers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final ThreadPoolExecutor workers;
  private final Consumer<List<Tool>> onChange;

  /**
   * Makes the connections; they begin with {@link #start}.
   *
   * @param version of Earmark
   * @param onChange gets the tools of all servers whenever they change, on any thread
   */
  public ToolServers(
      List<ToolServerSettings> settings,
      Health health,
      Clock clock,
      String version,
      Consumer<List<Tool>> onChange) {
    this.onChange = onChange;
    AtomicInteger number = new AtomicInteger();
    this.workers =
        new ThreadPoolExecutor(
            CALLS,
            CALLS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING_CALLS),
            work -> daemon(work, "mcp-call-" + number.incrementAndGet()));
    workers.allowCoreThreadTimeOut(true);
    for (ToolServerSettings one : settings) {
      ToolServer server = new ToolServer(one, workers, this::changed, health, clock, version);
      servers.add(server);
      threads.add(daemon(server, "mcp-server-" + one.name()));
    }
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Begins to connect; returns at once. */
  public void start() {
    threads.forEach(Thread::start);
  }

  private synchronized void changed() {
    onChange.accept(servers.stream().flatMap(server -> server.tools().stream()).toList());
  }

  /** Closes all connections; programs that were started are ended. */
  @Override
  public void close() {
    servers.forEach(ToolServer::close);
    threads.forEach(Thread::interrupt);
    workers.shutdownNow();
  }
}
