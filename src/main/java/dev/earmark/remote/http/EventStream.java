package dev.earmark.remote.http;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.remote.http.reply.Json;
import dev.earmark.remote.http.reply.Problem;
import dev.earmark.remote.http.reply.Replies;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /api/events}: everything that happens, as server-sent events.
 *
 * <p>Each watcher has a bounded queue and is served on its request's thread, so that publishers
 * never wait. One that is too slow is dropped and comes back with {@code Last-Event-ID}. When
 * events between were lost, or the daemon was restarted since, the first event is {@code
 * stream.reset}: the watcher reads the state anew.
 */
final class EventStream {
  private static final Logger log = LoggerFactory.getLogger(EventStream.class);
  private static final int QUEUE = 1_000;
  private static final int MAX_WATCHERS = 16;
  private static final long LEVEL_EVERY_MS = 200;
  private static final double LEVEL_STEP_DB = 1.5;

  private final Events events;
  private final DoubleSupplier levelDbfs;
  private final Clock clock;
  private final Duration heartbeat;
  private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();

  /** Counts in one step: of eighteen that came at once, those refused kept out others too. */
  private final Semaphore places = new Semaphore(MAX_WATCHERS);

  private volatile boolean closing;

  EventStream(Events events, DoubleSupplier levelDbfs, Clock clock, Duration heartbeat) {
    this.events = events;
    this.levelDbfs = levelDbfs;
    this.clock = clock;
    this.heartbeat = heartbeat;
  }

  /** One event as it is written. */
  record Line(long id, Instant at, String type, Object data) {}

  /** The data of {@code stream.reset}. */
  record Reset(long newestId) {}

  /** The data of {@code listen.level}. */
  record Level(double dbfs) {}

  private static final class Watcher {
    final ArrayBlockingQueue<Events.Event> queue = new ArrayBlockingQueue<>(QUEUE);
    volatile boolean tooSlow;

    void offer(Events.Event event) {
      if (!queue.offer(event)) {
        tooSlow = true;
      }
    }
  }

  /** Serves one watcher until it goes away. */
  void serve(Context ctx) throws IOException, InterruptedException {
    boolean level = Replies.flag(ctx, "level");
    long last = lastId(ctx);
    if (!places.tryAcquire()) {
      throw Problem.unavailable("More than 16 watchers follow the events; close a page.");
    }
    Watcher watcher = new Watcher();
    watchers.add(watcher);
    var subscription = events.subscribe(watcher::offer);
    try {
      var response = ctx.res();
      response.setContentType("text/event-stream; charset=utf-8");
      response.setHeader("X-Accel-Buffering", "no");
      OutputStream out = response.getOutputStream();
      write(out, "retry: 2000\n\n");
      follow(watcher, out, replay(out, last), level);
    } catch (IOException e) {
      log.debug("a watcher went away: {}", e.getMessage());
    } finally {
      subscription.close();
      watchers.remove(watcher);
      places.release();
    }
  }

  /** Lets all watchers go. */
  void close() {
    closing = true;
  }

  int watchers() {
    return watchers.size();
  }

  /** Writes what was missed and returns the last id that was written. */
  private long replay(OutputStream out, long last) throws IOException {
    long newest = events.newestId();
    if (last < 0) {
      return newest;
    }
    Optional<List<Events.Event>> missed = events.after(last);
    if (missed.isEmpty()) {
      write(out, line(newest, "stream.reset", new Reset(newest)));
      return newest;
    }
    long written = last;
    for (Events.Event event : missed.get()) {
      write(out, line(event));
      written = event.id();
    }
    return written;
  }

  private void follow(Watcher watcher, OutputStream out, long from, boolean level)
      throws IOException, InterruptedException {
    long last = from;
    double shown = Double.NaN;
    long quietSince = clock.nanoTime();
    while (!closing && !watcher.tooSlow) {
      Events.Event event = watcher.queue.poll(LEVEL_EVERY_MS, TimeUnit.MILLISECONDS);
      boolean wrote = false;
      if (event != null && event.id() > last) {
        write(out, line(event));
        last = event.id();
        wrote = true;
      } else if (event == null && level) {
        double now = levelDbfs.getAsDouble();
        wrote = Double.isNaN(shown) || Math.abs(now - shown) >= LEVEL_STEP_DB;
        if (wrote) {
          shown = now;
          write(out, line(0, "listen.level", new Level(Math.round(now * 10) / 10.0)));
        }
      }
      long now = clock.nanoTime();
      if (wrote) {
        quietSince = now;
      } else if (now - quietSince >= heartbeat.toNanos()) {
        write(out, ": still here\n\n");
        quietSince = now;
      }
    }
  }

  private String line(Events.Event event) {
    Line line = new Line(event.id(), event.at(), event.type(), event.data());
    return "id: " + event.id() + "\ndata: " + Json.text(line) + "\n\n";
  }

  /** Writes an event that is not kept; with an id of 0 the watcher's last id stays as it is. */
  private String line(long id, String type, Object data) {
    String head = id > 0 ? "id: " + id + "\n" : "";
    return head + "data: " + Json.text(new Line(id, clock.now(), type, data)) + "\n\n";
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static long lastId(Context ctx) {
    @Nullable String header = ctx.header("Last-Event-ID");
    String text = header != null ? header : ctx.queryParam("last_event_id");
    if (text == null || text.isBlank()) {
      return -1;
    }
    if (!text.strip().matches("\\d{1,18}")) {
      throw Problem.badRequest("Last-Event-ID must be the number of the last event seen.");
    }
    return Long.parseLong(text.strip());
  }
}
