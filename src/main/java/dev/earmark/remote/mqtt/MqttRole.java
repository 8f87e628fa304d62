package dev.earmark.remote.mqtt;

import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Backoff;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.Mailbox;
import dev.earmark.base.Role;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role {@code mqtt}: keeps the player at a broker. Its state is published when it changes, and
 * every ten seconds while a book plays; events are published as they happen; messages command the
 * player. A broker that is away is tried again after 1, 2, 4 … 60 s; what happens meanwhile is not
 * told later, since an automation that acts on old news does harm. Nothing else waits for it.
 * Health part: {@code mqtt}.
 */
public final class MqttRole implements Role {
  private static final Logger log = LoggerFactory.getLogger(MqttRole.class);
  private static final String PART = "mqtt";
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration POSITION_EVERY = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  /** A broker that takes and drops at once is not hammered: only this long a connection is good. */
  private static final Duration GOOD = Duration.ofMinutes(1);

  private static final int WAITING = 500;

  private final MqttSettings settings;
  private final Player player;
  private final Assistant assistant;
  private final Commander commander;
  private final String version;
  private final Language language;
  private final Function<Object, byte[]> json;
  private final Health health;
  private final Clock clock;
  private final Topics topics;
  private final Mailbox<Events.Event> outbox = new Mailbox<>("mqtt events", WAITING);
  private final Mailbox<BrokerLink.Incoming> inbox = new Mailbox<>("mqtt commands", WAITING);
  private final AtomicLong missed = new AtomicLong();
  private final Backoff backoff = new Backoff(LONGEST_PAUSE);
  private final Semaphore poked = new Semaphore(0);
  private volatile @Nullable BrokerLink link; // written by the role's thread alone
  private volatile boolean connected;
  private volatile boolean greeted;
  private volatile boolean atBroker;

  // the role's thread alone
  private boolean subscribed;
  private long nextTryNanos;
  private long connectedNanos;
  private @Nullable MqttState told;
  private long toldNanos;
  private String said = "";

  /**
   * Makes the role; nothing is connected before it runs.
   *
   * @param version of Earmark
   * @param language of the entities' names
   * @param json writes records as JSON with snake_case names
   */
  public MqttRole(
      MqttSettings settings,
      Player player,
      PlayService service,
      Assistant assistant,
      String version,
      Language language,
      Function<Object, byte[]> json,
      Health health,
      Clock clock) {
    this.settings = settings;
    this.player = player;
    this.assistant = assistant;
    this.commander = new Commander(player, service, assistant);
    this.version = version;
    this.language = language;
    this.json = json;
    this.health = health;
    this.clock = clock;
    this.topics = new Topics(settings.topic());
  }

  /** Takes an event; returns at once. */
  public void onEvent(Events.Event event) {
    if (!settings.events().takes(event.type())) {
      return;
    }
    if (!connected) {
      missed.incrementAndGet();
    } else {
      outbox.post(event);
      wakeUp();
    }
  }

  /**
   * Returns how many wanted events the broker was never told of, because it was away or too many
   * waited; on any thread.
   */
  public long dropped() {
    return missed.get() + outbox.refused();
  }

  @Override
  public String name() {
    return "mqtt";
  }

  @Override
  public void onStart() {
    if (!subscribed) {
      subscribed = true;
      player.onChange(snapshot -> wakeUp());
    }
    nextTryNanos = clock.nanoTime();
  }

  @Override
  public boolean doWork() throws InterruptedException {
    if (poked.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      poked.drainPermits();
    }
    BrokerLink open = link;
    atBroker = true;
    try {
      if (open == null) {
        if (clock.nanoTime() - nextTryNanos >= 0) {
          connect();
        }
      } else if (open.isLost()) {
        lost("the connection broke");
      } else {
        obey(open);
        tell(open);
      }
    } catch (IOException e) {
      lost(String.valueOf(e.getMessage()));
    } finally {
      atBroker = false;
    }
    return true;
  }

  /** A broker that does not answer holds this role alone, and is no fault of the daemon's. */
  @Override
  public boolean waits() {
    return atBroker;
  }

  @Override
  public void wakeUp() {
    poked.release();
  }

  @Override
  public void onClose() {
    BrokerLink open = link;
    if (open != null && !open.isLost()) {
      open.hurry();
      try {
        open.publish(topics.availability(), utf8("offline"), /* retained= */ true);
      } catch (IOException e) {
        log.info("mqtt: the broker was not told of the end: {}", e.getMessage());
      }
    }
    close();
  }

  private void connect() throws IOException {
    BrokerLink opened = BrokerLink.open(settings, topics, this::arrived);
    link = opened;
    if (settings.commands()) {
      opened.subscribe(topics.commands());
    }
    if (!settings.discovery().isEmpty()) {
      opened.subscribe(settings.discovery() + "/status");
    }
    greet(opened);
    while (outbox.poll() != null || inbox.poll() != null) {
      // what was meant for the connection before
    }
    connected = true;
    connectedNanos = clock.nanoTime();
    health.ok(PART, "connected to " + settings.broker() + ", topic " + settings.topic());
    log.info("mqtt: connected to {}", settings.broker());
  }

  /** Tells a broker, or a Home Assistant that has just started, everything. */
  private void greet(BrokerLink open) throws IOException {
    greeted = true;
    if (!settings.discovery().isEmpty()) {
      for (Map.Entry<String, Object> entity :
          Discovery.documents(settings, version, language).entrySet()) {
        open.publish(entity.getKey(), json.apply(entity.getValue()), /* retained= */ true);
      }
    }
    open.publish(topics.availability(), utf8("online"), /* retained= */ true);
    told = null;
    tellState(open);
  }

  private void tell(BrokerLink open) throws IOException {
    if (!greeted) {
      greet(open);
    }
    tellState(open);
    for (Events.Event next = outbox.poll(); next != null; next = outbox.poll()) {
      open.publish(topics.event(next.type()), json.apply(next.message()), /* retained= */ false);
    }
  }

  private void tellState(BrokerLink open) throws IOException {
    MqttState now = MqttState.of(player.snapshot(), assistant.isMuted(), language);
    MqttState before = told;
    double seconds = (clock.nanoTime() - toldNanos) / 1e9;
    boolean isDue = now.state().equals("playing") && seconds >= POSITION_EVERY.toSeconds();
    if (before == null || isDue || !now.isExpectedAfter(before, seconds)) {
      open.publish(topics.state(), json.apply(now), /* retained= */ true);
      told = now;
      toldNanos = clock.nanoTime();
    }
  }

  /** On the client's thread, which must not be held up: commands wait for the role. */
  private void arrived(BrokerLink from, BrokerLink.@Nullable Incoming message) {
    if (from != link) {
      return; // the late end of a connection that was given up
    }
    if (message == null) {
      connected = false;
    } else if (message.topic().equals(settings.discovery() + "/status")) {
      greeted = greeted && !message.text().equals("online");
    } else if (message.retained()) {
      // it may be from last week: a book must not start at every new connection
      log.info("mqtt: a retained message on {} is no command", message.topic());
    } else if (!inbox.post(message)) {
      log.warn("mqtt: too many commands at once; one on {} is dropped", message.topic());
    }
    wakeUp();
  }

  private void obey(BrokerLink open) throws IOException {
    for (BrokerLink.Incoming next = inbox.poll(); next != null; next = inbox.poll()) {
      String refusal = refusal(next);
      if (!refusal.isEmpty()) {
        log.info("mqtt: {}: {}", next.topic(), refusal);
        String told = topics.level(next.topic()) + ": " + refusal;
        open.publish(topics.error(), utf8(told), /* retained= */ false);
      }
    }
  }

  /** Does what a message says; returns why not, or an empty text. */
  private String refusal(BrokerLink.Incoming message) {
    Optional<Command> command = Command.of(topics.level(message.topic()));
    if (command.isEmpty()) {
      return "there is no such command";
    }
    try {
      commander.accept(command.get(), message.text());
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    } catch (RuntimeException e) {
      log.error("mqtt: the command on {} failed", message.topic(), e);
      return "it failed by a fault of ours; see the log";
    }
  }

  private void lost(String why) {
    boolean good = connectedNanos != 0 && clock.nanoTime() - connectedNanos > GOOD.toNanos();
    if (good) {
      backoff.reset();
      said = "";
    }
    close();
    nextTryNanos = clock.nanoTime() + backoff.next().toNanos();
    String text = settings.broker() + " cannot be used: " + why;
    if (!text.equals(said)) {
      said = text;
      log.warn("mqtt: {}", text);
    }
    health.problem(PART, text + "; see mqtt in config.yml");
  }

  private void close() {
    connected = false;
    connectedNanos = 0;
    BrokerLink open = link;
    link = null;
    if (open != null) {
      open.close();
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
