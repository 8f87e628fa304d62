package dev.earmark.remote.xiaozhi;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.DoubleSupplier;
import javax.net.ssl.SSLException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one endpoint.
 *
 * <p>States: waiting (for the time of the next try) → connecting → connected → waiting, and from
 * connecting back to waiting. {@link #step} and {@link #close} are called on the role's thread;
 * what happens on OkHttp's threads is posted to it.
 */
final class Link {
  private static final Logger log = LoggerFactory.getLogger(Link.class);
  private static final int GOING = 1000;
  private static final int POLICY = 1008;
  private static final String REPLACED = "新连接替换";
  private static final Duration WARNING = Duration.ofDays(14);

  private final String url;
  private final String part;
  private final OkHttpClient http;
  private final ToolChannel channel;
  private final Health health;
  private final Clock clock;
  private final Runnable wakeUp;
  private final Waits waits;
  private final ConcurrentLinkedQueue<News> news = new ConcurrentLinkedQueue<>();

  // the role's thread alone
  private @Nullable WebSocket socket;
  private boolean connected;
  private long since;
  private long nextTry;
  private String said = "";

  /** What happened to a socket. */
  private record News(WebSocket socket, Kind kind, String text, boolean needsPerson) {}

  private enum Kind {
    OPENED,
    ENDED
  }

  /**
   * Makes a link that connects at its first step.
   *
   * @param part its name in the daemon's health
   * @param wakeUp wakes the role up
   */
  Link(
      String url,
      String part,
      OkHttpClient http,
      ToolChannel channel,
      Health health,
      Clock clock,
      DoubleSupplier random,
      Runnable wakeUp) {
    this.url = url;
    this.part = part;
    this.http = http;
    this.channel = channel;
    this.health = health;
    this.clock = clock;
    this.wakeUp = wakeUp;
    this.waits = new Waits(random);
    this.nextTry = clock.nanoTime();
  }

  /** Does what is due; never blocks. */
  void step() {
    for (News item = news.poll(); item != null; item = news.poll()) {
      if (item.socket() != socket) {
        continue; // of a connection that was given up
      }
      if (item.kind() == Kind.OPENED) {
        connected = true;
        since = clock.nanoTime();
        say(true, "connected to " + Masked.address(url) + ending());
      } else {
        ended(item);
      }
    }
    if (socket == null && clock.nanoTime() - nextTry >= 0) {
      connect();
    }
  }

  private void connect() {
    if (said.isEmpty()) {
      health.ok(part, "connecting to " + Masked.address(url));
    }
    // OkHttp knows web sockets by the schemes of HTTP.
    socket = http.newWebSocket(new Request.Builder().url(url).build(), new Listener());
  }

  private void ended(News item) {
    Duration good = connected ? Duration.ofNanos(clock.nanoTime() - since) : Duration.ZERO;
    socket = null;
    connected = false;
    Duration pause = waits.after(good, item.needsPerson() ? Waits.REFUSED : Duration.ZERO);
    nextTry = clock.nanoTime() + pause.toNanos();
    say(false, item.text());
  }

  /** Tells a change once. */
  private void say(boolean ok, String text) {
    if (ok) {
      health.ok(part, text);
    } else {
      health.problem(part, text);
    }
    if (!text.equals(said)) {
      said = text;
      if (ok) {
        log.info("xiaozhi: {}", text);
      } else {
        log.warn("xiaozhi: {}", text);
      }
    }
  }

  private String ending() {
    Optional<Instant> end = Token.end(url);
    return end.isPresent() && end.get().minus(WARNING).isBefore(clock.now())
        ? "; its token ends on "
            + end.get().atZone(ZoneOffset.UTC).toLocalDate()
            + ", so copy a new address from the xiaozhi console"
        : "";
  }

  /** Says goodbye and does not come back. */
  void close() {
    WebSocket open = socket;
    socket = null;
    connected = false;
    if (open != null && !open.close(GOING, "earmark stops")) {
      open.cancel();
    }
  }

  private void post(WebSocket of, Kind kind, String text, boolean needsPerson) {
    news.add(new News(of, kind, Masked.in(text, url), needsPerson));
    wakeUp.run();
  }

  private static String refused() {
    return "the endpoint refuses the token; copy a new address from the xiaozhi console to"
        + " xiaozhi.endpoints";
  }

  /** Called on OkHttp's threads. */
  private final class Listener extends WebSocketListener {
    @Override
    public void onOpen(WebSocket webSocket, Response response) {
      post(webSocket, Kind.OPENED, "", /* needsPerson= */ false);
    }

    @Override
    public void onMessage(WebSocket webSocket, String text) {
      // An answer that comes late goes to a closed socket, which drops it.
      channel.take(text, webSocket::send);
    }

    @Override
    public void onClosing(WebSocket webSocket, int code, String reason) {
      webSocket.close(GOING, null);
      if (code == POLICY) {
        post(webSocket, Kind.ENDED, refused(), /* needsPerson= */ true);
      } else if (reason.contains(REPLACED)) {
        post(
            webSocket,
            Kind.ENDED,
            "another program uses the same endpoint and took its place; stop it, or make an"
                + " endpoint of its own for it",
            /* needsPerson= */ true);
      } else {
        post(
            webSocket,
            Kind.ENDED,
            "the endpoint has closed the connection ("
                + code
                + " "
                + reason.strip()
                + "); tried again",
            /* needsPerson= */ false);
      }
    }

    @Override
    public void onFailure(WebSocket webSocket, Throwable failure, @Nullable Response response) {
      if (response != null && (response.code() == 401 || response.code() == 403)) {
        post(webSocket, Kind.ENDED, refused(), /* needsPerson= */ true);
      } else if (response != null) {
        post(
            webSocket,
            Kind.ENDED,
            "the endpoint answers HTTP "
                + response.code()
                + " instead of a web socket; check its address",
            /* needsPerson= */ false);
      } else if (failure instanceof SSLException) {
        post(
            webSocket,
            Kind.ENDED,
            "no secure connection (TLS): "
                + failure.getMessage()
                + "; check the clock and any proxy",
            /* needsPerson= */ false);
      } else {
        post(
            webSocket,
            Kind.ENDED,
            "the endpoint cannot be reached: " + failure.getMessage() + "; tried again",
            /* needsPerson= */ false);
      }
    }
  }
}
