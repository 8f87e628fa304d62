package dev.earmark.agent;

import java.util.List;

/**
 * What the user can see or remember when a task begins; a model may use it, the rule model decides
 * by it.
 *
 * @param state {@code playing}, {@code paused} or {@code stopped}
 * @param album the title of the current or last book, or empty
 * @param section its section, 1-based, or 0
 * @param positionS seconds heard of that section
 * @param sections how many sections the book has, or 0
 * @param volume 0 to 100
 * @param speed 1.0 is normal
 * @param results titles of the last search, as numbered on the screen
 * @param heard titles of the books heard before, newest first
 * @param justSaid what the user said in the turn before, or empty
 */
public record Situation(
    String state,
    String album,
    int section,
    double positionS,
    int sections,
    int volume,
    double speed,
    List<String> results,
    List<String> heard,
    String justSaid) {
  /** Nothing plays and nothing has been heard. */
  public static final Situation NOTHING =
      new Situation("stopped", "", 0, 0, 0, 50, 1.0, List.of(), List.of(), "");

  /** Copies the lists. */
  public Situation {
    results = List.copyOf(results);
    heard = List.copyOf(heard);
  }
}
