package dev.earmark.listen;

import dev.earmark.audio.PcmBlock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * What the rest of the daemon may ask of the listener. Thread-safe; every method returns at once.
 */
public interface ListenControl {
  /**
   * Opens the window for a command without a wake phrase, for at most the given time of silence.
   */
  void openWindow(Duration wait);

  /**
   * Opens the window for the answer to a question: of several microphones at the one that heard the
   * last command.
   */
  default void openAgain(Duration wait) {
    openWindow(wait);
  }

  /** Closes an open window. */
  void closeWindow();

  /**
   * Ends the command that is being spoken, as a released button does, and recognises it; closes a
   * window in which nobody has spoken.
   */
  default void endUtterance() {
    closeWindow();
  }

  /** Stops or starts hearing the wake phrase. */
  void setMuted(boolean muted);

  /**
   * Tells whether Earmark itself speaks or chimes: meanwhile no command is taken from the
   * microphone and a wake phrase counts only when it is not part of the spoken text.
   */
  void setSpeaking(boolean speaking, String text);

  /**
   * Tells whether a book plays: then {@code 停}, {@code stop} and {@code 暂停} may do without the wake
   * phrase.
   */
  void setBookPlaying(boolean playing);

  /** Replaces the titles that may be spoken; grammars are rebuilt between two utterances. */
  void setTitles(List<String> titles);

  /** Returns what the listener is doing. */
  ListenState state();

  /** Returns the loudness of the newest block, in dBFS, −96 for silence. */
  double levelDbfs();

  /**
   * Recognises a finished recording, beside the microphone's stream. Blocks for about 5 % of the
   * recording's length; called from any thread but the listener's own.
   *
   * @param audio any format
   * @param wakePhraseNeeded whether the recording must begin with a wake phrase to be a command
   * @return the events in order; a command is its last one
   * @throws dev.earmark.base.FailureException when no recogniser is ready
   */
  List<ListenEvent> hear(PcmBlock audio, boolean wakePhraseNeeded) throws IOException;
}
