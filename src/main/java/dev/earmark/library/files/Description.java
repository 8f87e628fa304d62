package dev.earmark.library.files;

import java.util.List;

/**
 * What a file beside the audio tells of a book; texts that are missing are empty.
 *
 * @param series its name, without the volume
 * @param volume within the series
 * @param chapters marks in the one audio file, or in all files one behind the other
 */
record Description(
    String title,
    String subtitle,
    String author,
    String narrator,
    String series,
    String volume,
    String language,
    String text,
    List<FileTags.Mark> chapters) {
  static final Description NONE = new Description("", "", "", "", "", "", "", "", List.of());

  Description {
    chapters = List.copyOf(chapters);
  }

  /** Returns this one, filled up from another where it says nothing. */
  Description or(Description other) {
    return new Description(
        pick(title, other.title),
        pick(subtitle, other.subtitle),
        pick(author, other.author),
        pick(narrator, other.narrator),
        pick(series, other.series),
        series.isEmpty() ? other.volume : volume,
        pick(language, other.language),
        pick(text, other.text),
        chapters.isEmpty() ? other.chapters : chapters);
  }

  private static String pick(String first, String second) {
    return first.isBlank() ? second : first;
  }
}
