package dev.earmark.remote.http.status;

/** Knows how the daemon stands. Thread-safe; never blocks. */
@FunctionalInterface
public interface StatusSource {
  /** Returns the status now. */
  Status status();
}
