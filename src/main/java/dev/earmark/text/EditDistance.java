package dev.earmark.text;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** The Levenshtein distance: how many characters must be put in, left out or changed. */
public final class EditDistance {
  private EditDistance() {}

  /** Returns the distance of two texts, in UTF-16 units. */
  public static int between(String a, String b) {
    int[] previous = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(change, 1 + Math.min(previous[j], current[j - 1]));
      }
      int[] swap = previous;
      previous = current;
      current = swap;
    }
    return previous[b.length()];
  }

  /**
   * Returns the distance of two sequences where putting in and leaving out cost 1.
   *
   * @param change what it costs to change one item into the other, 0 when they count as equal
   */
  public static double between(
      List<String> a, List<String> b, ToDoubleBiFunction<String, String> change) {
    double[] row = new double[b.size() + 1];
    for (int j = 0; j <= b.size(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.size(); i++) {
      double diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.size(); j++) {
        double above = row[j];
        double changed = diagonal + change.applyAsDouble(a.get(i - 1), b.get(j - 1));
        row[j] = Math.min(changed, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[b.size()];
  }
}
