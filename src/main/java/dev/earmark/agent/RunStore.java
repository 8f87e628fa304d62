package dev.earmark.agent;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps runs over a restart. Thread-safe; blocks for the disk.
 *
 * <p>A run is known by its id and its start: ids may come back on a machine whose clock begins anew
 * with every start, and then the newest run has the id.
 */
public interface RunStore extends AutoCloseable {
  /**
   * Saves runs as they stand now, each in place of what was saved of it before, and deletes what is
   * too old or too much.
   *
   * @throws IOException with one sentence and the remedy; nothing of the call is kept then
   */
  void save(List<Run> runs) throws IOException;

  /** Returns the run; one that had not ended when the program did is as it stood then. */
  Optional<Run> find(String id) throws IOException;

  /**
   * Returns the newest runs, newest first by start and id.
   *
   * @param before only runs older than this place, or null for all
   */
  List<Run> newest(int limit, @Nullable Place before) throws IOException;

  /** Closes the file; what is saved stays. */
  @Override
  void close();

  /** A run's place in the order of all runs. */
  record Place(Instant startedAt, String id) implements Comparable<Place> {
    /** Returns where the run stands. */
    public static Place of(Run run) {
      return new Place(run.startedAt(), run.id());
    }

    @Override
    public int compareTo(Place other) {
      int byTime = startedAt.compareTo(other.startedAt);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }
  }

  /** Returns a store that keeps nothing. */
  static RunStore none() {
    return new RunStore() {
      @Override
      public void save(List<Run> runs) {}

      @Override
      public Optional<Run> find(String id) {
        return Optional.empty();
      }

      @Override
      public List<Run> newest(int limit, @Nullable Place before) {
        return List.of();
      }

      @Override
      public void close() {}
    };
  }
}
