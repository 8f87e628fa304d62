package dev.earmark.remote.dbus;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.base.Role;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The role {@code mpris}: keeps the player on a bus and announces its changes.
 *
 * <p>Without a bus it says so once and looks for one from time to time; a bus that goes away is
 * connected to again after 1, 2, 4 … 30 s. Nothing of the player waits for it: it reads snapshots,
 * and commands come in on the D-Bus library's thread. Health part: {@code mpris}.
 */
public final class MprisRole implements Role {
  private static final Logger log = LoggerFactory.getLogger(MprisRole.class);
  private static final String PART = "mpris";
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final MprisSettings settings;
  private final Map<String, String> environment;
  private final Player player;
  private final MprisObject object;
  private final Health health;
  private final Clock clock;
  private final long pid;
  private final Semaphore poked = new Semaphore(0);
  private volatile boolean atBus;
  private volatile @Nullable Announcer announcer;

  // the role's thread alone
  private boolean subscribed;
  private @Nullable BusLink link;
  private Duration pause = FIRST_PAUSE;
  private long nextTryNanos;
  private String said = "";

  /**
   * Makes the role; nothing is connected before it runs.
   *
   * @param environment the process's variables, which say where the buses are
   * @param language of names that a catalogue does not give
   * @param pid the process's number, for a second instance's name
   */
  public MprisRole(
      MprisSettings settings,
      Map<String, String> environment,
      Player player,
      PlayService service,
      Language language,
      Health health,
      Clock clock,
      long pid) {
    this.settings = settings;
    this.environment = Map.copyOf(environment);
    this.player = player;
    this.health = health;
    this.clock = clock;
    this.pid = pid;
    this.object = new MprisObject(player, service, language, this::told, this::wakeUp);
  }

  private @Nullable MprisState told() {
    Announcer current = announcer;
    return current == null ? null : current.told();
  }

  @Override
  public String name() {
    return "mpris";
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
    BusLink open = link;
    if (open == null && clock.nanoTime() - nextTryNanos >= 0) {
      connect();
    } else if (open != null && open.isLost()) {
      lost("the bus went away");
    }
    if (poked.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
      poked.drainPermits();
    }
    look();
    return true;
  }

  /** A bus that does not answer holds this role alone, and is no fault of the daemon's. */
  @Override
  public boolean waits() {
    return atBus;
  }

  @Override
  public void wakeUp() {
    poked.release();
  }

  @Override
  public void onClose() {
    close();
  }

  private void look() {
    Announcer current = announcer;
    if (current != null) {
      boolean jumpAsked = object.takeJumpAsked();
      PlayerSnapshot now = player.snapshot();
      current.look(object.state(now), object.positionS(now), jumpAsked);
    }
  }

  private void connect() {
    Optional<String> address = BusAddress.find(settings.bus(), environment);
    if (address.isEmpty()) {
      pause = LONGEST_PAUSE;
      later("there is no " + busName() + " bus");
      return;
    }
    atBus = true;
    try {
      BusLink opened = BusLink.open(address.get(), object, this::wakeUp);
      link = opened;
      // What clients will read is taken down before they can read it, so that no change is missed.
      announcer = new Announcer(clock, opened);
      look();
      String name = opened.own(settings.name(), pid);
      pause = FIRST_PAUSE;
      said = "";
      health.ok(PART, name + " on the " + busName() + " bus");
      log.info("media keys: {} on the {} bus", name, busName());
    } catch (IOException e) {
      lost(String.valueOf(e.getMessage()));
    } finally {
      atBus = false;
    }
  }

  private void lost(String why) {
    close();
    later("the " + busName() + " bus cannot be used: " + why);
    Duration doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
  }

  /** Says once what is wrong, and tries again after the pause. */
  private void later(String text) {
    nextTryNanos = clock.nanoTime() + pause.toNanos();
    if (text.equals(said)) {
      return;
    }
    said = text;
    log.info("no media keys: {}", text);
    if (settings.bus().equals("auto")) {
      health.ok(PART, "off: " + text);
    } else {
      health.problem(PART, text + "; set mpris.bus to auto or none if that is as it should be");
    }
  }

  private void close() {
    BusLink open = link;
    link = null;
    announcer = null;
    if (open != null) {
      atBus = true;
      open.close();
      atBus = false;
    }
  }

  private String busName() {
    return settings.bus().equals("system") ? "system" : "session";
  }
}
