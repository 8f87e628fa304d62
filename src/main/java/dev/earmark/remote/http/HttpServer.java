package dev.earmark.remote.http;

import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.remote.http.guard.Guard;
import dev.earmark.remote.http.guard.GuardedServlet;
import dev.earmark.remote.http.guard.TokenFile;
import dev.earmark.remote.http.reply.Body;
import dev.earmark.remote.http.reply.Json;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import dev.earmark.remote.http.status.Status;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServlet;
import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP API and the web page.
 *
 * <p>Requests run on the threads {@code http-n}; {@link #start()} and {@link #close()} come from
 * one thread.
 */
public final class HttpServer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(HttpServer.class);
  private static final int MAX_THREADS = 40;
  private static final int MIN_THREADS = 2;
  private static final int COLLECTED = 2 * Body.LIMIT;

  private final ServerSettings settings;
  private final HttpPorts ports;
  private final Limits limits;
  private final Path home;
  private final EventStream stream;
  private final Map<String, HttpServlet> mounted = new LinkedHashMap<>();
  private @Nullable Javalin javalin;

  /** How long things may take; tests shorten them. */
  record Limits(Duration longestWait, Duration heartbeat) {
    static final Limits DEFAULT = new Limits(Duration.ofSeconds(70), Duration.ofSeconds(15));
  }

  /**
   * Makes a server that is not started yet.
   *
   * @param home where a relative token file lies
   */
  public HttpServer(ServerSettings settings, HttpPorts ports, Path home) {
    this(settings, ports, home, Limits.DEFAULT);
  }

  HttpServer(ServerSettings settings, HttpPorts ports, Path home, Limits limits) {
    this.settings = settings;
    this.ports = ports;
    this.home = home;
    this.limits = limits;
    this.stream =
        new EventStream(ports.events(), ports.ears()::levelDbfs, ports.clock(), limits.heartbeat());
  }

  /**
   * Puts another protocol's servlet at a path, behind the same guard; before {@link #start()}.
   *
   * @param servlet may answer asynchronously
   */
  public void mount(String path, HttpServlet servlet) {
    mounted.put(path, servlet);
  }

  /**
   * Loads the server's classes ahead of {@link #start()}, on any thread: starts and stops a server
   * that only this process could reach.
   */
  public static void preload() {
    Javalin server =
        Javalin.create(
            config -> {
              quiet(config);
              config.jetty.threadPool = threads();
              config.jetty.addConnector((jetty, http) -> new LocalConnector(jetty));
            });
    server.start();
    server.stop();
    // Reading the size loads the description of the API, which takes as long as all before.
    log.debug("{} operations are described", Operations.DESCRIBED.size());
  }

  /**
   * Starts to listen.
   *
   * @throws FailureException when the port is taken, the address is none of this machine, or the
   *     token file cannot be used
   */
  public void start() throws FailureException {
    Guard guard = new Guard(token(), Operations.open(), ports.clock());
    probe();
    Javalin server = Javalin.create(config -> configure(config, guard));
    try {
      server.start(settings.bind(), settings.port());
    } catch (RuntimeException e) {
      server.stop();
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE, "the HTTP server does not start: " + rootMessage(e)),
          e);
    }
    javalin = server;
  }

  /** Returns the port that it listens on, or 0 before the start. */
  public int port() {
    return javalin == null ? 0 : javalin.port();
  }

  /** Returns the address for a browser on this machine. */
  public String url() {
    String host = settings.bind();
    if (host.equals("0.0.0.0") || host.equals("::") || host.isBlank()) {
      host = "127.0.0.1";
    }
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  /** Stops at once; requests that still run are cut. */
  @Override
  public void close() {
    stream.close();
    Javalin running = javalin;
    javalin = null;
    if (running != null) {
      try {
        running.stop();
      } catch (RuntimeException e) {
        log.warn("the HTTP server did not stop cleanly: {}", rootMessage(e));
      }
    }
  }

  int watchers() {
    return stream.watchers();
  }

  private @Nullable String token() throws FailureException {
    boolean loopback;
    try {
      loopback = settings.isLoopback();
    } catch (UnknownHostException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.BAD_REQUEST,
              "the address '" + settings.bind() + "' is not known; set server.bind"),
          e);
    }
    if (!settings.tokenFile().isBlank()) {
      return TokenFile.read(home.resolve(settings.tokenFile()), new SecureRandom());
    }
    if (!loopback) {
      throw new FailureException(
          Failure.Kind.NOT_ALLOWED,
          "server.bind "
              + settings.bind()
              + " can be reached by others, so a token is needed; set server.token-file");
    }
    return null;
  }

  /** Finds out in a millisecond whether the port is free, with a clear message when it is not. */
  private void probe() throws FailureException {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(settings.bind(), settings.port()));
    } catch (BindException e) {
      String text = String.valueOf(e.getMessage());
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              text.contains("assign")
                  ? "the address " + settings.bind() + " is none of this machine; set server.bind"
                  : text.contains("denied")
                      ? "port " + settings.port() + " is for root alone; set server.port"
                      : "port "
                          + settings.port()
                          + " is taken by another program; set server.port,"
                          + " or 0 for any free one"),
          e);
    } catch (IOException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.UNAVAILABLE,
              "cannot listen on " + settings.bind() + " port " + settings.port() + ": " + e),
          e);
    }
  }

  private void configure(JavalinConfig config, Guard guard) {
    quiet(config);
    config.http.prefer405over404 = true;
    config.http.generateEtags = false;
    config.router.ignoreTrailingSlashes = true;
    config.jetty.threadPool = threads();
    config.jetty.modifyHttpConfiguration(
        http -> {
          http.setSendServerVersion(false);
          http.setSendDateHeader(false);
        });
    config.jetty.modifyServer(
        server -> {
          server.setErrorHandler(new JettyProblems());
          server.setHandler(wholeBodies());
          // A graceful stop would wait for idle connections of browsers that are kept alive.
          server.setStopTimeout(0);
        });
    config.jetty.modifyServletContextHandler(
        context ->
            mounted.forEach(
                (path, servlet) -> {
                  ServletHolder holder = new ServletHolder(new GuardedServlet(guard, servlet));
                  holder.setAsyncSupported(true);
                  context.addServlet(holder, path);
                }));
    register(config.routes, guard);
  }

  private static void quiet(JavalinConfig config) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
  }

  private static QueuedThreadPool threads() {
    QueuedThreadPool pool = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    pool.setName("http");
    pool.setDaemon(true);
    return pool;
  }

  /**
   * Collects bodies of JSON before a thread takes the request, so that one who sends half of a body
   * and then nothing holds a connection but no thread. Longer bodies are recordings, of which
   * {@link AgentRoutes} takes only a few at a time.
   */
  private static Handler.Singleton wholeBodies() {
    return new EagerContentHandler(
        new EagerContentHandler.RetainedContentLoaderFactory(
            COLLECTED, /* framingOverhead= */ 1, /* reject= */ false));
  }

  private void register(RoutesConfig to, Guard guard) {
    to.before(
        ctx -> {
          headers(ctx);
          guard.check(ctx);
        });
    serve(new Operations(to, Operations.DESCRIBED));
    to.exception(Problem.class, (problem, ctx) -> Replies.problem(ctx, problem));
    to.exception(FailureException.class, (e, ctx) -> Replies.problem(ctx, Problem.of(e.failure())));
    to.exception(HttpResponseException.class, HttpServer::routing);
    to.exception(Exception.class, HttpServer::fault);
  }

  private void serve(Operations api) {
    new AgentRoutes(ports, limits.longestWait()).register(api);
    PlayerRoutes commands = new PlayerRoutes(ports);
    commands.register(api);
    new HabitRoutes(ports).register(api, commands);
    new LimitRoutes(ports.player()).register(api);
    new LibraryRoutes(ports).register(api);
    new TimerRoutes(ports).register(api);
    WebPage.register(api);
    api.on("status", this::status);
    api.on("events", stream::serve);
    api.on("health", this::health);
    api.on("metrics", this::metrics);
    api.complete();
  }

  private static void headers(Context ctx) {
    ctx.header("X-Content-Type-Options", "nosniff");
    ctx.header("Referrer-Policy", "no-referrer");
    ctx.header("Cache-Control", "no-store");
  }

  /** The status; its tag does not change with the time alone. */
  private void status(Context ctx) {
    Status status = ports.status().status(Replies.language(ctx));
    ctx.header("Vary", "Accept-Language");
    String tag = Replies.tag(Json.bytes(status.timeless(ports.clock().nanoTime() / 1e9)));
    ctx.header("Cache-Control", "no-cache");
    if (Replies.unchanged(ctx, tag)) {
      ctx.status(304);
      return;
    }
    Replies.json(ctx, status);
  }

  /** How the daemon fares; {@code stuck} names the roles whose loops do not turn. */
  record HealthJson(String status, List<String> stuck) {}

  private void health(Context ctx) {
    List<String> stuck = ports.stuckRoles().get();
    boolean ok = stuck.isEmpty();
    Replies.json(ctx, ok ? 200 : 503, new HealthJson(ok ? "ok" : "failing", stuck));
  }

  private void metrics(Context ctx) {
    String accepted = ctx.header("Accept");
    MetricsSource.Page page = ports.metrics().page(accepted == null ? "" : accepted);
    ctx.contentType(page.contentType()).result(page.text());
  }

  private static void routing(HttpResponseException e, Context ctx) {
    Problem problem =
        switch (e.getStatus()) {
          case 404 ->
              Problem.notFound("There is nothing at this path; GET /api/openapi.json lists all.");
          case 405 -> {
            ctx.header("Allow", e.getDetails().getOrDefault("availableMethods", ""));
            yield Problem.notAllowed(
                "This path takes "
                    + e.getDetails().getOrDefault("availableMethods", "another method")
                    + ".");
          }
          default ->
              new Problem(
                  e.getStatus(), "http", "The request failed", String.valueOf(e.getMessage()));
        };
    Replies.problem(ctx, problem);
  }

  private static void fault(Exception e, Context ctx) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (e instanceof EOFException) {
      log.debug("{} {}: the client has left in the middle", ctx.req().getMethod(), ctx.path());
      return;
    }
    log.error("{} {} failed", ctx.req().getMethod(), ctx.path(), e);
    Replies.problem(ctx, Problem.internal());
  }

  private static String rootMessage(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  /** Problem objects for requests that do not get as far as a route, such as broken addresses. */
  private static final class JettyProblems extends ErrorHandler {
    @Override
    protected void generateResponse(
        Request request,
        Response response,
        int code,
        @Nullable String message,
        @Nullable Throwable cause,
        Callback callback) {
      Problem problem =
          new Problem(
              code,
              code < 500 ? "bad_request" : "internal",
              code < 500 ? "The request is not valid" : "A fault of Earmark",
              message == null ? "The request cannot be read." : message);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
      byte[] body =
          Json.bytes(
              problem.body(
                  request.getHttpURI().getPath(),
                  Replies.accepted(request.getHeaders().get(HttpHeader.ACCEPT_LANGUAGE))));
      response.write(/* last= */ true, ByteBuffer.wrap(body), callback);
    }
  }
}
