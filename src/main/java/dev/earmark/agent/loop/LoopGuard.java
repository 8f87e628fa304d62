package dev.earmark.agent.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Notices that a run goes in circles: the same call with the same result again and again, or two
 * calls in turn. One for each run; confined to its thread.
 */
final class LoopGuard {
  private record Seen(String call, int result) {}

  private final List<Seen> seen = new ArrayList<>();

  /** Returns how often this call stands at the end of the run with one and the same result. */
  int timesInARow(String tool, Map<String, Object> args) {
    String call = key(tool, args);
    int times = 0;
    for (int i = seen.size() - 1; i >= 0; i--) {
      Seen one = seen.get(i);
      if (!one.call().equals(call) || one.result() != seen.get(seen.size() - 1).result()) {
        break;
      }
      times++;
    }
    return times;
  }

  /**
   * Notes a call and its result.
   *
   * @return how many times in a row the run has done the same, as one call or as two in turn; 1 for
   *     something new
   */
  int note(String tool, Map<String, Object> args, String result) {
    seen.add(new Seen(key(tool, args), result.hashCode()));
    return Math.max(rounds(1), rounds(2));
  }

  private int rounds(int period) {
    int last = seen.size() - 1;
    int same = 0;
    for (int i = last; i >= period && seen.get(i).equals(seen.get(i - period)); i--) {
      same++;
    }
    return same / period + 1;
  }

  private static String key(String tool, Map<String, Object> args) {
    return tool + RunJson.write(new TreeMap<>(args));
  }
}
