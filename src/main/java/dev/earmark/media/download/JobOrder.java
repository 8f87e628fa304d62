package dev.earmark.media.download;

import dev.earmark.media.cache.FileCache;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which download goes first: what is waited for or heard, the newest wish before older ones; what
 * is pinned, which is the next section; the rest in the order in which it was asked for. Asks the
 * cache for pins, which takes no lock; used under the lock of {@link Downloads}.
 */
final class JobOrder {
  private final FileCache cache;
  private final Comparator<Job> firstOnes;

  JobOrder(FileCache cache) {
    this.cache = cache;
    this.firstOnes =
        Comparator.comparingInt(this::rank)
            .thenComparing(Comparator.comparingLong(Job::urgentSince).reversed())
            .thenComparingLong(Job::order);
  }

  private int rank(Job job) {
    return job.isUrgent() ? 0 : cache.isPinned(job.request().key()) ? 1 : 2;
  }

  /** Returns the job that goes first, or null when there is none for such a thread. */
  @Nullable Job first(Collection<Job> waiting, boolean urgentOnly) {
    return waiting.stream()
        .filter(job -> job.isUrgent() || !urgentOnly)
        .min(firstOnes)
        .orElse(null);
  }

  /** Returns the running job that lets a wish go first: the last one that is not urgent itself. */
  Optional<Job> givesWay(Collection<Job> active) {
    return active.stream()
        .filter(other -> other.isRunning() && !other.isUrgent() && !other.givesWay())
        .max(Comparator.comparingInt(this::rank).thenComparingLong(Job::order));
  }
}
