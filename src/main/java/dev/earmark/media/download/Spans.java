package dev.earmark.media.download;

import java.util.Map;
import java.util.TreeMap;

/** Stretches of a file, in bytes, that lie apart from each other. Not thread-safe. */
final class Spans {
  private final TreeMap<Long, Long> ends = new TreeMap<>(); // by their starts

  /** Adds {@code [start, end)}, and joins what it touches. */
  void add(long start, long end) {
    if (end <= start) {
      return;
    }
    long from = start;
    long to = end;
    Map.Entry<Long, Long> before = ends.floorEntry(start);
    if (before != null && before.getValue() >= start) {
      from = before.getKey();
      to = Math.max(to, before.getValue());
    }
    Map.Entry<Long, Long> next = ends.ceilingEntry(from);
    while (next != null && next.getKey() <= to) {
      to = Math.max(to, next.getValue());
      ends.remove(next.getKey());
      next = ends.ceilingEntry(from);
    }
    ends.put(from, to);
  }

  /** Returns where the stretch ends that holds the byte at the position, or -1. */
  long endOf(long position) {
    Map.Entry<Long, Long> span = ends.floorEntry(position);
    return span != null && span.getValue() > position ? span.getValue() : -1;
  }

  /** Returns where the first stretch begins that begins at the position or behind it, or -1. */
  long startFrom(long position) {
    Long start = ends.ceilingKey(position);
    return start == null ? -1 : start;
  }

  /** Returns how many bytes lie at the position and behind it. */
  long bytesFrom(long position) {
    long sum = 0;
    for (Map.Entry<Long, Long> span : ends.entrySet()) {
      sum += Math.max(0, span.getValue() - Math.max(position, span.getKey()));
    }
    return sum;
  }

  void clear() {
    ends.clear();
  }
}
