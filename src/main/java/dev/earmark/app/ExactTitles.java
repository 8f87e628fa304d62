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

  /**
   * Returns the only title that begins with the words: "alice" is short for "Alice's Adventures in
   * Wonderland" where no other title begins so. Reads all titles, so it is for rare questions.
   */
  Optional<String> beginning(String words) {
    String key = Normalizer.key(words);
    Map<String, String> titles = byKey;
    String found = null;
    for (Map.Entry<String, String> title : (titles == null ? make() : titles).entrySet()) {
      if (!key.isEmpty() && begins(title.getKey(), key)) {
        if (found != null) {
          return Optional.empty();
        }
        found = title.getValue();
      }
    }
    return Optional.ofNullable(found);
  }

  private static boolean begins(String title, String key) {
    boolean articled = title.startsWith("the ") && title.startsWith(key, 4);
    int end = articled ? 4 + key.length() : key.length();
    return (articled || title.startsWith(key))
        && (Normalizer.hasHan(key)
            || title.length() == end
            || title.charAt(end) == ' '
            || title.startsWith("s ", end)
            || title.startsWith("'s ", end));
  }

  /** Returns the title that the words are, whatever their case, brackets and punctuation. */
  Optional<String> find(String words) {
    Map<String, String> titles = byKey;
    return Optional.ofNullable((titles == null ? make() : titles).get(Normalizer.key(words)));
  }
}
