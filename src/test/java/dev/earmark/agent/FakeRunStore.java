package dev.earmark.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A store in memory that can be told to fail, and that counts what it was asked to save. */
public final class FakeRunStore implements RunStore {
  private final RunSettings settings;
  private final dev.earmark.base.Clock clock;
  private final TreeMap<Place, Run> runs = new TreeMap<>(Comparator.reverseOrder());

  /** The sentence with which saving and reading fail, or null. */
  public volatile @Nullable String failure;

  /** The batches that were saved. */
  public final List<List<Run>> saved = new ArrayList<>();

  /** Makes a store with the retention of the settings. */
  public FakeRunStore(RunSettings settings, dev.earmark.base.Clock clock) {
    this.settings = settings;
    this.clock = clock;
  }

  private void check() throws IOException {
    if (failure != null) {
      throw new IOException(failure);
    }
  }

  @Override
  public synchronized void save(List<Run> batch) throws IOException {
    check();
    saved.add(batch);
    batch.forEach(run -> runs.put(Place.of(run), run));
    runs.keySet().removeIf(p -> p.startedAt().isBefore(clock.now().minus(settings.maxAge())));
    while (runs.size() > settings.keep()) {
      runs.pollLastEntry();
    }
  }

  @Override
  public synchronized Optional<Run> find(String id) throws IOException {
    check();
    return runs.values().stream().filter(run -> run.id().equals(id)).findFirst();
  }

  @Override
  public synchronized List<Run> newest(int limit, @Nullable Place before) throws IOException {
    check();
    return runs.values().stream()
        .filter(run -> before == null || Place.of(run).compareTo(before) < 0)
        .limit(limit)
        .toList();
  }

  @Override
  public void close() {}
}
