package dev.earmark.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import org.junit.jupiter.api.Test;

/** What the demo sees of its turns. */
final class TurnWatchTest {
  @Test
  void lackedVoice_onceNothingCouldBeSaid_isRememberedOverTheTurns() {
    FakeClock clock = new FakeClock();
    Events events = new Events(clock);
    TurnWatch watch = new TurnWatch(clock);
    events.subscribe(watch::accept);
    events.publish("say.ended", new TurnEvents.SayEnded("r-1", "heard"));
    assertThat(watch.lackedVoice()).isFalse();

    events.publish("say.ended", new TurnEvents.SayEnded("r-2", "no_voice"));
    watch.clear();

    assertThat(watch.lackedVoice()).isTrue();
  }
}
