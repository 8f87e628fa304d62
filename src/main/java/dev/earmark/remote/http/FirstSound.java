package dev.earmark.remote.http;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Waits a moment for what becomes of a wish for a file that is here, so that a direct command can
 * be answered with the truth. A whole file sounds within a few milliseconds, and a damaged one
 * fails as soon; what takes longer is told by an event.
 */
final class FirstSound implements AutoCloseable {
  /** Waits on a disk that sleeps end here; who types a command does not wait longer. */
  private static final long LONGEST_MS = 1_500;

  private final BlockingQueue<PlayService.Report> reports = new LinkedBlockingQueue<>();
  private final Clock clock;
  private final CancelFlag.Registration subscription;

  private FirstSound(Events events, Clock clock, String wish) {
    this.clock = clock;
    this.subscription =
        events.subscribe(
            event -> {
              if (event.data() instanceof PlayService.Report report
                  && report.runId().equals(wish)) {
                reports.add(report);
              }
            });
  }

  /**
   * Begins to listen; to be called before the wish.
   *
   * @param wish the wish's id, or empty
   */
  static FirstSound listen(Events events, Clock clock, String wish) {
    return new FirstSound(events, clock, wish);
  }

  /** Returns what became of the wish that no run made, or empty when that takes longer. */
  Optional<PlayService.Report> await(PlayOutcome wish) {
    String albumId = wish.album() == null ? "" : wish.album().id();
    long end = clock.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONGEST_MS);
    try {
      while (true) {
        PlayService.Report report = reports.poll(end - clock.nanoTime(), TimeUnit.NANOSECONDS);
        if (report == null) {
          return Optional.empty();
        }
        if (report.albumId().equals(albumId) && report.section() == wish.section()) {
          return Optional.of(report);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    subscription.close();
  }
}
