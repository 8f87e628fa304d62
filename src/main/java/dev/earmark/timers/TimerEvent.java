package dev.earmark.timers;

import java.util.Locale;

/**
 * What watchers of {@code timer.*} events get.
 *
 * @param kind in lower case
 * @param at ISO 8601, UTC
 * @param repeat as {@link Timer.Repeat#parse} reads it
 * @param outcome in lower case, empty unless it fired
 */
public record TimerEvent(
    String id, String kind, String name, String at, String repeat, String outcome, long lateS) {
  static TimerEvent of(Timer timer, String outcome, long lateS) {
    return new TimerEvent(
        timer.id(),
        timer.kind().name().toLowerCase(Locale.ROOT),
        timer.name(),
        timer.at().toString(),
        timer.repeat().text(),
        outcome,
        lateS);
  }
}
