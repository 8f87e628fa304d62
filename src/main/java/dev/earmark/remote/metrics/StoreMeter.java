package dev.earmark.remote.metrics;

import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaStore;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Counts how often what is to be heard was in the cache. Fetching ahead counts as neither; folders
 * on this machine need no cache. Thread-safe.
 */
final class StoreMeter {
  private final Counter hits;
  private final Counter misses;

  StoreMeter(PrometheusRegistry registry) {
    hits =
        Counter.builder()
            .name("earmark_cache_hits")
            .help("Sections that were opened from the cache.")
            .register(registry);
    misses =
        Counter.builder()
            .name("earmark_cache_misses")
            .help("Sections that somebody waited for while they were fetched.")
            .register(registry);
  }

  MediaStore wrap(MediaStore store) {
    return new Metered(store);
  }

  private final class Metered implements MediaStore {
    private final MediaStore store;
    private final Set<Download> seen =
        Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    Metered(MediaStore store) {
      this.store = store;
    }

    @Override
    public boolean isCached(String key) {
      return store.isCached(key);
    }

    @Override
    public boolean holds(String key) {
      return store.holds(key);
    }

    @Override
    public Optional<MediaSource> openCached(String key) throws IOException {
      Optional<MediaSource> source = store.openCached(key);
      if (source.isPresent()) {
        hits.inc();
      }
      return source;
    }

    @Override
    public Download fetch(MediaRequest request, boolean urgent) {
      Download download = store.fetch(request, urgent);
      // The wish and then the player ask for the same download; it is one miss.
      if (urgent && download.progress().state() != Download.State.DONE && seen.add(download)) {
        misses.inc();
      }
      return download;
    }

    @Override
    public MediaSource open(Download download) throws IOException {
      return store.open(download);
    }

    @Override
    public List<Download> downloads() {
      return store.downloads();
    }

    @Override
    public boolean cancel(String downloadId) {
      return store.cancel(downloadId);
    }

    @Override
    public Download hold(MediaRequest request) {
      return store.hold(request);
    }

    @Override
    public boolean pause(String downloadId) {
      return store.pause(downloadId);
    }

    @Override
    public boolean resume(String downloadId) {
      return store.resume(downloadId);
    }

    @Override
    public void discard(String key) throws IOException {
      store.discard(key);
    }

    @Override
    public AutoCloseable pin(String key) {
      return store.pin(key);
    }

    @Override
    public Usage usage() {
      return store.usage();
    }
  }
}
