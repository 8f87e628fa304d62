package dev.earmark.remote.xiaozhi;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Role;
import dev.earmark.remote.offer.OfferedTools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;
import okhttp3.OkHttpClient;

/**
 * The role {@code xiaozhi}: keeps a connection to each endpoint. Tool calls run on {@code
 * xiaozhi-call-n}. Health parts: {@code xiaozhi}, {@code xiaozhi 2} …
 */
public final class XiaozhiRole implements Role {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration PING = Duration.ofSeconds(30);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final int CALLS = 4;
  private static final int WAITING_CALLS = 16;

  private final XiaozhiSettings settings;
  private final OfferedTools tools;
  private final String version;
  private final OkHttpClient http;
  private final Health health;
  private final Clock clock;
  private final DoubleSupplier random;
  private final Semaphore poked = new Semaphore(0);
  private final ThreadPoolExecutor workers;
  private final List<Link> links = new ArrayList<>(); // the role's thread alone

  /**
   * Makes the role; nothing is connected before it runs.
   *
   * @param version of Earmark
   * @param random gives numbers from 0 to 1
   */
  public XiaozhiRole(
      XiaozhiSettings settings,
      OfferedTools tools,
      String version,
      OkHttpClient http,
      Health health,
      Clock clock,
      DoubleSupplier random) {
    this.settings = settings;
    this.tools = tools;
    this.version = version;
    this.http =
        http.newBuilder().connectTimeout(CONNECT).readTimeout(CONNECT).pingInterval(PING).build();
    this.health = health;
    this.clock = clock;
    this.random = random;
    AtomicInteger number = new AtomicInteger();
    this.workers =
        new ThreadPoolExecutor(
            CALLS,
            CALLS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING_CALLS),
            work -> {
              Thread thread = new Thread(work, "xiaozhi-call-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    workers.allowCoreThreadTimeOut(true);
  }

  @Override
  public String name() {
    return "xiaozhi";
  }

  @Override
  public void onStart() {
    String unknown = ToolChannel.unknown(tools, settings);
    if (!unknown.isEmpty()) {
      health.problem("xiaozhi tools", unknown);
    }
    ToolChannel channel = new ToolChannel(tools, settings, version, workers);
    links.clear();
    for (String url : settings.endpoints()) {
      String part = links.isEmpty() ? "xiaozhi" : "xiaozhi " + (links.size() + 1);
      links.add(new Link(url, part, http, channel, health, clock, random, this::wakeUp));
    }
  }

  @Override
  public boolean doWork() throws InterruptedException {
    links.forEach(Link::step);
    if (poked.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      poked.drainPermits();
    }
    return true;
  }

  @Override
  public void wakeUp() {
    poked.release();
  }

  @Override
  public void onClose() {
    links.forEach(Link::close);
  }
}
