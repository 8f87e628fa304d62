package dev.earmark.playback;

import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.pipe.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What became known of the sections of the current book while they were played.
 *
 * <p>Of a section's length, the end that was decoded is the truth; before that the catalogue is
 * believed, and what a file's head declares, often an estimate, when the catalogue says nothing.
 *
 * <p>Not thread-safe; guarded by the lock of who holds it.
 */
public final class SectionFacts {
  /** Less than this is nothing left to hear. */
  private static final double END_S = 1;

  private final Map<Integer, Double> measured = new HashMap<>();
  private final Map<Integer, Double> declared = new HashMap<>();
  private final Map<Integer, List<Chapter>> chapters = new HashMap<>();

  /** Returns whether nothing of the book is left at this place of a section of this length. */
  public static boolean isEndOfBook(Album album, int section, double seconds, double lengthS) {
    return album.after(section).isEmpty() && lengthS > 0 && lengthS - seconds < END_S;
  }

  /** Forgets the book. */
  public void clear() {
    measured.clear();
    declared.clear();
    chapters.clear();
  }

  /** Notes what a file's head says; a length of 0 says nothing. */
  public void opened(int section, double lengthS, List<Chapter> marks) {
    chapters.put(section, marks);
    if (lengthS > 0) {
      declared.put(section, lengthS);
    }
  }

  /** Notes where a section was found to end. */
  public void measured(int section, double lengthS) {
    if (lengthS > 0) {
      measured.put(section, lengthS);
    }
  }

  /** Returns the length of a section in seconds, 0 when unknown. */
  public double length(Album album, int section) {
    double told = album.section(section).map(Section::durationS).orElse(0.0);
    return measured.getOrDefault(section, declared.getOrDefault(section, told));
  }

  /** Returns whether the book was found to end here: the catalogue's word is not enough. */
  public boolean endsAt(Album album, Place place) {
    return measured.containsKey(place.section()) && seemsToEndAt(album, place);
  }

  /**
   * Returns the length to keep with a place, 0 when unknown: a book that goes on where the
   * catalogue says that it ends is longer, and nobody knows by how much.
   */
  public double lengthToKeep(Album album, Place place) {
    boolean doubtful = !measured.containsKey(place.section()) && seemsToEndAt(album, place);
    return doubtful ? 0 : length(album, place.section());
  }

  private boolean seemsToEndAt(Album album, Place place) {
    double lengthS = length(album, place.section());
    return isEndOfBook(album, place.section(), place.seconds(), lengthS);
  }

  /** Returns the marks of a section's file, in seconds of the section. */
  public List<Chapter> chapters(int section) {
    return chapters.getOrDefault(section, List.of());
  }

  /** Returns the title of the mark inside the file at a place, or empty. */
  public String chapterAt(Place place) {
    return Chapter.titleAt(chapters(place.section()), place.seconds());
  }
}
