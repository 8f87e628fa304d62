package dev.earmark.base;

import java.util.List;

/** The types of all events that are published; {@code docs/http.md} tells what each carries. */
public final class EventTypes {
  /** Every type, in the order of {@code docs/http.md}. */
  public static final List<String> ALL =
      List.of(
          "turn.started",
          "turn.thinking",
          "turn.ended",
          "listen.wake",
          "listen.speech_start",
          "listen.speech_end",
          "listen.partial",
          "listen.final",
          "listen.rejected",
          "listen.muted",
          "run.started",
          "run.step",
          "run.state",
          "run.ended",
          "say.started",
          "say.ended",
          "notice",
          "player.changed",
          "player.waiting",
          "player.ended",
          "player.sleep_soon",
          "player.problem",
          "play.started",
          "play.failed",
          "play.dropped",
          "download.progress",
          "download.ended",
          "timer.set",
          "timer.fired",
          "timer.cancelled",
          "timer.stopped",
          "timer.unanswered",
          "limits.warning",
          "limits.reached");

  private EventTypes() {}
}
