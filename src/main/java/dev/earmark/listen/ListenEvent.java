package dev.earmark.listen;

import dev.earmark.base.Language;

/** What the listening stage tells; times are seconds since the microphone stream's start. */
public sealed interface ListenEvent {
  /** The wake phrase was heard. */
  record Wake(String phrase, double confidence, double atS) implements ListenEvent {}

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
