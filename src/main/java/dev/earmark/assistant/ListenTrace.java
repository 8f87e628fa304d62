package dev.earmark.assistant;

import dev.earmark.base.Events;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;

/** Tells watchers what the listener heard. */
final class ListenTrace {
  private final Events events;

  ListenTrace(Events events) {
    this.events = events;
  }

  void tell(ListenEvent event) {
    if (event instanceof ListenEvent.Wake wake) {
      events.publish(
          "listen.wake", new TurnEvents.Wake(wake.phrase(), wake.confidence(), wake.atS()));
    } else if (event instanceof ListenEvent.SpeechStart start) {
      events.publish("listen.speech_start", new TurnEvents.SpeechEdge(start.atS()));
    } else if (event instanceof ListenEvent.Partial partial) {
      events.publish(
          "listen.partial",
          new TurnEvents.Partial(partial.text(), partial.language().code(), partial.atS()));
    } else if (event instanceof ListenEvent.SpeechEnd end) {
      events.publish("listen.speech_end", new TurnEvents.SpeechEdge(end.atS()));
    } else if (event instanceof ListenEvent.Final last) {
      Transcript heard = last.transcript();
      events.publish(
          "listen.final",
          new TurnEvents.Final(
              heard.text(),
              heard.language().code(),
              heard.confidence(),
              heard.startS(),
              heard.endS()));
    } else if (event instanceof ListenEvent.Rejected rejected) {
      events.publish(
          "listen.rejected",
          new TurnEvents.Rejected(Words.lower(rejected.reason()), rejected.text(), rejected.atS()));
    }
  }
}
