package dev.earmark.app.share;

import dev.earmark.agent.Tool;
import dev.earmark.app.Version;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Roles;
import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.LibraryService;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.remote.dbus.MprisRole;
import dev.earmark.remote.http.HttpServer;
import dev.earmark.remote.http.reply.Json;
import dev.earmark.remote.http.status.StatusSource;
import dev.earmark.remote.mcp.McpEndpoint;
import dev.earmark.remote.mcp.McpPorts;
import dev.earmark.remote.mcp.client.ToolServers;
import dev.earmark.remote.mqtt.MqttRole;
import dev.earmark.remote.offer.OfferedTools;
import dev.earmark.remote.webhook.WebhookRole;
import dev.earmark.remote.xiaozhi.XiaozhiRole;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import okhttp3.OkHttpClient;

/** What the daemon offers to other programs. Confined to the thread that starts the daemon. */
public final class Sharing {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final EarmarkConfig config;
  private final Events events;
  private final Health health;
  private final Clock clock;
  private final OfferedTools offered;

  /** Makes it; nothing is connected or mounted yet. */
  public Sharing(
      EarmarkConfig config, List<Tool> tools, Events events, Health health, Clock clock) {
    this.config = config;
    this.events = events;
    this.health = health;
    this.clock = clock;
    this.offered = new OfferedTools(tools, config.languages().get(0));
  }

  /** Mounts the MCP server, unless the configuration says no. */
  public void mount(
      HttpServer server,
      StatusSource status,
      LibraryService library,
      PositionJournal journal,
      Assistant assistant,
      PlayService wishes,
      Lifecycle lifecycle) {
    if (!config.mcp().enabled()) {
      return;
    }
    McpDocuments documents = new McpDocuments(status::status, library, journal, assistant);
    McpEndpoint endpoint =
        new McpEndpoint(
            new McpPorts(
                offered,
                documents.documents(),
                documents.families(),
                wishes::forgetPending,
                events,
                clock,
                Version.get()));
    library.onChange(() -> endpoint.changed(McpDocuments.LIBRARY));
    server.mount(McpEndpoint.PATH, endpoint);
    lifecycle.started("mcp", CLOSE, endpoint);
  }

  /**
   * Tells the configured addresses and the broker what happens; returns at once.
   *
   * @param counts gets for each kind of them how many events were lost on the way
   */
  public void tell(
      Roles roles,
      OkHttpClient http,
      Player player,
      PlayService wishes,
      Assistant assistant,
      BiConsumer<String, LongSupplier> counts) {
    if (!config.webhooks().isEmpty()) {
      WebhookRole webhooks =
          new WebhookRole(
              config.webhooks(),
              Version.get(),
              Json::bytes,
              http,
              health,
              clock,
              new Random()::nextDouble);
      roles.start(webhooks, CLOSE);
      events.subscribe(webhooks::onEvent);
      counts.accept("webhooks", webhooks::dropped);
    }
    if (!config.mqtt().broker().isEmpty()) {
      MqttRole mqtt =
          new MqttRole(
              config.mqtt(),
              player,
              wishes,
              assistant,
              Version.get(),
              config.languages().get(0),
              Json::bytes,
              health,
              clock);
      roles.start(mqtt, CLOSE);
      events.subscribe(mqtt::onEvent);
      counts.accept("mqtt", mqtt::dropped);
    }
  }

  /**
   * Puts the player on a D-Bus, unless the configuration says none; returns at once.
   *
   * @param environment the process's variables, which say where the buses are
   */
  public void mpris(
      Roles roles, Map<String, String> environment, Player player, PlayService wishes) {
    if (config.mpris().bus().equals("none")) {
      return;
    }
    roles.start(
        new MprisRole(
            config.mpris(),
            environment,
            player,
            wishes,
            config.languages().get(0),
            health,
            clock,
            ProcessHandle.current().pid()),
        Duration.ofMillis(800));
  }

  /**
   * Connects to the configured endpoints and servers, on threads of their own; returns at once.
   *
   * @param joinTools gets the tools of the servers whenever they change, on any thread
   */
  public void start(
      Roles roles, OkHttpClient http, Consumer<List<Tool>> joinTools, Lifecycle lifecycle) {
    if (!config.xiaozhi().endpoints().isEmpty()) {
      roles.start(
          new XiaozhiRole(
              config.xiaozhi(),
              offered,
              Version.get(),
              http,
              health,
              clock,
              new Random()::nextDouble),
          CLOSE);
    }
    // The embedded rules call no other tools than Earmark's.
    if (!config.toolServers().isEmpty() && !config.agent().mode().equals("rules")) {
      ToolServers servers =
          new ToolServers(config.toolServers(), health, clock, Version.get(), joinTools);
      lifecycle.started("mcp servers", CLOSE, servers);
      servers.start();
    }
  }
}
