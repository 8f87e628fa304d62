package dev.earmark.assistant;

import dev.earmark.agent.Intervention;
import dev.earmark.agent.Run;
import dev.earmark.assistant.ports.Thinker;
import dev.earmark.listen.ListenControl;
import dev.earmark.speak.Announcer;
import dev.earmark.speak.Announcer.Chime;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Asks whether a run may call a tool that needs consent, and understands the answer. The run itself
 * limits the time: no answer is a no. Confined to the assistant thread.
 */
final class Consent {
  private final Thinker thinker;
  private final Speech speech;
  private final ListenControl ears;
  private final Announcer voice;
  private final Duration window;
  private @Nullable Turn asking;
  private String question = "";

  Consent(Thinker thinker, Speech speech, ListenControl ears, Announcer voice, Duration window) {
    this.thinker = thinker;
    this.speech = speech;
    this.ears = ears;
    this.voice = voice;
    this.window = window;
  }

  /** Follows a run that begins or ends to ask. */
  void stateChanged(Turn turn, Run run, long nowNanos) {
    over(turn);
    Run.Waiting waiting = run.waiting();
    if (waiting == null && turn.phase == Turn.Phase.ASKING) {
      turn.enter(Turn.Phase.THINKING, nowNanos);
    } else if (waiting != null && waiting.why() == Run.Why.CONSENT) {
      if (turn.phase == Turn.Phase.THINKING) {
        turn.woken = false;
        turn.enter(Turn.Phase.ASKING, nowNanos);
      }
      ask(turn, waiting);
    }
  }

  /** Asks; a turn that goes on is asked aloud, and by voice the ears open for the answer. */
  private void ask(Turn turn, Run.Waiting waiting) {
    asking = turn;
    question = waiting.question();
    if (turn.phase == Turn.Phase.ASKING && turn.aloud) {
      speech.say(
          turn.id,
          waiting.question(),
          turn.language,
          outcome -> {
            if (outcome != Announcer.Outcome.CUT_OFF && asking == turn && turn.byVoice()) {
              voice.chime(Chime.WAKE);
              ears.openAgain(window);
            }
          });
    }
  }

  /** Tells that the turn's run asks no more. */
  void over(Turn turn) {
    if (asking == turn) {
      asking = null;
    }
  }

  /** Takes the words as the answer; false when nobody asks, or they are neither yes nor no. */
  boolean answers(String text) {
    Turn turn = asking;
    Boolean allowed = turn == null ? null : Words.consent(text);
    if (turn == null || allowed == null) {
      return false;
    }
    return thinker.intervene(turn.id, new Intervention.Consent(allowed)).done();
  }

  /** Returns what is asked now, or empty when nothing is. */
  String question() {
    return asking == null ? "" : question;
  }

  /**
   * Takes what was said while the turn asks. Words that are no answer are asked for again, but for
   * those of somebody who called first: they are another command, and false is returned.
   */
  boolean hears(Turn turn, String text) {
    boolean answered = answers(text);
    if (!answered && turn.woken) {
      return false;
    }
    voice.chime(answered ? Chime.HEARD : Chime.NOT_UNDERSTOOD);
    if (!answered) {
      ears.openAgain(window);
    }
    return true;
  }

  /** Lets somebody who called or pressed the button speak. */
  void interrupted(Turn turn) {
    turn.woken = true;
    speech.hush();
    voice.chime(Chime.WAKE);
  }
}
