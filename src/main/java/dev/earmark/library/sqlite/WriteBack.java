package dev.earmark.library.sqlite;

import dev.earmark.library.Album;
import dev.earmark.library.Bookmark;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes what was kept in memory only, once the disk takes it again. */
final class WriteBack {
  private WriteBack() {}

  /**
   * Copies everything.
   *
   * @param firstNew the least id of a bookmark that was made in memory; older ones are in the file
   *     already, unless they were removed
   */
  static void copy(ProgressStore memory, ProgressStore file, long firstNew) throws IOException {
    for (Position position : memory.recent(Integer.MAX_VALUE)) {
      file.save(position);
    }
    List<Bookmark> marks = new ArrayList<>(memory.bookmarks(""));
    Set<Long> ids = marks.stream().map(Bookmark::id).collect(Collectors.toSet());
    for (Bookmark old : file.bookmarks("")) {
      if (!ids.contains(old.id())) {
        file.removeBookmark(old.id());
      }
    }
    Collections.reverse(marks); // so that the newest gets the greatest id again
    for (Bookmark bookmark : marks) {
      if (bookmark.id() >= firstNew) {
        file.addBookmark(bookmark.name(), bookmark.position());
      }
    }
    for (Album album : memory.remembered()) {
      file.remember(album);
    }
    for (Map.Entry<String, String> setting : memory.settings("").entrySet()) {
      file.put(setting.getKey(), setting.getValue());
    }
  }
}
