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
 * @param searched the keyword that the results were found by; empty when they are the list of all
 *     books, or when there are none
 * @param page the page of the results, 1-based
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
    String justSaid,
    String searched,
    int page) {
  /** Nothing plays and nothing has been heard. */
  public static final Situation NOTHING =
      new Situation("stopped", "", 0, 0, 0, 50, 1.0, List.of(), List.of(), "");

  /**
   * The last search, as it is shown.
   *
   * @param titles what was found, in the order of its numbers
   * @param keyword what was looked for; empty lists all books
   * @param page which part of all that was found, 1-based
   */
  public record Shown(List<String> titles, String keyword, int page) {
    /** Nothing has been looked for. */
    public static final Shown NOTHING = new Shown(List.of(), "", 1);

    /** Copies the list. */
    public Shown {
      titles = List.copyOf(titles);
    }
  }

  /** Makes a situation whose results, if any, are the first page of all books. */
  public Situation(
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
    this(
        state,
        album,
        section,
        positionS,
        sections,
        volume,
        speed,
        results,
        heard,
        justSaid,
        /* searched= */ "",
        /* page= */ 1);
  }

  /** Copies the lists. */
  public Situation {
    results = List.copyOf(results);
    heard = List.copyOf(heard);
  }

  /** Returns this situation after other words in the turn before, or empty for none. */
  public Situation withJustSaid(String words) {
    return new Situation(
        state, album, section, positionS, sections, volume, speed, results, heard, words, searched,
        page);
  }
}
