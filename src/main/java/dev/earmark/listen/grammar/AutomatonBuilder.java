package dev.earmark.listen.grammar;

import dev.earmark.listen.grammar.Rules.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Compiles rules to an {@link Automaton}: first one with empty steps, then by subset construction a
 * deterministic one, then equal states are merged and dead ones left out. Used by one thread.
 */
final class AutomatonBuilder {
  private record Arc(String word, int to) {}

  private final Vocabulary vocabulary;
  private final List<List<Arc>> arcs = new ArrayList<>();
  private final List<List<Integer>> empty = new ArrayList<>();
  private final Set<String> unknown = new TreeSet<>();
  private final int start = newState();
  private final int end = newState();

  AutomatonBuilder(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
  }

  /** Adds rules; each command may follow one of the wake phrases and a filler word. */
  AutomatonBuilder add(Rules rules, List<List<String>> wakePhrases) {
    int afterWake = newState();
    int begin = newState();
    empty.get(start).add(afterWake);
    for (List<String> phrase : wakePhrases) {
      chain(phrase, start, afterWake);
    }
    empty.get(afterWake).add(begin);
    build(rules, rules.classNamed("filler"), afterWake, begin);
    for (Node command : rules.commands()) {
      build(rules, command, begin, end);
    }
    return this;
  }

  /** Returns the literals that the model does not know; what needed them was left out. */
  Set<String> unknown() {
    return unknown;
  }

  private int newState() {
    arcs.add(new ArrayList<>());
    empty.add(new ArrayList<>());
    return arcs.size() - 1;
  }

  private void chain(List<String> words, int from, int to) {
    int at = from;
    for (int i = 0; i < words.size(); i++) {
      int next = i == words.size() - 1 ? to : newState();
      arcs.get(at).add(new Arc(words.get(i), next));
      at = next;
    }
  }

  private void build(Rules rules, Node node, int from, int to) {
    if (node instanceof Node.Literal literal) {
      Optional<List<String>> words = vocabulary.cut(literal.text());
      words.ifPresentOrElse(cut -> chain(cut, from, to), () -> unknown.add(literal.text()));
    } else if (node instanceof Node.Reference reference) {
      build(rules, rules.classNamed(reference.name()), from, to);
    } else if (node instanceof Node.Choice choice) {
      choice.options().forEach(option -> build(rules, option, from, to));
    } else if (node instanceof Node.Maybe maybe) {
      int inner = newState();
      empty.get(from).add(inner);
      build(rules, maybe.node(), from, inner);
      empty.get(inner).add(to);
    } else if (node instanceof Node.Sequence sequence) {
      int at = from;
      for (Node part : sequence.parts()) {
        int next = newState();
        build(rules, part, at, next);
        at = next;
      }
      empty.get(at).add(to);
    }
  }

  Automaton build() {
    Map<BitSet, Integer> numbers = new LinkedHashMap<>();
    List<Map<String, Integer>> deterministic = new ArrayList<>();
    BitSet ends = new BitSet();
    ArrayDeque<BitSet> queue = new ArrayDeque<>();
    BitSet first = new BitSet();
    first.set(start);
    number(closure(first), numbers, deterministic, ends, queue);
    while (!queue.isEmpty()) {
      BitSet states = queue.remove();
      Map<String, BitSet> targets = new TreeMap<>();
      for (int state = states.nextSetBit(0); state >= 0; state = states.nextSetBit(state + 1)) {
        for (Arc arc : arcs.get(state)) {
          targets.computeIfAbsent(arc.word(), word -> new BitSet()).set(arc.to());
        }
      }
      Map<String, Integer> out = deterministic.get(numberOf(numbers, states));
      targets.forEach(
          (word, to) -> out.put(word, number(closure(to), numbers, deterministic, ends, queue)));
    }
    return trimmed(deterministic, ends);
  }

  private static int numberOf(Map<BitSet, Integer> numbers, BitSet states) {
    Integer number = numbers.get(states);
    if (number == null) {
      throw new IllegalStateException("a set of states without a number");
    }
    return number;
  }

  private int number(
      BitSet states,
      Map<BitSet, Integer> numbers,
      List<Map<String, Integer>> deterministic,
      BitSet ends,
      ArrayDeque<BitSet> queue) {
    Integer known = numbers.get(states);
    if (known != null) {
      return known;
    }
    int number = numbers.size();
    numbers.put(states, number);
    deterministic.add(new TreeMap<>());
    ends.set(number, states.get(end));
    queue.add(states);
    return number;
  }

  private BitSet closure(BitSet states) {
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    states.stream().forEach(queue::add);
    while (!queue.isEmpty()) {
      for (int next : empty.get(queue.remove())) {
        if (!states.get(next)) {
          states.set(next);
          queue.add(next);
        }
      }
    }
    return states;
  }

  /** Merges states that accept the same endings, and drops those that lead to no end. */
  private static Automaton trimmed(List<Map<String, Integer>> arcs, BitSet ends) {
    int[] group = new int[arcs.size()];
    for (int i = 0; i < group.length; i++) {
      group[i] = ends.get(i) ? 1 : 0;
    }
    int groups = 0;
    while (true) {
      Map<List<Object>, Integer> signatures = new HashMap<>();
      int[] finer = new int[group.length];
      for (int i = 0; i < group.length; i++) {
        Map<String, Integer> targets = new TreeMap<>();
        for (Map.Entry<String, Integer> arc : arcs.get(i).entrySet()) {
          targets.put(arc.getKey(), group[arc.getValue()]);
        }
        List<Object> signature = List.of(group[i], targets);
        finer[i] = signatures.computeIfAbsent(signature, s -> signatures.size());
      }
      group = finer;
      if (signatures.size() == groups) {
        return merged(arcs, ends, group, groups);
      }
      groups = signatures.size();
    }
  }

  private static Automaton merged(
      List<Map<String, Integer>> arcs, BitSet ends, int[] group, int groups) {
    List<Map<String, Integer>> merged = new ArrayList<>();
    BitSet mergedEnds = new BitSet();
    for (int i = 0; i < groups; i++) {
      merged.add(new TreeMap<>());
    }
    for (int i = 0; i < group.length; i++) {
      mergedEnds.set(group[i], ends.get(i));
      for (Map.Entry<String, Integer> arc : arcs.get(i).entrySet()) {
        merged.get(group[i]).put(arc.getKey(), group[arc.getValue()]);
      }
    }
    BitSet alive = (BitSet) mergedEnds.clone();
    boolean grew = true;
    while (grew) {
      int before = alive.cardinality();
      for (int i = 0; i < groups; i++) {
        if (merged.get(i).values().stream().anyMatch(alive::get)) {
          alive.set(i);
        }
      }
      grew = alive.cardinality() > before;
    }
    merged.forEach(out -> out.values().removeIf(to -> !alive.get(to)));
    return new Automaton(merged, mergedEnds);
  }
}
