package dev.earmark.media;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of itself.
 *
 * @param container the demuxer's name
 * @param codec the codec's short name, such as {@code mp3} or {@code aac}
 * @param sampleRateHz of the file
 * @param channels of the file
 * @param declaredS the length it declares in seconds, 0 when unknown; often an estimate
 * @param tags lower-case names; texts repaired (GBK)
 * @param chapters marks inside the file, sorted, without empty ones
 * @param picture the cover inside the file, the front one before others; null without one
 */
public record MediaInfo(
    String container,
    String codec,
    int sampleRateHz,
    int channels,
    double declaredS,
    Map<String, String> tags,
    List<Chapter> chapters,
    @Nullable Picture picture) {
  /**
   * A picture inside a file.
   *
   * @param format {@code jpeg}, {@code png} or another short name
   * @param width in pixels, 0 when unknown; the same for the height
   * @param bytes its size
   */
  public record Picture(String format, int width, int height, int bytes) {}

  /** A mark inside a file; start inclusive, end exclusive, in seconds. */
  public record Chapter(String title, double startS, double endS) {
    /** Returns the title of the last chapter that goes on at this second; empty when none does. */
    public static String titleAt(List<Chapter> chapters, double seconds) {
      String title = "";
      for (Chapter chapter : chapters) {
        if (chapter.startS() <= seconds && seconds < chapter.endS()) {
          title = chapter.title();
        }
      }
      return title;
    }
  }

  /** Returns the same with another declared length, in seconds. */
  public MediaInfo withDeclared(double seconds) {
    return new MediaInfo(
        container, codec, sampleRateHz, channels, seconds, tags, chapters, picture);
  }

  /** Returns the same with other chapters. */
  public MediaInfo withChapters(List<Chapter> others) {
    return new MediaInfo(
        container, codec, sampleRateHz, channels, declaredS, tags, others, picture);
  }

  /** Copies the collections. */
  public MediaInfo {
    tags = Map.copyOf(tags);
    chapters = List.copyOf(chapters);
  }
}
