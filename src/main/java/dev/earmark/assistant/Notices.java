package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.audio.mix.MixerControl;
import dev.earmark.audio.mix.MixerControl.DuckReason;
import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Problem;
import dev.earmark.playback.allow.LimitNotice;
import dev.earmark.timers.Fired;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What happens in the background and is to be said: failed playback, timers that end. It waits here
 * while somebody is listened to or the agent thinks. Confined to the assistant thread.
 */
final class Notices {
  private static final int WAITING = 16;
  private static final int REMEMBERED = 64;

  private final Events events;
  private final MixerControl mixer;
  private final Speech speech;
  private final Language fallback;
  private final Deque<Waiting> waiting = new ArrayDeque<>();
  private final Map<String, Asked> asked = new LinkedHashMap<>();
  private int alarms; // that are to be said
  private boolean rings;
  private boolean ducked;

  private record Waiting(String runId, String text, Language language, boolean alarm) {}

  private record Asked(Language language, boolean aloud) {}

  Notices(Events events, MixerControl mixer, Speech speech, Language fallback) {
    this.events = events;
    this.mixer = mixer;
    this.speech = speech;
    this.fallback = fallback;
  }

  /** Remembers in which language a run was asked for, and whether its results are to be spoken. */
  void asked(Turn turn) {
    asked.put(turn.id, new Asked(turn.language, turn.aloud));
    if (asked.size() > REMEMBERED) {
      asked.remove(asked.keySet().iterator().next());
    }
  }

  /**
   * Takes a failure of playback; one that was asked for silently is only shown, and one that the
   * answer has told already is not told twice.
   */
  void playFailed(PlayService.Report report) {
    if (report.told()) {
      return;
    }
    Asked by =
        asked.getOrDefault(
            report.runId(), new Asked(Language.guess(report.title(), fallback), /* aloud= */ true));
    String text = Words.playFailed(report, by.language());
    add("play_failed", report.runId(), text, by.language(), by.aloud(), /* alarm= */ false);
  }

  /** Takes a run that ended after its turn; the answer of one that was paused is to be said. */
  void ended(Turn turn, Run run) {
    if (turn.setAside && run.ended() == Run.Ended.ANSWERED) {
      add("answer", turn.id, run.answer(), turn.language, turn.aloud, /* alarm= */ false);
    }
  }

  /** Takes a failure of a book that had been started already; nobody's command waits for it. */
  void playerProblem(Problem problem) {
    Language language = Language.guess(problem.title(), fallback);
    add(
        "play_failed",
        "",
        problem.words(language),
        language,
        /* aloud= */ true,
        /* alarm= */ false);
  }

  /** Takes that a limit of listening is near or reached. */
  void limit(LimitNotice limit) {
    String text = limit.words(fallback);
    add("limit", "", text, fallback, /* aloud= */ true, /* alarm= */ false);
  }

  /** Takes a timer, alarm or reminder; one that was missed long ago is told without ringing. */
  void ringing(Fired fired) {
    Language language = Language.guess(fired.timer().name(), fallback);
    boolean alarm = fired.outcome() != Fired.Outcome.MISSED;
    if (alarm) {
      alarms++;
      duck();
    }
    String text = Words.ringing(fired, language);
    String kind = fired.timer().kind().name().toLowerCase(Locale.ROOT);
    add(kind, "", text, language, /* aloud= */ true, alarm);
  }

  /** Says what waits. */
  void flush() {
    for (Waiting next = waiting.poll(); next != null; next = waiting.poll()) {
      boolean alarm = next.alarm();
      speech.say(next.runId(), next.text(), next.language(), outcome -> ended(alarm));
    }
  }

  private void add(
      String kind, String runId, String text, Language language, boolean aloud, boolean alarm) {
    events.publish("notice", TurnEvents.notice(kind, text, language, runId));
    if (aloud) {
      waiting.add(new Waiting(runId, text, language, alarm));
    }
    if (waiting.size() > WAITING) {
      ended(waiting.remove().alarm());
    }
  }

  private void ended(boolean alarm) {
    if (alarm) {
      alarms--;
      duck();
    }
  }

  /** Holds the book down while something rings, and longer while it is to be said. */
  void holdForAlarm(boolean ringing) {
    rings = ringing;
    duck();
  }

  private void duck() {
    boolean wanted = rings || alarms > 0;
    if (wanted && !ducked) {
      mixer.duck(DuckReason.ALARM);
    } else if (!wanted && ducked) {
      mixer.unduck(DuckReason.ALARM);
    }
    ducked = wanted;
  }
}
