package dev.earmark.agent.loop;

import dev.earmark.base.Clock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** When one call of a model began, when its first words came, and how long it took. */
final class CallTimes implements Consumer<String> {
  private final Clock clock;
  private final Consumer<String> watcher;
  private final double startMs;
  private final long startNanos;
  private volatile @Nullable Double firstMs;
  private double ms;

  /**
   * Begins a call.
   *
   * @param startMs since the start of the run
   * @param watcher gets each piece of the reply
   */
  CallTimes(Clock clock, double startMs, Consumer<String> watcher) {
    this.clock = clock;
    this.startMs = startMs;
    this.watcher = watcher;
    this.startNanos = clock.nanoTime();
  }

  @Override
  public void accept(String piece) {
    if (firstMs == null) {
      firstMs = sinceStart();
    }
    watcher.accept(piece);
  }

  /** Ends the call. */
  void ended() {
    ms = sinceStart();
  }

  private double sinceStart() {
    return (clock.nanoTime() - startNanos) / 1e6;
  }

  double startMs() {
    return startMs;
  }

  double ms() {
    return ms;
  }

  @Nullable Double firstMs() {
    return firstMs;
  }
}
