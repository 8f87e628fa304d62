package dev.earmark.app.life;

import dev.earmark.base.Clock;
import dev.earmark.base.Role;
import dev.earmark.playback.PlayerSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds systemd's watchdog while all loops turn, and keeps the line of {@code systemctl status}
 * true: the role {@code watchdog}.
 */
public final class Watchdog implements Role {
  private static final Logger log = LoggerFactory.getLogger(Watchdog.class);
  private static final Duration PACE = Duration.ofMillis(500);

  private final SystemdNotifier systemd;
  private final Roles roles;
  private final Supplier<PlayerSnapshot> player;
  private final Supplier<String> ears;
  private final Clock clock;
  private final Duration feedEvery;
  private long lastFedNanos;
  private String lastLine = "";
  private List<String> lastStuck = List.of();

  /**
   * Makes the role.
   *
   * @param player read for the status line; must not block
   * @param ears what the ears do, in two or three words; must not block
   */
  public Watchdog(
      SystemdNotifier systemd,
      Roles roles,
      Supplier<PlayerSnapshot> player,
      Supplier<String> ears,
      Clock clock) {
    this.systemd = systemd;
    this.roles = roles;
    this.player = player;
    this.ears = ears;
    this.clock = clock;
    // sd_watchdog_enabled(3) advises half of the time; a third survives one lost message.
    this.feedEvery = systemd.watchdogTimeout().orElse(Duration.ofSeconds(30)).dividedBy(3);
    this.lastFedNanos = clock.nanoTime() - feedEvery.toNanos();
  }

  @Override
  public String name() {
    return "watchdog";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    List<String> stuck = roles.stuck();
    if (!stuck.equals(lastStuck)) {
      lastStuck = stuck;
      log.warn(stuck.isEmpty() ? "all loops turn again" : "loops that do not turn: {}", stuck);
    }
    String line =
        stuck.isEmpty() ? line(player.get(), ears.get()) : "stuck: " + String.join(", ", stuck);
    if (!line.equals(lastLine)) {
      lastLine = line;
      systemd.status(line);
    }
    if (stuck.isEmpty() && clock.nanoTime() - lastFedNanos >= feedEvery.toNanos()) {
      lastFedNanos = clock.nanoTime();
      systemd.watchdog();
    }
    clock.sleep(PACE);
    return true;
  }

  /** Returns one line such as {@code playing 西游记 3/100 at 12:41, listening}. */
  static String line(PlayerSnapshot now, String ears) {
    var album = now.album();
    String state = now.state().name().toLowerCase(Locale.ROOT);
    if (album == null || now.state() == PlayerSnapshot.State.STOPPED) {
      return state + ", " + ears;
    }
    int sections = Math.max(album.sectionCount(), album.sections().size());
    long seconds = (long) now.positionS();
    return String.format(
        Locale.ROOT,
        "%s %s %d/%d at %d:%02d, %s",
        state,
        album.title(),
        now.section(),
        sections,
        seconds / 60,
        seconds % 60,
        ears);
  }
}
