package dev.earmark.library.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What an audio file says of itself.
 *
 * @param album the title of the book it belongs to; this and the other texts may be empty
 * @param artist of the album if that is told, else of the file
 * @param composer where many put the narrator
 * @param track 0 when it has none
 * @param disc 0 when it has none
 * @param seconds its length, 0 when unknown
 * @param chapters marks inside the file, in order
 * @param hasPicture whether a cover is in the file
 */
public record FileTags(
    String title,
    String album,
    String artist,
    String composer,
    int track,
    int disc,
    double seconds,
    List<Mark> chapters,
    boolean hasPicture) {
  /** Says nothing. */
  public static final FileTags NONE = new FileTags("", "", "", "", 0, 0, 0, List.of());

  /** Makes tags of a file without a picture. */
  public FileTags(
      String title,
      String album,
      String artist,
      String composer,
      int track,
      int disc,
      double seconds,
      List<Mark> chapters) {
    this(title, album, artist, composer, track, disc, seconds, chapters, /* hasPicture= */ false);
  }

  /** Copies the list. */
  public FileTags {
    chapters = List.copyOf(chapters);
  }

  /**
   * Returns the tracks of a cue sheet that somebody has put into the file itself, as FLAC, APE and
   * WavPack files of whole albums often have it; none when there are less than two.
   *
   * @param wholeS the file's length in seconds, where the last track ends
   */
  public static List<Mark> cueSheet(String sheet, double wholeS) {
    return Sidecars.inside(sheet, wholeS);
  }

  /** A mark inside a file: title and start and end in seconds. */
  public record Mark(String title, double startS, double endS) {}

  /** Reads tags. Called on the thread that scans, one file after the other. */
  @FunctionalInterface
  public interface Reader {
    /**
     * Reads the head of a file, and the index of an MP4.
     *
     * @throws IOException when it cannot be read, or is no audio
     */
    FileTags read(Path file) throws IOException;
  }
}
