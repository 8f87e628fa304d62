package dev.earmark.remote.http;

/** Writes the daemon's metrics. Thread-safe; never blocks. */
@FunctionalInterface
public interface MetricsSource {
  /** Returns the metrics in the format that the Accept header asks for; it may be empty. */
  Page page(String accepted);

  /** The metrics as text. */
  record Page(String contentType, String text) {}
}
