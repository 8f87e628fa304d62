package dev.earmark.library.merge;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.text.Normalizer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The searches that go on or were made not long ago, by what was asked for. Thread-safe; never
 * blocks.
 */
final class Searches {
  /** The most characters that a search takes: a title needs far less. */
  static final int LONGEST_KEYWORD = 500;

  private static final int KEPT = 32;
  private static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final Duration SLOW_LIFETIME = Duration.ofSeconds(20);

  private final Clock clock;
  private final Map<String, MergedSearch> byKey = new Bounded<>(KEPT); // guarded by this

  Searches(Clock clock) {
    this.clock = clock;
  }

  /**
   * Checks what is searched for.
   *
   * @throws FailureException {@code BAD_REQUEST} when it is too long or has no word of a title
   */
  static void check(String keyword) throws FailureException {
    if (keyword.length() > LONGEST_KEYWORD) {
      throw new Failure(
              Failure.Kind.BAD_REQUEST,
              "a search takes at most "
                  + LONGEST_KEYWORD
                  + " characters, but this has "
                  + keyword.length(),
              new Failure.Words("书名太长了，说短一点", "that is too long for a title, say less of it"))
          .asException();
    }
    if (Normalizer.key(keyword).isEmpty()) {
      throw new Failure(
              Failure.Kind.BAD_REQUEST,
              "a search needs some letters, characters or digits, but it is '" + keyword + "'",
              new Failure.Words(
                  "书名里要有字，“" + keyword + "”里没有",
                  "\"" + keyword + "\" has no word of a title in it"))
          .asException();
    }
  }

  /** Returns the search for this, a new one when there is none or it is too old. */
  MergedSearch of(String keyword, Supplier<MergedSearch> maker) {
    Optional<MergedSearch> current = current(keyword);
    if (current.isPresent()) {
      return current.get();
    }
    MergedSearch made = maker.get(); // without the lock: other searches must not wait for it
    synchronized (this) {
      return current(keyword)
          .orElseGet(
              () -> {
                byKey.put(Normalizer.key(keyword), made);
                return made;
              });
    }
  }

  /** Returns the search for this, if it is not too old. */
  synchronized Optional<MergedSearch> current(String keyword) {
    return last(keyword)
        .filter(search -> clock.nanoTime() - search.madeNanos() <= lifetime(search).toNanos());
  }

  /** Returns the search for this, however old it is. */
  synchronized Optional<MergedSearch> last(String keyword) {
    return Optional.ofNullable(byKey.get(Normalizer.key(keyword)));
  }

  synchronized void forget(String keyword) {
    byKey.remove(Normalizer.key(keyword));
  }

  synchronized void clear() {
    byKey.clear();
  }

  /**
   * A search that somebody was too slow for is asked again soon, but not at once: who asks once
   * more, because it takes so long, is told what the others said instead of waiting again.
   */
  private static Duration lifetime(MergedSearch search) {
    return search.isSlow() ? SLOW_LIFETIME : LIFETIME;
  }
}
