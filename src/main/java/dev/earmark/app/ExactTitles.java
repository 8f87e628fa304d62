package dev.earmark.app;

import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The library's titles by their letters alone. Thread-safe; never blocks. */
final class ExactTitles {
  private final LibraryService library;
  private volatile @Nullable Map<String, String> byKey;

  ExactTitles(LibraryService library) {
    this.library = library;
    library.onChange(() -> byKey = null);
  }

  /** Returns the title that the words are, whatever their case, brackets and punctuation. */
  Optional<String> find(String words) {
    Map<String, String> titles = byKey;
    if (titles == null) {
      titles = new HashMap<>();
      for (Album album : library.known()) {
        titles.putIfAbsent(Normalizer.key(album.title()), album.title());
      }
      byKey = titles;
    }
    return Optional.ofNullable(titles.get(Normalizer.key(words)));
  }
}
