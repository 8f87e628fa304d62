package dev.earmark.listen;

import dev.earmark.base.Language;

/** What the listening stage tells; times are seconds since the microphone stream's start. */
public sealed interface ListenEvent {
  /**
   * The wake phrase was heard.
   *
   * @param microphone which one of several heard it; empty where there is one
   */
  record Wake(String phrase, double confidence, double atS, String microphone)
      implements ListenEvent {
    /** Heard by the only microphone. */
    public Wake(String phrase, double confidence, double atS) {
      this(phrase, confidence, atS, "");
    }

    /** Returns the same, heard by that microphone. */
    public Wake at(String name) {
      return new Wake(phrase, confidence, atS, name);
    }
  }

  /** Somebody began to speak inside a listening window. */
  record SpeechStart(double atS) implements ListenEvent {}

  /** What has been understood so far. */
  record Partial(String text, Language language, double atS) implements ListenEvent {}

  /** The end of speech was found; the final transcript follows within milliseconds. */
  record SpeechEnd(double atS) implements ListenEvent {}

  /** A command was understood. */
  record Final(Transcript transcript) implements ListenEvent {}

  /** The listening window closed without a command. */
  record Rejected(Reason reason, String text, double atS) implements ListenEvent {}

  /** Why a window closed without a command. */
  enum Reason {
    /** Nobody spoke. */
    NOTHING_SAID,
    /** There was sound, but no words. */
    NOISE,
    /** There were words, but none that were understood well enough. */
    NOT_UNDERSTOOD,
    /** The window was closed from outside. */
    CANCELLED
  }
}
