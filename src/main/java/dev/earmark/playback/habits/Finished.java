package dev.earmark.playback.habits;

import dev.earmark.base.Clock;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Which sections, and which books, have been heard to their end. Jumping over a section does not
 * finish it. Thread-safe; never waits.
 */
public final class Finished {
  private static final String SECTIONS = "finished-sections:";
  private static final String BOOK = "finished:";

  private final KeptSettings kept;
  private final Clock clock;

  /** Makes it. */
  public Finished(KeptSettings kept, Clock clock) {
    this.kept = kept;
    this.clock = clock;
  }

  /** Marks a section. */
  public synchronized void section(String albumId, int section) {
    BitSet sections = sections(albumId);
    if (section > 0 && !sections.get(section)) {
      sections.set(section);
      kept.put(SECTIONS + albumId, text(sections));
    }
  }

  /** Marks a book: its last section was heard to the end. */
  public void book(String albumId) {
    kept.put(BOOK + albumId, clock.now().toString());
  }

  /** Takes the marks of a book away. */
  public synchronized void forget(String albumId) {
    kept.put(BOOK + albumId, "");
    kept.put(SECTIONS + albumId, "");
  }

  /** Returns the numbers of the sections that are finished. */
  public BitSet sections(String albumId) {
    BitSet sections = new BitSet();
    for (String range : kept.setting(SECTIONS + albumId).orElse("").split(",", -1)) {
      if (!range.isEmpty()) {
        int dash = range.indexOf('-');
        int from = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
        sections.set(from, 1 + (dash < 0 ? from : Integer.parseInt(range.substring(dash + 1))));
      }
    }
    return sections;
  }

  /** Returns when a book was finished last. */
  public Optional<Instant> finishedAt(String albumId) {
    return kept.setting(BOOK + albumId).map(Instant::parse);
  }

  /** Returns the finished books and when each was finished last. */
  public Map<String, Instant> books() {
    Map<String, Instant> books = new TreeMap<>();
    kept.settings(BOOK).forEach((id, at) -> books.put(id, Instant.parse(at)));
    return books;
  }

  private static String text(BitSet sections) {
    StringJoiner ranges = new StringJoiner(",");
    for (int from = sections.nextSetBit(0); from >= 0; from = sections.nextSetBit(from)) {
      int to = sections.nextClearBit(from) - 1;
      ranges.add(from == to ? String.valueOf(from) : from + "-" + to);
      from = to + 1;
    }
    return ranges.toString();
  }
}
