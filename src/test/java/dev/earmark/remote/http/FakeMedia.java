package dev.earmark.remote.http;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Downloads as a list; nothing is cached. */
final class FakeMedia implements MediaStore {
  final List<Download> downloads = new CopyOnWriteArrayList<>();
  final Set<String> held = ConcurrentHashMap.newKeySet();

  void add(String id, String album, Download.State state, long bytes, @Nullable Failure failure) {
    MediaRequest request =
        new MediaRequest(id, "demo:west", album, 3, "第三回", 1_200, FakeMedia::nowhere);
    downloads.add(
        new Download() {
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
            return new Progress(
                held.contains(id) ? Download.State.PAUSED : state,
                bytes,
                8_000_000,
                0,
                1,
                3.2,
                failure);
          }

          @Override
          public CompletionStage<Progress> ended() {
            return new CompletableFuture<>();
          }
        });
  }

  private static MediaRequest.Location nowhere(CancelFlag cancel) throws FailureException {
    throw new FailureException(Failure.Kind.NOT_FOUND, "nowhere");
  }

  @Override
  public boolean holds(String key) {
    return isCached(key);
  }

  @Override
  public boolean isCached(String key) {
    return false;
  }

  @Override
  public Optional<MediaSource> openCached(String key) {
    return Optional.empty();
  }

  @Override
  public Download fetch(MediaRequest request, boolean urgent) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MediaSource open(Download download) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<Download> downloads() {
    return downloads;
  }

  @Override
  public boolean cancel(String downloadId) {
    return downloads.removeIf(d -> d.id().equals(downloadId));
  }

  @Override
  public Download hold(MediaRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean pause(String downloadId) {
    return downloads.stream().anyMatch(d -> d.id().equals(downloadId)) && held.add(downloadId);
  }

  @Override
  public boolean resume(String downloadId) {
    return held.remove(downloadId);
  }

  @Override
  public void discard(String key) {
    throw new UnsupportedOperationException("the page discards nothing");
  }

  @Override
  public AutoCloseable pin(String key) {
    return () -> {};
  }

  @Override
  public Usage usage() {
    return new Usage(12, 345_678, 20L << 30, 100L << 30);
  }
}
