package dev.earmark.assistant;

import dev.earmark.base.Events;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import java.util.function.UnaryOperator;

/** Tells watchers what the listener heard. */
final class ListenTrace {
  private final Events events;
  private final UnaryOperator<String> shown;

  /**
   * Makes it.
   *
   * @param shown turns words into what may be shown
   */
  ListenTrace(Events events, UnaryOperator<String> shown) {
    this.events = events;
    this.shown = shown;
  }

  void tell(ListenEvent event) {
    if (event instanceof ListenEvent.Wake wake) {
      events.publish(
          "listen.wake",
          new TurnEvents.Wake(wake.phrase(), wake.confidence(), wake.atS(), wake.microphone()));
    } else if (event instanceof ListenEvent.SpeechStart start) {
      events.publish("listen.speech_start", new TurnEvents.SpeechEdge(start.atS()));
    } else if (event instanceof ListenEvent.Partial partial) {
      events.publish(
          "listen.partial",
          new TurnEvents.Partial(
              shown.apply(partial.text()), partial.language().code(), partial.atS()));
    } else if (event instanceof ListenEvent.SpeechEnd end) {
      events.publish("listen.speech_end", new TurnEvents.SpeechEdge(end.atS()));
    } else if (event instanceof ListenEvent.Final last) {
      Transcript heard = last.transcript();
      events.publish(
          "listen.final",
          new TurnEvents.Final(
              shown.apply(heard.text()),
              heard.language().code(),
              heard.confidence(),
              heard.startS(),
              heard.endS()));
    } else if (event instanceof ListenEvent.Rejected rejected) {
      events.publish(
          "listen.rejected",
          new TurnEvents.Rejected(
              Words.lower(rejected.reason()), shown.apply(rejected.text()), rejected.atS()));
    }
  }
}
