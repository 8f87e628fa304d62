package dev.earmark.remote.webhook;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import okhttp3.OkHttpClient;

/**
 * The role {@code webhook}: posts what happens to the configured addresses. Each has a queue of its
 * own, so that a slow one holds up no other. Health parts: {@code webhook 1}, {@code webhook 2} …
 */
public final class WebhookRole implements Role {
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private final List<Hook> hooks = new ArrayList<>();
  private final Semaphore poked = new Semaphore(0);

  /**
   * Makes the role; nothing is sent before it runs.
   *
   * @param version of Earmark
   * @param json writes an event as JSON
   * @param http shared; its time-outs are replaced
   * @param random gives numbers from 0 to 1
   */
  public WebhookRole(
      List<WebhookSettings> settings,
      String version,
      Function<Object, byte[]> json,
      OkHttpClient http,
      Health health,
      Clock clock,
      DoubleSupplier random) {
    for (WebhookSettings one : settings) {
      String part = "webhook " + (hooks.size() + 1);
      Delivery delivery = new Delivery(one, version, json, http);
      hooks.add(new Hook(one, part, delivery, health, clock, random, this::wakeUp));
    }
  }

  /** Takes an event; returns at once. */
  public void onEvent(Events.Event event) {
    boolean wanted = false;
    for (Hook hook : hooks) {
      wanted |= hook.offer(event);
    }
    if (wanted) {
      wakeUp();
    }
  }

  /** Returns how many wanted events never reached their address; on any thread. */
  public long dropped() {
    return hooks.stream().mapToLong(Hook::dropped).sum();
  }

  @Override
  public String name() {
    return "webhook";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    hooks.forEach(Hook::step);
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
    hooks.forEach(Hook::close);
  }
}
