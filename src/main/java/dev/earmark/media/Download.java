package dev.earmark.media;

import dev.earmark.base.Failure;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A download, running or ended. Thread-safe. */
public interface Download {
  /** Returns its id, short enough to be typed. */
  String id();

  /** Returns what was asked for. */
  MediaRequest request();

  /** Returns how far it is. */
  Progress progress();

  /** Returns how long the pause before the next attempt is that goes on now; null without one. */
  default @Nullable Duration pause() {
    return null;
  }

  /**
   * Returns how many seconds of sound are there so far: the same share of the catalogue's length as
   * of the bytes, so an estimate until it is done; 0 when one of them is unknown.
   */
  default double audioS() {
    Progress now = progress();
    double wholeS = request().expectedS();
    if (now.state() == State.DONE) {
      return wholeS;
    }
    return now.totalBytes() <= 0
        ? 0
        : wholeS * Math.min(1, (double) now.bytes() / now.totalBytes());
  }

  /** Completes with the last progress when it has ended, well or badly; never exceptionally. */
  CompletionStage<Progress> ended();

  /** How a download stands. */
  enum State {
    WAITING,
    RUNNING,
    /** A person holds it; what was fetched stays, and it goes on when it is let go. */
    PAUSED,
    DONE,
    FAILED,
    CANCELLED;

    /** Returns whether it is over for good. */
    public boolean isEnd() {
      return this == DONE || this == FAILED || this == CANCELLED;
    }
  }

  /**
   * A snapshot.
   *
   * @param bytes in the file so far
   * @param totalBytes of the whole file, or -1
   * @param resumedFrom bytes that were there before this run
   * @param attempts requests made
   * @param failure why it failed or was retried last, or null
   */
  record Progress(
      State state,
      long bytes,
      long totalBytes,
      long resumedFrom,
      int attempts,
      double elapsedS,
      @Nullable Failure failure) {}
}
