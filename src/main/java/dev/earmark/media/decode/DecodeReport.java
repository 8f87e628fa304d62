package dev.earmark.media.decode;

import dev.earmark.media.MediaInfo.Chapter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of decoding a file from one end to the other.
 *
 * @param file as it was named
 * @param playable whether any sound came out
 * @param reason why it is not playable, or why decoding broke off; else empty
 * @param codec the decoder's name, or empty
 * @param sampleRateHz of the file
 * @param channels of the file
 * @param declaredS the length it declares in seconds, 0 when it declares none
 * @param decodedS the seconds of the book that were decoded
 * @param complete whether the true end was reached and the length is as declared, where the file
 *     declares a counted one
 * @param title from the tags, as the next three; empty when there is none
 * @param chapters marks inside the file, or of the cue sheet or the list of chapters that lies
 *     beside it
 * @param cover inside the file, else beside it; null when there is none
 * @param warnings one sentence each
 */
public record DecodeReport(
    String file,
    boolean playable,
    String reason,
    String codec,
    int sampleRateHz,
    int channels,
    double declaredS,
    double decodedS,
    boolean complete,
    String title,
    String artist,
    String album,
    String track,
    List<Chapter> chapters,
    @Nullable Cover cover,
    List<String> warnings) {
  /**
   * A picture of the book.
   *
   * @param file its path, empty when it is inside the audio file
   * @param format {@code jpeg}, {@code png} or another short name
   * @param width in pixels, 0 when unknown; the same for the height
   * @param bytes its size
   */
  public record Cover(String file, String format, int width, int height, long bytes) {}

  /** Copies the lists. */
  public DecodeReport {
    chapters = List.copyOf(chapters);
    warnings = List.copyOf(warnings);
  }

  /**
   * Returns the report with what lies beside the file: the tracks of a cue sheet, or a list of
   * chapters, go before the file's own, the picture inside the file goes before the one beside it.
   */
  public DecodeReport beside(List<Chapter> tracks, @Nullable Cover picture) {
    return new DecodeReport(
        file,
        playable,
        reason,
        codec,
        sampleRateHz,
        channels,
        declaredS,
        decodedS,
        complete,
        title,
        artist,
        album,
        track,
        tracks.isEmpty() ? chapters : tracks,
        cover == null ? picture : cover,
        warnings);
  }

  /** Returns the report of a file that could not even be opened. */
  public static DecodeReport unopened(String file, String reason) {
    return new DecodeReport(
        file,
        /* playable= */ false,
        reason,
        "",
        0,
        0,
        0,
        0,
        /* complete= */ false,
        "",
        "",
        "",
        "",
        List.of(),
        /* cover= */ null,
        List.of());
  }
}
