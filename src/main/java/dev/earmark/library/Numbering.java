package dev.earmark.library;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Gives the sections of an album the numbers by which people ask for them: "第十二集" is the file that
 * says 12, also where others are missing.
 *
 * <p>Printed numbers count when at least half of the sections have one and they rise through the
 * whole album, each from 1 to {@value #HIGHEST}. A section without one, such as a preface, then
 * gets a number that is free: the one before the following section, else the one behind the section
 * before, else one behind the last. So does a section that repeats the number before it, such as a
 * second copy of a file, where at most one in ten does. In any other case sections are counted from
 * 1.
 */
public final class Numbering {
  private static final int HIGHEST = 9_999;
  private static final int LEAST_PER_REPEAT = 10; // sections for each that repeats a number

  private Numbering() {}

  /**
   * Returns the sections' numbers, all different.
   *
   * @param printed what stands on each section, in order; 0 where nothing does
   */
  public static List<Integer> of(List<Integer> printed) {
    return counts(printed) ? filled(withoutRepeats(printed)) : counted(printed.size());
  }

  /** Returns whether these printed numbers are used. */
  public static boolean counts(List<Integer> printed) {
    int last = 0;
    int numbered = 0;
    for (int number : withoutRepeats(printed)) {
      if (number != 0) {
        if (number <= last || number > HIGHEST) {
          return false;
        }
        last = number;
        numbered++;
      }
    }
    return numbered > 0 && numbered * 2 >= printed.size();
  }

  /** Takes the number off a section that repeats the one before, where few do. */
  private static List<Integer> withoutRepeats(List<Integer> printed) {
    List<Integer> numbers = new ArrayList<>();
    int last = 0;
    int repeats = 0;
    for (int number : printed) {
      boolean isRepeat = number != 0 && number == last;
      repeats += isRepeat ? 1 : 0;
      numbers.add(isRepeat ? 0 : number);
      last = number == 0 ? last : number;
    }
    return repeats * LEAST_PER_REPEAT <= printed.size() ? numbers : printed;
  }

  private static List<Integer> counted(int count) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private static List<Integer> filled(List<Integer> printed) {
    Set<Integer> taken = new HashSet<>(printed);
    int last = 0;
    for (int number : printed) {
      last = Math.max(last, number);
    }
    List<Integer> numbers = new ArrayList<>(printed);
    for (int i = numbers.size() - 2; i >= 0; i--) {
      int before = numbers.get(i) == 0 ? numbers.get(i + 1) - 1 : 0;
      if (before > 0 && taken.add(before)) {
        numbers.set(i, before);
      }
    }
    for (int i = 0; i < numbers.size(); i++) { // forward, so that chapters stay in their order
      if (numbers.get(i) == 0) {
        int after = i > 0 ? numbers.get(i - 1) + 1 : 0;
        int free = after > 0 && !taken.contains(after) ? after : last + 1;
        taken.add(free);
        last = Math.max(last, free);
        numbers.set(i, free);
      }
    }
    return numbers;
  }

  /** Returns the sections in their order with the numbers that {@link #of} gives them. */
  public static List<Section> apply(List<Section> sections, List<Integer> printed) {
    List<Integer> numbers = of(printed);
    List<Section> numbered = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      numbered.add(
          new Section(
              numbers.get(i),
              section.title(),
              section.fileId(),
              section.startS(),
              section.durationS(),
              section.sizeBytes()));
    }
    return numbered;
  }
}
