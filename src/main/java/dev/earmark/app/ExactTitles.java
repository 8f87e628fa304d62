package dev.earmark.app;

import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The library's titles by their letters alone. Thread-safe; never blocks. After the first question
 * the index is made by the thread that tells of new titles, so that whoever asks only looks up.
 */
final class ExactTitles {
  private final LibraryService library;
  private final AtomicLong changes = new AtomicLong();
  private final Object making = new Object();
  private volatile @Nullable Map<String, String> byKey;
  private Map<String, String> keys = Map.of(); // guarded by making; of the titles known before
  private long made = -1; // guarded by making; the number of changes that the index knows

  /** Reads nothing yet: a start must not wait for it. */
  ExactTitles(LibraryService library) {
    this.library = library;
    library.onChange(this::changed);
  }

  private void changed() {
    changes.incrementAndGet();
    if (byKey != null) {
      make();
    }
  }

  /**
   * Makes the index until it knows every change. One at a time: of two, the one that had read the
   * older titles could be the last to store them.
   */
  private Map<String, String> make() {
    synchronized (making) {
      Map<String, String> titles = byKey == null ? Map.of() : byKey;
      for (long now = changes.get(); made != now; now = changes.get()) {
        titles = index();
        byKey = titles;
        made = now;
      }
      return titles;
    }
  }

  private Map<String, String> index() {
    Map<String, String> titles = new HashMap<>();
    Map<String, String> known = new HashMap<>();
    for (Album album : library.known()) {
      String title = album.title();
      String key = keys.getOrDefault(title, "");
      key = key.isEmpty() ? Normalizer.key(title) : key;
      known.put(title, key);
      titles.putIfAbsent(key, title);
    }
    keys = known;
    return titles;
  }

  /** Returns the title that the words are, whatever their case, brackets and punctuation. */
  Optional<String> find(String words) {
    Map<String, String> titles = byKey;
    return Optional.ofNullable((titles == null ? make() : titles).get(Normalizer.key(words)));
  }
}
