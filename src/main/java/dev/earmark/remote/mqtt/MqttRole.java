package dev.earmark.remote.mqtt;

import dev.earmark.assistant.ports.Assistant;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.Mailbox;
import dev.earmark.base.Role;
import dev.earmark.listen.ListenState;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
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
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final int WAITING = 500;

  private final MqttSettings settings;
  private final Player player;
  private final Supplier<ListenState> ears;
  private final Commander commander;
  private final String version;
  private final Language language;
  private final Function<Object, byte[]> json;
  private final Health health;
  private final Clock clock;
  private final Topics topics;
  private final Mailbox<Message> outbox = new Mailbox<>("mqtt", WAITING);
  private final Semaphore poked = new Semaphore(0);
  private volatile boolean connected;
  private volatile boolean greeted;
  private volatile boolean atBroker;

  // the role's thread alone
  private boolean subscribed;
  private @Nullable BrokerLink link;
  private Duration pause = FIRST_PAUSE;
  private long nextTryNanos;
  private @Nullable MqttState told;
  private long toldNanos;
  private String said = "";

  private record Message(String topic, String text) {}

  /**
   * Makes the role; nothing is connected before it runs.
   *
   * @param ears what the listener does
   * @param version of Earmark
   * @param language of the entities' names
   * @param json writes records as JSON with snake_case names
   */
  public MqttRole(
      MqttSettings settings,
      Player player,
      PlayService service,
      Assistant assistant,
      Supplier<ListenState> ears,
      String version,
      Language language,
      Function<Object, byte[]> json,
      Health health,
      Clock clock) {
    this.settings = settings;
    this.player = player;
    this.ears = ears;
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
    if (connected && settings.events().takes(event.type())) {
      Map<String, Object> message = new LinkedHashMap<>();
      message.put("type", event.type());
      message.put("timestamp", event.at().toString());
      message.put("id", event.id());
      message.put("data", event.data());
      post(topics.event(event.type()), new String(json.apply(message), StandardCharsets.UTF_8));
    }
  }

  private void post(String topic, String text) {
    outbox.post(new Message(topic, text));
    wakeUp();
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
    while (outbox.poll() != null) {
      // what was meant for the connection before
    }
    connected = true;
    pause = FIRST_PAUSE;
    said = "";
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
    for (Message next = outbox.poll(); next != null; next = outbox.poll()) {
      open.publish(next.topic(), utf8(next.text()), /* retained= */ false);
    }
  }

  private void tellState(BrokerLink open) throws IOException {
    MqttState now = MqttState.of(player.snapshot(), ears.get(), language);
    MqttState before = told;
    double seconds = (clock.nanoTime() - toldNanos) / 1e9;
    boolean isDue = now.state().equals("playing") && seconds >= POSITION_EVERY.toSeconds();
    if (before == null || isDue || !now.isExpectedAfter(before, seconds)) {
      open.publish(topics.state(), json.apply(now), /* retained= */ true);
      told = now;
      toldNanos = clock.nanoTime();
    }
  }

  /** On the client's thread. */
  private void arrived(BrokerLink from, BrokerLink.@Nullable Incoming message) {
    if (message == null) {
      connected = false;
      wakeUp();
    } else if (message.topic().equals(settings.discovery() + "/status")) {
      greeted = greeted && !message.text().equals("online");
      wakeUp();
    } else if (message.retained()) {
      // it may be from last week: a book must not start at every new connection
      log.info("mqtt: a retained message on {} is no command", message.topic());
    } else {
      command(message);
    }
  }

  private void command(BrokerLink.Incoming message) {
    String level = topics.level(message.topic());
    try {
      Command command =
          Command.of(level)
              .orElseThrow(() -> new IllegalArgumentException("there is no such command"));
      commander.accept(command, message.text());
    } catch (IllegalArgumentException e) {
      log.info("mqtt: {}: {}", message.topic(), e.getMessage());
      post(topics.error(), level + ": " + e.getMessage());
    }
  }

  private void lost(String why) {
    close();
    nextTryNanos = clock.nanoTime() + pause.toNanos();
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    String text = settings.broker() + " cannot be used: " + why;
    if (!text.equals(said)) {
      said = text;
      log.warn("mqtt: {}", text);
    }
    health.problem(PART, text + "; see mqtt in config.yml");
  }

  private void close() {
    connected = false;
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
