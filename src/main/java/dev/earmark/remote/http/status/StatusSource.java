package dev.earmark.remote.http.status;

import dev.earmark.base.Language;

/** Knows how the daemon stands. Thread-safe; never blocks. */
@FunctionalInterface
public interface StatusSource {
  /** Returns the status now, with what people read in the given language. */
  Status status(Language language);

  /** Returns the status now, in English. */
  default Status status() {
    return status(Language.EN);
  }
}
