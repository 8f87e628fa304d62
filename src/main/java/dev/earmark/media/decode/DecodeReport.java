package dev.earmark.media.decode;

import dev.earmark.media.MediaInfo.Chapter;
import java.util.List;

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
 * @param chapters marks inside the file
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
    List<String> warnings) {
  /** Copies the lists. */
  public DecodeReport {
    chapters = List.copyOf(chapters);
    warnings = List.copyOf(warnings);
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
        List.of());
  }
}
