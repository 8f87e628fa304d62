package dev.earmark.library.merge;

import dev.earmark.base.Clock;
import dev.earmark.base.Role;
import dev.earmark.library.LibraryService;
import java.time.Duration;

/**
 * Asks the library to look for new albums again and again, on the thread {@code library-refresh}.
 * Folders tell of changes by themselves where the system lets them be watched; all are asked every
 * time, because network shares send no events and watches are limited in number. A folder that has
 * not changed costs one look at its time.
 */
public final class RefreshRole implements Role {
  private static final Duration TURN = Duration.ofMillis(500);

  /** How often something is looked for that has changed or was not whole yet. */
  private static final Duration SOON = Duration.ofMillis(500);

  private final LibraryService library;
  private final Clock clock;
  private final Duration every;
  private long nextNanos;
  private long nextSoonNanos;

  /**
   * Makes the role.
   *
   * @param first how long from now until the first refresh
   */
  public RefreshRole(LibraryService library, Clock clock, Duration first, Duration every) {
    this.library = library;
    this.clock = clock;
    this.every = every;
    this.nextNanos = clock.nanoTime() + first.toNanos();
    this.nextSoonNanos = nextNanos;
  }

  @Override
  public String name() {
    return "library-refresh";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    if (clock.nanoTime() - nextNanos >= 0) {
      nextNanos = clock.nanoTime() + every.toNanos();
      library.refresh();
    }
    if (clock.nanoTime() - nextSoonNanos >= 0) {
      nextSoonNanos = clock.nanoTime() + SOON.toNanos();
      library.refreshUnsettled();
    }
    clock.sleep(TURN);
    return true;
  }
}
