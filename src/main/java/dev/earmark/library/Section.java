package dev.earmark.library;

/**
 * One part of an album (集/回/章/episode).
 *
 * @param number by which it is asked for, from 1, each once in its album: as printed where the
 *     sections have printed numbers, which may have gaps; else its place. What follows what is said
 *     by the order of the sections, see {@link Album#after}
 * @param title as printed
 * @param fileId which file of the album holds it; several sections may share one
 * @param startS where it begins in that file, in seconds
 * @param durationS its length in seconds, 0 when unknown
 * @param sizeBytes the size of the file, 0 when unknown
 */
public record Section(
    int number, String title, String fileId, double startS, double durationS, long sizeBytes) {
  /**
   * A mark inside a section.
   *
   * @param startS in seconds of the section
   * @param endS infinite when it ends with the section
   */
  public record Chapter(String title, double startS, double endS) {}
}
