package dev.earmark.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class EventsTest {
  private final Events events = new Events(new FakeClock());

  @Test
  void publish_fromTwoThreads_isToldInTheOrderOfTheIds() throws InterruptedException {
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

    assertThat(told).containsExactlyElementsOf(LongStream.rangeClosed(1, 1_000).boxed().toList());
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
  void since_givesTheNewerOnes() {
    events.publish("a", 1);
    long seen = events.publish("b", 2).id();
    events.publish("c", 3);

    assertThat(events.since(seen)).extracting(Events.Event::type).containsExactly("c");
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
