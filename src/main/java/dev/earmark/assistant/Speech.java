package dev.earmark.assistant;

import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenControl;
import dev.earmark.speak.Announcer;
import java.util.function.Consumer;

/**
 * Earmark's own speech: tells the listener while it sounds, so that Earmark does not hear itself.
 * Confined to the assistant thread; what the announcer reports comes back through {@code post}.
 */
final class Speech {
  private static final int PARTS = 2; // of an answer that wait to be heard

  private final Announcer voice;
  private final ListenControl ears;
  private final Events events;
  private final Consumer<Runnable> post;
  private int sounding;
  private int generation;

  Speech(Announcer voice, ListenControl ears, Events events, Consumer<Runnable> post) {
    this.voice = voice;
    this.ears = ears;
    this.events = events;
    this.post = post;
  }

  boolean isSounding() {
    return sounding > 0;
  }

  /** Speaks after what is being said; {@code onEnd} is called on the assistant thread. */
  void say(String runId, String text, Language language, Consumer<Announcer.Outcome> onEnd) {
    say(runId, text, text, language, onEnd);
  }

  /**
   * Takes an answer as far as it has been written. Two parts of it may wait to be heard; what comes
   * faster than it can be spoken is said together when one of them has ended, or with the rest. An
   * empty text takes back what has not been said.
   */
  void sayWritten(Turn turn, String soFar, Consumer<Announcer.Outcome> onSpoken) {
    turn.written = soFar;
    if (!soFar.isEmpty() && turn.saying < PARTS) {
      sayMore(turn, soFar, onSpoken);
    }
  }

  /**
   * Says what is new in an answer, of which the beginning may have been said while the rest was
   * still being written. A turn's {@code onSpoken} is called when the last part of it has ended.
   *
   * @param answer so far, or whole; one that does not go on from what was said is said whole
   */
  void sayMore(Turn turn, String answer, Consumer<Announcer.Outcome> onSpoken) {
    boolean goesOn = answer.startsWith(turn.said);
    String more = goesOn ? answer.substring(turn.said.length()) : answer;
    turn.said = answer;
    if (more.isBlank()) {
      return;
    }
    turn.saying++;
    say(
        turn.id,
        more.strip(),
        answer,
        turn.language,
        outcome -> {
          turn.saying--;
          boolean stillWritten = turn.phase == Turn.Phase.THINKING && !turn.cancel.isSet();
          if (stillWritten && turn.written.length() > turn.said.length()) {
            sayWritten(turn, turn.written, onSpoken);
          }
          onSpoken.accept(outcome);
        });
  }

  private void say(
      String runId,
      String text,
      String heard,
      Language language,
      Consumer<Announcer.Outcome> onEnd) {
    int mine = generation;
    sounding++;
    ears.setSpeaking(/* speaking= */ true, heard);
    events.publish("say.started", new TurnEvents.SayStarted(runId, text, language.code()));
    voice
        .say(text, language)
        .thenAccept(outcome -> post.accept(() -> ended(mine, runId, outcome, onEnd)));
  }

  /** Cuts off everything at once when a part of the turn's answer sounds. */
  void hush(Turn turn) {
    if (turn.saying > 0) {
      hush();
    }
  }

  /** Cuts off everything at once; the ends are still reported. */
  void hush() {
    if (sounding > 0) {
      generation++;
      sounding = 0;
      voice.hush();
      ears.setSpeaking(/* speaking= */ false, "");
    }
  }

  private void ended(
      int saidIn, String runId, Announcer.Outcome outcome, Consumer<Announcer.Outcome> onEnd) {
    if (saidIn == generation && --sounding == 0) {
      ears.setSpeaking(/* speaking= */ false, "");
    }
    events.publish("say.ended", new TurnEvents.SayEnded(runId, Words.lower(outcome)));
    onEnd.accept(saidIn == generation ? outcome : Announcer.Outcome.CUT_OFF);
  }
}
