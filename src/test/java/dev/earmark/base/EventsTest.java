package dev.earmark.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class EventsTest {
  private final Events events = new Events(new FakeClock());

  @Test
  void publish_fromTwoThreads_isToldInTheOrderOfTheIds() throws InterruptedException {
    long before = events.newestId();
    List<Long> told = new ArrayList<>(); // only written under the events' lock
    events.subscribe(event -> told.add(event.id()));
    Runnable publisher =
        () -> {
          for (int i = 0; i < 500; i++) {
            events.publish("test", i);
          }
        };
    Thread one = new Thread(publisher);
    Thread other = new Thread(publisher);
    one.start();
    other.start();
    one.join();
    other.join();

    assertThat(told)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(before + 1, before + 1_000).boxed().toList());
  }

  @Test
  void publish_bySubscriber_followsAfterTheEventThatItIsTold() {
    List<String> told = new ArrayList<>();
    events.subscribe(
        event -> {
          if (event.type().equals("first")) {
            events.publish("second", "");
          }
        });
    events.subscribe(event -> told.add(event.type()));

    events.publish("first", "");

    assertThat(told).containsExactly("first", "second");
  }

  @Test
  void subscriber_thatFails_keepsNobodyElseFromBeingTold() {
    List<Object> told = new ArrayList<>();
    events.subscribe(
        event -> {
          throw new IllegalStateException("a broken subscriber");
        });
    events.subscribe(event -> told.add(event.data()));

    events.publish("test", "heard");

    assertThat(told).containsExactly("heard");
  }

  @Test
  void after_anEvent_givesTheNewerOnes() {
    events.publish("a", 1);
    long seen = events.publish("b", 2).id();
    events.publish("c", 3);

    assertThat(types(events, seen)).hasValue(List.of("c"));
    assertThat(types(events, events.newestId())).hasValue(List.of());
    assertThat(types(events, 0)).hasValue(List.of("a", "b", "c"));
  }

  @Test
  void after_moreThanIsKept_isNotTold() {
    long first = events.publish("n", 0).id();
    for (int i = 0; i < 2_000; i++) {
      events.publish("n", i);
    }

    assertThat(events.after(first)).hasValueSatisfying(all -> assertThat(all).hasSize(2_000));
    assertThat(events.after(first - 1)).isEmpty();
    assertThat(events.after(0)).isEmpty();
  }

  /**
   * A page had seen 40 events when the daemon was restarted; the new daemon published 60 before the
   * page was back. It was given the last 20 of them, as if it had seen the others.
   */
  @Test
  void after_anEventOfTheLifeBefore_isNotTold_howeverManyCameSince() {
    FakeClock clock = new FakeClock();
    Events before = new Events(clock);
    long seen = 0;
    for (int i = 0; i < 40; i++) {
      seen = before.publish("old", i).id();
    }
    clock.advance(Duration.ofMillis(300));
    Events restarted = new Events(clock);
    for (int published = 0; published <= 100; published++) {
      assertThat(restarted.after(seen)).as("after %d events", published).isEmpty();
      restarted.publish("new", published);
    }
    assertThat(restarted.after(seen + 10_000_000)).isEmpty();
  }

  @Test
  void after_beforeAnythingHappened_givesNothing_andLosesNothing() {
    assertThat(events.after(0)).hasValue(List.of());
    assertThat(events.after(events.newestId())).hasValue(List.of());
    assertThat(events.after(17)).isEmpty();
  }

  private static Optional<List<String>> types(Events events, long id) {
    return events.after(id).map(all -> all.stream().map(Events.Event::type).toList());
  }

  @Test
  void closedSubscription_isToldNothing() {
    List<Object> told = new ArrayList<>();
    CancelFlag.Registration subscription = events.subscribe(event -> told.add(event.data()));
    subscription.close();

    events.publish("test", 1);

    assertThat(told).isEmpty();
  }
}
