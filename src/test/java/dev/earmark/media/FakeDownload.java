package dev.earmark.media;

import dev.earmark.base.Failure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A download that a test moves on. Thread-safe. */
public final class FakeDownload implements Download {
  private final String id;
  private final MediaRequest request;
  private final boolean urgent;
  private final FakeMediaSource source;
  private final CompletableFuture<Progress> ended = new CompletableFuture<>();
  private volatile Progress progress = new Progress(State.WAITING, 0, -1, 0, 0, 0, null);

  FakeDownload(String id, MediaRequest request, boolean urgent) {
    this.id = id;
    this.request = request;
    this.urgent = urgent;
    this.source = FakeMediaSource.growing(request.key());
  }

  /** Lets so many seconds of {@link FakeDecoder} come. */
  public void bring(double seconds) {
    source.appendSeconds(seconds);
    progress = new Progress(State.RUNNING, source.available(), -1, 0, 1, 0, null);
  }

  /** Ends it well. */
  public void finish() {
    source.end();
    end(new Progress(State.DONE, source.available(), source.available(), 0, 1, 0, null));
  }

  /** Ends it badly. */
  public void fail(Failure failure) {
    source.fail(failure);
    end(new Progress(State.FAILED, source.available(), -1, 0, 1, 0, failure));
  }

  /** Holds it or lets it go on; false when it is so already. */
  boolean hold(boolean on) {
    Progress now = progress;
    if ((now.state() == State.PAUSED) == on) {
      return false;
    }
    State state = on ? State.PAUSED : State.RUNNING;
    progress = new Progress(state, now.bytes(), now.totalBytes(), 0, 1, 0, null);
    return true;
  }

  void cancel() {
    Failure cancelled = new Failure(Failure.Kind.CANCELLED, "cancelled");
    source.fail(cancelled);
    end(new Progress(State.CANCELLED, source.available(), -1, 0, 1, 0, cancelled));
  }

  private void end(Progress last) {
    progress = last;
    ended.complete(last);
  }

  /** Returns the bytes that it brings. */
  public FakeMediaSource source() {
    return source;
  }

  /** Returns whether it was asked for urgently. */
  public boolean urgent() {
    return urgent;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public MediaRequest request() {
    return request;
  }

  @Override
  public Progress progress() {
    return progress;
  }

  @Override
  public CompletionStage<Progress> ended() {
    return ended.minimalCompletionStage();
  }
}
