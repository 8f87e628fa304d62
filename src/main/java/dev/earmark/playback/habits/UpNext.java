package dev.earmark.playback.habits;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The books that are to be played one after the other behind the current one, kept over restarts.
 * Thread-safe; never waits.
 */
public final class UpNext {
  private static final String KEY = "next:";
  private static final String SEPARATOR = "\t";

  /** More than this is a list for the shelf. */
  public static final int MOST = 50;

  private final KeptSettings kept;

  /**
   * What is to be played.
   *
   * @param keyword the words that name the book
   * @param section 1-based, 0 for where it was left
   * @param afterSection whether it comes at the end of the current section, not of the book
   */
  public record Entry(String keyword, int section, boolean afterSection) {}

  /** Makes it. */
  public UpNext(KeptSettings kept) {
    this.kept = kept;
  }

  /** Returns what comes, in order. */
  public synchronized List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (String text : kept.settings(KEY).values()) {
      String[] parts = text.split(SEPARATOR, -1);
      entries.add(new Entry(parts[2], Integer.parseInt(parts[0]), Boolean.parseBoolean(parts[1])));
    }
    return entries;
  }

  /**
   * Puts one behind the others; one that is to come at the end of the section goes before those
   * that wait for the end of the book.
   *
   * @return its place, 1 for the next one, or 0 when there is no room
   */
  public synchronized int add(Entry entry) {
    List<Entry> all = new ArrayList<>(entries());
    if (all.size() >= MOST) {
      return 0;
    }
    int at = all.size();
    if (entry.afterSection()) {
      at = (int) all.stream().takeWhile(Entry::afterSection).count();
    }
    all.add(at, entry);
    keep(all);
    return at + 1;
  }

  /** Takes the next one away and returns it. */
  public synchronized Optional<Entry> poll() {
    List<Entry> all = new ArrayList<>(entries());
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Entry first = all.remove(0);
    keep(all);
    return Optional.of(first);
  }

  /** Takes one away by its place, 1 for the next one; all of them for 0. */
  public synchronized boolean remove(int place) {
    List<Entry> all = new ArrayList<>(entries());
    if (place == 0) {
      keep(List.of());
      return !all.isEmpty();
    }
    if (place < 1 || place > all.size()) {
      return false;
    }
    all.remove(place - 1);
    keep(all);
    return true;
  }

  private void keep(List<Entry> all) {
    for (Map.Entry<String, String> old : kept.settings(KEY).entrySet()) {
      if (Integer.parseInt(old.getKey()) > all.size()) {
        kept.put(KEY + old.getKey(), "");
      }
    }
    for (int i = 0; i < all.size(); i++) {
      Entry entry = all.get(i);
      String keyword = entry.keyword().replace(SEPARATOR, " ");
      kept.put(
          String.format("%s%03d", KEY, i + 1),
          entry.section() + SEPARATOR + entry.afterSection() + SEPARATOR + keyword);
    }
  }

  /** Returns whether the queue lies on the disk, as {@link KeptSettings#isKept}. */
  public boolean isKept() {
    return kept.isKept();
  }
}
