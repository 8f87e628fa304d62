package dev.earmark.app.catalogues;

import dev.earmark.library.files.FileTags;
import dev.earmark.media.MediaInfo;
import dev.earmark.media.MediaSources;
import dev.earmark.media.decode.TagReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads tags of audio files for the catalogues of folders, by way of FFmpeg. Thread-safe. */
public final class AudioTags implements FileTags.Reader {
  private static final Pattern NUMBER = Pattern.compile("\\s*(\\d{1,6}).*");

  @Override
  public FileTags read(Path file) throws IOException {
    MediaInfo info = TagReader.read(MediaSources.file(file));
    Map<String, String> tags = info.tags();
    return new FileTags(
        first(tags, "title"),
        first(tags, "album"),
        first(tags, "album_artist", "albumartist", "artist", "author"),
        first(tags, "narrator", "narratedby", "composer"),
        number(first(tags, "track", "tracknumber")),
        number(first(tags, "disc", "discnumber")),
        info.declaredS(),
        chapters(info),
        info.picture() != null);
  }

  private static List<FileTags.Mark> chapters(MediaInfo info) {
    if (info.chapters().isEmpty()) {
      return FileTags.cueSheet(info.tags().getOrDefault("cuesheet", ""), info.declaredS());
    }
    return info.chapters().stream()
        .map(mark -> new FileTags.Mark(mark.title(), mark.startS(), mark.endS()))
        .toList();
  }

  private static String first(Map<String, String> tags, String... names) {
    for (String name : names) {
      String value = tags.getOrDefault(name, "").strip();
      if (!value.isEmpty()) {
        return value;
      }
    }
    return "";
  }

  private static int number(String text) {
    Matcher matcher = NUMBER.matcher(text);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }
}
