package dev.earmark.assistant;

import dev.earmark.agent.Situation;
import dev.earmark.assistant.ports.TurnPorts;
import dev.earmark.assistant.ports.TurnSettings;
import dev.earmark.base.Events;
import dev.earmark.base.FakeClock;
import dev.earmark.timers.Ringer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An assistant with the usual settings among fakes; runs wait in {@link #work} for their worker.
 */
abstract class TurnFixture {
  final FakeClock clock = new FakeClock();
  final Events events = new Events(clock);
  final FakeThinker thinker = new FakeThinker();
  final FakeEars ears = new FakeEars();
  final FakeAnnouncer voice = new FakeAnnouncer();
  final FakeMixer mixer = new FakeMixer();
  final Deque<Runnable> work = new ArrayDeque<>();
  final TurnManager assistant = assistant(TurnSettings.DEFAULT);

  TurnManager assistant(TurnSettings settings) {
    return new TurnManager(
        settings,
        new TurnPorts(
            thinker,
            ears,
            voice,
            mixer,
            new FakePlayer(),
            new FakeStore(),
            () -> Situation.Shown.NOTHING,
            events,
            work::add,
            Ringer.SILENT,
            clock));
  }
}
