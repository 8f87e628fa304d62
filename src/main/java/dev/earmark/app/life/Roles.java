package dev.earmark.app.life;

import dev.earmark.base.Clock;
import dev.earmark.base.Role;
import dev.earmark.base.RoleRunner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Starts roles, registers how they are closed, and knows which of their loops do not turn.
 * Thread-safe.
 */
public final class Roles {
  /**
   * A role may wait half a second for work and then do some; ten seconds without a turn is stuck.
   */
  private static final Duration STUCK = Duration.ofSeconds(10);

  private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);

  private record Watched(Role role, RoleRunner runner, Duration longestTurn) {
    boolean isStuck() {
      return !runner.isAlive()
          || (runner.sinceLastTurn().compareTo(longestTurn) > 0 && !role.waits());
    }
  }

  private final Clock clock;
  private final Lifecycle lifecycle;
  private final List<Watched> runners = new CopyOnWriteArrayList<>();

  /** Makes an empty set; each role that is started is closed by the life cycle. */
  public Roles(Clock clock, Lifecycle lifecycle) {
    this.clock = clock;
    this.lifecycle = lifecycle;
  }

  /** Starts a role on its thread; it is closed within the deadline when its turn comes. */
  public void start(Role role, Duration deadline) {
    start(role, deadline, STUCK);
  }

  /**
   * Starts a role one turn of which may take long.
   *
   * @param deadline within which it is closed when its turn comes
   * @param longestTurn after which time without a turn it counts as stuck
   */
  public void start(Role role, Duration deadline, Duration longestTurn) {
    RoleRunner runner = new RoleRunner(role, clock, RESTART_PAUSE).start();
    Watched watched = new Watched(role, runner, longestTurn);
    runners.add(watched);
    lifecycle.started(
        role.name(),
        deadline.plusSeconds(1),
        () -> {
          runners.remove(watched);
          runner.close(deadline);
        });
  }

  /** Returns the names of the roles whose threads are gone or whose loops do not turn. */
  public List<String> stuck() {
    return runners.stream()
        .filter(Watched::isStuck)
        .map(watched -> watched.runner().name())
        .toList();
  }
}
