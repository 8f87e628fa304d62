package dev.earmark.remote.webhook;

import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.Mailbox;
import dev.earmark.base.net.HttpFailures;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.DoubleSupplier;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue of one address: one event after the other, in order. What may pass (no answer, 408, 429
 * and 5xx) is tried six times within eight minutes, with a fifth more or less, or as {@code
 * Retry-After} says; any other refusal costs the event. An address that answers 410 wants no more.
 *
 * <p>{@link #offer} may be called from any thread, the rest is confined to the role's.
 */
final class Hook {
  private static final Logger log = LoggerFactory.getLogger(Hook.class);
  private static final int WAITING = 1_000;
  private static final int GONE = 410;

  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5));

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  private final WebhookSettings settings;
  private final String part;
  private final Delivery delivery;
  private final Health health;
  private final Clock clock;
  private final DoubleSupplier random;
  private final Runnable wake;
  private final Mailbox<Events.Event> waiting;
  private final AtomicReference<Delivery.@Nullable Outcome> outcome = new AtomicReference<>();

  private Events.@Nullable Event inHand;
  private @Nullable Call call;
  private int tries;
  private long notBeforeNanos;
  private boolean failing;
  private boolean gone;
  private long droppedTold;
  private final AtomicLong lost = new AtomicLong();

  /**
   * Makes it.
   *
   * @param wake called from a thread of the client when an answer has come
   */
  Hook(
      WebhookSettings settings,
      String part,
      Delivery delivery,
      Health health,
      Clock clock,
      DoubleSupplier random,
      Runnable wake) {
    this.settings = settings;
    this.part = part;
    this.delivery = delivery;
    this.health = health;
    this.clock = clock;
    this.random = random;
    this.wake = wake;
    this.waiting = new Mailbox<>(part, WAITING);
  }

  /** Takes an event if it is wanted; never blocks. What does not fit is dropped and counted. */
  boolean offer(Events.Event event) {
    return settings.events().takes(event.type()) && waiting.post(event);
  }

  /** Returns how many wanted events never reached the address; on any thread. */
  long dropped() {
    return waiting.refused() + lost.get();
  }

  /** Looks at what has come, and sends what is due. */
  void step() {
    Delivery.Outcome answer = outcome.getAndSet(null);
    if (answer != null) {
      call = null;
      answered(answer);
    }
    boolean rests = inHand != null && clock.nanoTime() - notBeforeNanos < 0;
    if (call != null || rests) {
      return;
    }
    if (inHand == null) {
      inHand = waiting.poll();
      tries = 0;
    }
    if (gone && inHand != null) {
      lost.incrementAndGet();
      inHand = null; // whoever wants no more is not asked again before a restart
    }
    Events.Event event = inHand;
    if (event != null) {
      tries++;
      send(event);
    }
    tellDropped();
  }

  private void send(Events.Event event) {
    try {
      call = delivery.send(event, clock.now(), this::told);
    } catch (RuntimeException e) {
      // an event that cannot be written must not stop those behind it
      lost.incrementAndGet();
      inHand = null;
      log.error("{}: the event {} cannot be sent", part, event.type(), e);
      problem("was not told of " + event.type() + ", by a fault of ours: see the log");
    }
  }

  private void tellDropped() {
    long dropped = waiting.refused();
    if (dropped > droppedTold) {
      log.warn("{}: {} events were dropped: more than {} wait", part, dropped, WAITING);
      droppedTold = Math.max(dropped, 2 * droppedTold); // said rarely when it goes on
    }
  }

  /** Returns whether an answer is waited for. */
  boolean isUnderWay() {
    return call != null;
  }

  private void told(Delivery.Outcome answer) {
    outcome.set(answer);
    wake.run();
  }

  private void answered(Delivery.Outcome answer) {
    int status = answer.status();
    if (status >= 200 && status < 300) {
      inHand = null;
      if (failing) {
        log.info("{}: {} takes events again", part, settings.shown());
      }
      failing = false;
      health.ok(part, "events are sent to " + settings.shown());
    } else if (mayPass(status) && tries <= PAUSES.size()) {
      notBeforeNanos = clock.nanoTime() + pause(answer).toNanos();
      problem(why(answer) + "; it is tried again");
    } else if (status == GONE) {
      gone = true;
      problem("wants no more events (410): remove it from webhooks, or correct its url");
    } else {
      lost.incrementAndGet();
      inHand = null;
      String remedy = mayPass(status) ? "is it there?" : "correct its url or its secret";
      problem(why(answer) + ", so an event is lost: see webhooks in config.yml, " + remedy);
    }
  }

  private static boolean mayPass(int status) {
    return status == 0 || status == 408 || status == 429 || status >= 500;
  }

  private static String why(Delivery.Outcome answer) {
    if (answer.status() == 0) {
      return "cannot be reached (" + answer.problem() + ")";
    }
    boolean redirects = answer.status() >= 300 && answer.status() < 400;
    return redirects
        ? "redirects (" + answer.status() + "); name the final address"
        : "answers " + answer.status();
  }

  private Duration pause(Delivery.Outcome answer) {
    Duration asked = HttpFailures.retryAfter(answer.retryAfter(), clock.now());
    if (asked != null) {
      return asked.compareTo(LONGEST_PAUSE) < 0 ? asked : LONGEST_PAUSE;
    }
    double factor = 0.8 + 0.4 * random.getAsDouble();
    return Duration.ofMillis(Math.round(PAUSES.get(tries - 1).toMillis() * factor));
  }

  private void problem(String text) {
    String told = settings.shown() + " " + text;
    if (!failing) {
      log.warn("{}: {}", part, told);
    }
    failing = true;
    health.problem(part, told);
  }

  /** Ends the request that is under way; what waits is lost. */
  void close() {
    Call open = call;
    if (open != null) {
      open.cancel();
    }
    int left = waiting.size() + (inHand == null ? 0 : 1);
    if (left > 0) {
      log.info("{}: {} events were not sent before the end", part, left);
    }
  }
}
