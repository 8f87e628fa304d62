package dev.earmark.remote.mcp;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.remote.offer.OfferedTools;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The endpoint on a real server, with two tools whose doings a test decides. */
public final class EndpointServer implements AutoCloseable {
  final Events events = new Events(Clock.system());
  final AtomicInteger dropped = new AtomicInteger();
  final BlockingQueue<String> calls = new LinkedBlockingQueue<>();
  final McpEndpoint endpoint;
  private final OfferedTools tools;
  private final Server server = new Server();
  private final ServerConnector connector = new ServerConnector(server);

  /** Starts it. */
  public EndpointServer() throws Exception {
    tools = new OfferedTools(List.of(new Play(), new Volume()), Language.EN);
    endpoint =
        new McpEndpoint(
            new McpPorts(
                tools,
                List.of(
                    new Document(
                        "earmark://status",
                        "status",
                        "Status",
                        "How it stands.",
                        List.of("player."),
                        () -> Map.of("state", "playing")),
                    new Document(
                        "earmark://timers",
                        "timers",
                        "Timers",
                        "What is set.",
                        List.of("timers."),
                        () -> Map.of("count", 0))),
                List.of(
                    new DocumentFamily(
                        "earmark://albums/",
                        "album",
                        "Book",
                        "A book.",
                        id ->
                            id.equals("demo:西游记")
                                ? Optional.of(Map.of("id", id))
                                : Optional.empty())),
                dropped::incrementAndGet,
                events,
                Clock.system(),
                "1"),
            /* updatesEveryMs= */ 100);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ServletContextHandler context = new ServletContextHandler();
    ServletHolder holder = new ServletHolder(endpoint);
    holder.setAsyncSupported(true);
    context.addServlet(holder, McpEndpoint.PATH);
    server.setHandler(context);
    server.start();
  }

  /** Returns calls of the tools beside those of the endpoint. */
  ToolCalls calls() {
    return new ToolCalls(tools, events, dropped::incrementAndGet, Clock.system());
  }

  /** Returns the address without the path. */
  public String base() {
    return "http://127.0.0.1:" + connector.getLocalPort();
  }

  /** What a download and a wish tell. */
  record Told(
      String runId,
      String album,
      String albumId,
      String title,
      int section,
      long bytes,
      long totalBytes,
      String reasonZh,
      String reasonEn) {
    Told of(String run) {
      return new Told(run, album, albumId, title, section, bytes, totalBytes, reasonZh, reasonEn);
    }
  }

  void publish(String type, Told told) {
    events.publish(type, told);
  }

  void tell(String type, String runId, long bytes) {
    publish(
        type,
        new Told(
            runId, "Alice", "demo:alice", "Alice", 2, bytes, 1000, "没有服务器回答", "no server answers"));
  }

  @Override
  public void close() {
    endpoint.close();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private final class Play implements Tool {
    @Override
    public ToolSpec spec() {
      return new ToolSpec(
          "search_and_play",
          "Plays.",
          List.of(
              Parameter.required("keyword", Parameter.Type.STRING, "title"),
              Parameter.optional("section", Parameter.Type.INTEGER, 1, "number")),
          Set.of(Effect.PLAY));
    }

    @Override
    public ToolResult call(Map<String, Object> args, Context context) {
      calls.add(context.runId());
      return ToolResult.ok(
          "Searching and downloading",
          Map.of("kind", "fetching", "title", "Alice", "section", 2, "cache", "miss"));
    }
  }

  private static final class Volume implements Tool {
    @Override
    public ToolSpec spec() {
      return new ToolSpec(
          "set_volume",
          "Sets the volume.",
          List.of(Parameter.required("level", Parameter.Type.INTEGER, "0 to 100")),
          Set.of(Effect.VOLUME));
    }

    @Override
    public ToolResult call(Map<String, Object> args, Context context) {
      if (Integer.valueOf(99).equals(args.get("level"))) {
        throw new IllegalStateException("a fault");
      }
      return ToolResult.ok("Volume " + args.get("level"), Map.of("volume", args.get("level")));
    }
  }
}
