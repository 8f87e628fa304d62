package dev.earmark.media;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A store in memory. What is cached is put in by the test; a download is moved on by the test
 * through {@link FakeDownload}, and is cached once it is finished. Thread-safe.
 */
public final class FakeMediaStore implements MediaStore {
  private final Map<String, byte[]> cached = new LinkedHashMap<>(); // guarded by this
  private final List<FakeDownload> downloads = new ArrayList<>(); // guarded by this
  private final Set<String> deleted = new HashSet<>(); // guarded by this
  private final Set<String> damaged = new HashSet<>(); // guarded by this
  private final List<String> pins = new CopyOnWriteArrayList<>();
  private final List<String> discarded = new CopyOnWriteArrayList<>();

  /** Puts a file into the cache that {@link FakeDecoder} makes so many seconds of. */
  public synchronized void putCached(String key, double seconds) {
    cached.put(key, new byte[(int) (seconds * FakeDecoder.BYTES_PER_SECOND)]);
  }

  /** Puts a file into the cache that {@link FakeDecoder} refuses. */
  public synchronized void putDamaged(String key) {
    cached.put(key, new byte[100]);
    damaged.add(key);
  }

  /** Deletes a file behind the cache's back: it is noticed when the file is looked at. */
  public synchronized void deleteByHand(String key) {
    deleted.add(key);
  }

  /** Takes a file out of the cache. */
  public synchronized void removeCached(String key) {
    cached.remove(key);
  }

  /** Returns the newest download of the key. */
  public synchronized Optional<FakeDownload> download(String key) {
    FakeDownload newest = null;
    for (FakeDownload download : downloads) {
      newest = download.request().key().equals(key) ? download : newest;
    }
    return Optional.ofNullable(newest);
  }

  /** Returns the keys that are pinned now, once for each pin. */
  public List<String> pinned() {
    return List.copyOf(pins);
  }

  @Override
  public synchronized boolean holds(String key) {
    if (deleted.remove(key)) {
      cached.remove(key);
    }
    return isCached(key);
  }

  @Override
  public synchronized boolean isCached(String key) {
    return cached.containsKey(key);
  }

  @Override
  public synchronized Optional<MediaSource> openCached(String key) {
    return Optional.ofNullable(cached.get(key))
        .map(b -> FakeMediaSource.complete(damaged.contains(key) ? key + ".broken" : key, b));
  }

  @Override
  public synchronized Download fetch(MediaRequest request, boolean urgent) {
    Optional<FakeDownload> running = download(request.key()).filter(FakeMediaStore::runs);
    if (running.isPresent()) {
      return running.get();
    }
    FakeDownload download = new FakeDownload("d" + (downloads.size() + 1), request, urgent);
    downloads.add(download);
    var unused =
        download
            .ended()
            .thenAccept(
                last -> {
                  if (last.state() == Download.State.DONE) {
                    keep(request.key(), (int) last.bytes());
                  }
                });
    return download;
  }

  private synchronized void keep(String key, int bytes) {
    cached.put(key, new byte[bytes]);
  }

  private static boolean runs(FakeDownload download) {
    return !download.progress().state().isEnd();
  }

  @Override
  public MediaSource open(Download download) {
    return ((FakeDownload) download).source().reader();
  }

  @Override
  public synchronized List<Download> downloads() {
    return List.copyOf(downloads);
  }

  @Override
  public synchronized boolean cancel(String downloadId) {
    for (FakeDownload download : downloads) {
      if (download.id().equals(downloadId) && runs(download)) {
        download.cancel();
        return true;
      }
    }
    return false;
  }

  @Override
  public synchronized boolean pause(String downloadId) {
    for (FakeDownload download : downloads) {
      if (download.id().equals(downloadId) && runs(download)) {
        return download.hold(true);
      }
    }
    return false;
  }

  @Override
  public synchronized Download hold(MediaRequest request) {
    Download download = fetch(request, /* urgent= */ false);
    pause(download.id());
    return download;
  }

  @Override
  public synchronized boolean resume(String downloadId) {
    for (FakeDownload download : downloads) {
      if (download.id().equals(downloadId) && runs(download)) {
        return download.hold(false);
      }
    }
    return false;
  }

  @Override
  public synchronized void discard(String key) {
    cached.remove(key);
    damaged.remove(key);
    discarded.add(key);
  }

  /** Returns the keys of the files that were called damaged. */
  public List<String> discarded() {
    return List.copyOf(discarded);
  }

  @Override
  public AutoCloseable pin(String key) {
    pins.add(key);
    AtomicBoolean held = new AtomicBoolean(true);
    return () -> {
      if (held.getAndSet(false)) {
        pins.remove(key);
      }
    };
  }

  @Override
  public synchronized Usage usage() {
    long bytes = cached.values().stream().mapToLong(b -> b.length).sum();
    return new Usage(cached.size(), bytes, Long.MAX_VALUE, Long.MAX_VALUE);
  }
}
