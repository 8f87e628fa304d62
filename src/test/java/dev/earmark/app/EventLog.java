package dev.earmark.app;

import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Events;
import dev.earmark.playback.PlayService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What a daemon told, to wait for in tests. Thread-safe. */
final class EventLog {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private final List<Events.Event> seen = new ArrayList<>(); // guarded by this

  /** Returns a log that follows the daemon from now on. */
  static EventLog of(Assembly daemon) {
    EventLog log = new EventLog();
    daemon.events().subscribe(log::accept);
    return log;
  }

  private synchronized void accept(Events.Event event) {
    seen.add(event);
    notifyAll();
  }

  /** Forgets everything so far. */
  synchronized void clear() {
    seen.clear();
  }

  /** Returns whether an event of the type has come. */
  synchronized boolean has(String type) {
    return seen.stream().anyMatch(event -> event.type().equals(type));
  }

  /** Returns whether an event of one of the types comes within the time. */
  synchronized boolean hasWithin(Duration time, String... types) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (List.of(types).stream().noneMatch(this::has)) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  /** Returns the data of all events of the type. */
  synchronized <T> List<T> all(String type, Class<T> data) {
    return seen.stream()
        .filter(event -> event.type().equals(type))
        .map(event -> data.cast(event.data()))
        .toList();
  }

  /** Waits for the end of what the run wished: playback that starts, or the reason why not. */
  PlayService.Report awaitPlay(String runId) throws InterruptedException {
    return await("play.started or play.failed of " + runId, event -> playOf(runId, event));
  }

  /** Returns what became of what the run wished, if that is known. */
  synchronized Optional<PlayService.Report> playOf(String runId) {
    return seen.stream().flatMap(event -> playOf(runId, event).stream()).findFirst();
  }

  private static Optional<PlayService.Report> playOf(String runId, Events.Event event) {
    return (event.type().equals("play.started") || event.type().equals("play.failed"))
            && event.data() instanceof PlayService.Report report
            && report.runId().equals(runId)
        ? Optional.of(report)
        : Optional.empty();
  }

  /** Waits for a notice. */
  TurnEvents.Notice awaitNotice(Predicate<TurnEvents.Notice> wanted) throws InterruptedException {
    return await("notice", TurnEvents.Notice.class, wanted);
  }

  /** Waits for the first event of the type. */
  <T> T await(String type, Class<T> data) throws InterruptedException {
    return await(type, data, any -> true);
  }

  /** Waits for an event of the type whose data fits. */
  <T> T await(String type, Class<T> data, Predicate<T> wanted) throws InterruptedException {
    return await(
        type,
        event ->
            event.type().equals(type) && data.isInstance(event.data())
                ? Optional.of(data.cast(event.data())).filter(wanted)
                : Optional.empty());
  }

  private synchronized <T> T await(String what, Function<Events.Event, Optional<T>> wanted)
      throws InterruptedException {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (true) {
      for (Events.Event event : seen) {
        Optional<T> found = wanted.apply(event);
        if (found.isPresent()) {
          return found.get();
        }
      }
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new AssertionError(
            "waited " + LIMIT.toSeconds() + " s for " + what + ", but there was only " + summary());
      }
      wait(left);
    }
  }

  private String summary() {
    List<String> lines = new ArrayList<>();
    for (Events.Event event : seen) {
      if (!event.type().equals("player.changed")) {
        lines.add(event.type() + " " + event.data());
      }
    }
    return String.join("\n", lines);
  }
}
