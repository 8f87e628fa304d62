package dev.earmark.listen.grammar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * A deterministic automaton over words whose every state leads to an end. Immutable, so
 * thread-safe.
 */
final class Automaton {
  private static final int SEARCH_LIMIT = 6_000;

  private final List<Map<String, Integer>> arcs;
  private final BitSet ends;

  /** State 0 is the start. */
  Automaton(List<Map<String, Integer>> arcs, BitSet ends) {
    this.arcs = arcs;
    this.ends = ends;
  }

  /** Returns the state after the words, or −1 when no phrase begins like this. */
  int walk(List<String> words) {
    int state = 0;
    for (String word : words) {
      Integer next = arcs.get(state).get(word);
      if (next == null) {
        return -1;
      }
      state = next;
    }
    return state;
  }

  boolean isEnd(int state) {
    return ends.get(state);
  }

  boolean mayGoOn(int state) {
    return !arcs.get(state).isEmpty();
  }

  /** Returns whether one of the words may follow. */
  boolean mayGoOn(int state, Set<String> words) {
    return arcs.get(state).keySet().stream().anyMatch(words::contains);
  }

  int size() {
    return arcs.size();
  }

  /**
   * Returns whole phrases that together hold every pair of neighbouring words at least once, which
   * is what a bigram grammar is estimated from.
   */
  List<String> cover() {
    List<List<String>> heads = heads();
    List<List<String>> tails = tails();
    Set<String> seen = new HashSet<>();
    Set<String> phrases = new LinkedHashSet<>();
    for (int state = 0; state < arcs.size(); state++) {
      if (ends.get(state)) {
        addIfNew(heads.get(state), List.of(), seen, phrases);
      }
      for (Map.Entry<String, Integer> arc : arcs.get(state).entrySet()) {
        List<String> head = plus(heads.get(state), arc.getKey());
        addIfNew(head, tails.get(arc.getValue()), seen, phrases);
        for (Map.Entry<String, Integer> next : arcs.get(arc.getValue()).entrySet()) {
          if (!seen.contains(arc.getKey() + ' ' + next.getKey())) {
            addIfNew(plus(head, next.getKey()), tails.get(next.getValue()), seen, phrases);
          }
        }
      }
    }
    return List.copyOf(phrases);
  }

  private static void addIfNew(
      List<String> head, List<String> tail, Set<String> seen, Set<String> phrases) {
    List<String> words = new ArrayList<>(head);
    words.addAll(tail);
    if (words.isEmpty()) {
      return;
    }
    boolean fresh = seen.add("< " + words.get(0));
    for (int i = 1; i < words.size(); i++) {
      fresh |= seen.add(words.get(i - 1) + ' ' + words.get(i));
    }
    fresh |= seen.add(words.get(words.size() - 1) + " >");
    if (fresh) {
      phrases.add(String.join(" ", words));
    }
  }

  private static List<String> plus(List<String> words, String word) {
    List<String> more = new ArrayList<>(words);
    more.add(word);
    return more;
  }

  /** Returns for each state the shortest words that lead there from the start. */
  private List<List<String>> heads() {
    List<List<String>> heads = new ArrayList<>();
    for (int i = 0; i < arcs.size(); i++) {
      heads.add(List.of());
    }
    BitSet reached = new BitSet();
    reached.set(0);
    ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(0));
    while (!queue.isEmpty()) {
      int state = queue.remove();
      arcs.get(state)
          .forEach(
              (word, next) -> {
                if (!reached.get(next)) {
                  reached.set(next);
                  heads.set(next, plus(heads.get(state), word));
                  queue.add(next);
                }
              });
    }
    return heads;
  }

  /** Returns for each state the shortest words that lead from there to an end. */
  private List<List<String>> tails() {
    List<List<String>> tails = new ArrayList<>();
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    BitSet reached = new BitSet();
    List<List<Map.Entry<String, Integer>>> into = new ArrayList<>();
    for (int i = 0; i < arcs.size(); i++) {
      into.add(new ArrayList<>());
      tails.add(List.of());
    }
    for (int i = 0; i < arcs.size(); i++) {
      int from = i;
      arcs.get(i).forEach((word, next) -> into.get(next).add(Map.entry(word, from)));
      if (ends.get(i)) {
        reached.set(i);
        queue.add(i);
      }
    }
    while (!queue.isEmpty()) {
      int state = queue.remove();
      for (Map.Entry<String, Integer> arc : into.get(state)) {
        int previous = arc.getValue();
        if (!reached.get(previous)) {
          reached.set(previous);
          List<String> tail = new ArrayList<>(List.of(arc.getKey()));
          tail.addAll(tails.get(state));
          tails.set(previous, tail);
          queue.add(previous);
        }
      }
    }
    return tails;
  }

  /** A place in the search for near phrases: {@code read} words of the given ones are used up. */
  private record Place(int cost, int order, int state, int read, List<String> words) {}

  /**
   * Of places as near as each other the one furthest on comes first: else all beginnings that
   * differ would be looked at before any of them is followed to its end.
   */
  private static final Comparator<Place> NEAREST =
      Comparator.comparingInt(Place::cost)
          .thenComparing(Place::read, Comparator.reverseOrder())
          .thenComparingInt(Place::order);

  /**
   * Returns whole phrases that differ from the words by at most {@code maxCost} words (replaced,
   * missing or too many), the nearest first, at most {@code limit}.
   */
  List<List<String>> near(List<String> words, int limit, int maxCost) {
    PriorityQueue<Place> queue = new PriorityQueue<>(NEAREST);
    Map<Long, Integer> visits = new HashMap<>();
    Set<List<String>> found = new LinkedHashSet<>();
    queue.add(new Place(0, 0, 0, 0, List.of()));
    int order = 0;
    for (int steps = 0; steps < SEARCH_LIMIT && !queue.isEmpty(); steps++) {
      Place place = queue.remove();
      long key = (long) place.state * (words.size() + 1) + place.read;
      if (visits.merge(key, 1, Integer::sum) > limit) {
        continue;
      }
      if (place.read == words.size() && ends.get(place.state) && found.add(place.words)) {
        if (found.size() == limit) {
          break;
        }
      }
      for (Place next : steps(place, words)) {
        if (next.cost <= maxCost) {
          queue.add(new Place(next.cost, ++order, next.state, next.read, next.words));
        }
      }
    }
    return List.copyOf(found);
  }

  private List<Place> steps(Place place, List<String> words) {
    List<Place> next = new ArrayList<>();
    boolean more = place.read < words.size();
    if (more) {
      next.add(new Place(place.cost + 1, 0, place.state, place.read + 1, place.words));
    }
    arcs.get(place.state)
        .forEach(
            (word, state) -> {
              List<String> longer = plus(place.words, word);
              if (more) {
                int cost = place.cost + (word.equals(words.get(place.read)) ? 0 : 1);
                next.add(new Place(cost, 0, state, place.read + 1, longer));
              }
              next.add(new Place(place.cost + 1, 0, state, place.read, longer));
            });
    return next;
  }
}
