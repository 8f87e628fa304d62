package dev.earmark.app.demo;

import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Clock;
import dev.earmark.base.Events;
import dev.earmark.playback.PlayService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/** Collects what the daemon tells during one turn, with the clock's reading at each event. */
final class TurnWatch {
  private final Clock clock;
  private final List<Seen> seen = new ArrayList<>(); // guarded by this
  private boolean voiceless; // guarded by this

  /** An event and when it came. */
  record Seen(Events.Event event, long nanos) {
    String type() {
      return event.type();
    }

    Object data() {
      return event.data();
    }
  }

  TurnWatch(Clock clock) {
    this.clock = clock;
  }

  /** Takes an event; called on the publishing threads. */
  synchronized void accept(Events.Event event) {
    seen.add(new Seen(event, clock.nanoTime()));
    if (event.data() instanceof TurnEvents.SayEnded said) {
      voiceless |= said.outcome().equals("no_voice");
    }
    notifyAll();
  }

  /** Returns whether something was to be said, in any turn, and no voice could say it. */
  synchronized boolean lackedVoice() {
    return voiceless;
  }

  /** Forgets everything but whether there was a voice, before the next turn. */
  synchronized void clear() {
    seen.clear();
  }

  /**
   * Returns the last event of the type so far.
   *
   * @throws TimeoutException when none has come
   */
  synchronized Seen last(String type) throws TimeoutException {
    return seen.stream()
        .filter(s -> s.type().equals(type))
        .reduce((earlier, later) -> later)
        .orElseThrow(() -> new TimeoutException("there was no " + type));
  }

  /** Returns the steps of the run so far. */
  synchronized List<TurnEvents.RunStep> steps() {
    List<TurnEvents.RunStep> steps = new ArrayList<>();
    for (Seen s : seen) {
      if (s.data() instanceof TurnEvents.RunStep step) {
        steps.removeIf(known -> known.number() == step.number());
        steps.add(step);
      }
    }
    return steps;
  }

  /** Returns what became of a wish in the background, if that has been told. */
  synchronized Optional<PlayService.Report> report() {
    return seen.stream()
        .map(Seen::data)
        .filter(PlayService.Report.class::isInstance)
        .map(PlayService.Report.class::cast)
        .findFirst();
  }

  /**
   * Waits for the first event of one of the types.
   *
   * @throws TimeoutException when none came in time; names what was waited for
   */
  Seen await(Duration wait, String... types) throws InterruptedException, TimeoutException {
    return await(wait, String.join(" or ", types), s -> List.of(types).contains(s.type()));
  }

  private synchronized Seen await(Duration wait, String what, Predicate<Seen> wanted)
      throws InterruptedException, TimeoutException {
    long deadline = clock.nanoTime() + wait.toNanos();
    while (true) {
      Optional<Seen> found = seen.stream().filter(wanted).findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      long left = (deadline - clock.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new TimeoutException("waited " + wait.toSeconds() + " s for " + what);
      }
      wait(left);
    }
  }
}
