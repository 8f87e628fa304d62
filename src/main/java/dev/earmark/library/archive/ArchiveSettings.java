package dev.earmark.library.archive;

import dev.earmark.library.http.WebService;
import dev.earmark.library.http.WebSettings;
import java.util.List;

/**
 * Where the Internet Archive is asked, and for what.
 *
 * @param web address and manners
 * @param collections the collections that are searched; empty for all that is audio
 * @param formats the archive's names of formats, the preferred one first; of files in several
 *     formats one is taken
 */
public record ArchiveSettings(WebSettings web, List<String> collections, List<String> formats)
    implements WebService {
  /** The address of the archive. */
  public static final String URL = "https://archive.org";

  /** Collections of audiobooks. */
  public static final List<String> COLLECTIONS = List.of("librivoxaudio", "audio_bookspoetry");

  /** Small enough for a slow line first, but no worse than speech needs. */
  public static final List<String> FORMATS =
      List.of(
          "64Kbps MP3",
          "128Kbps MP3",
          "VBR MP3",
          "MP3",
          "Ogg Vorbis",
          "Opus",
          "MPEG-4 Audio",
          "AAC",
          "Flac",
          "WAVE");

  /** Copies the lists. */
  public ArchiveSettings {
    collections = List.copyOf(collections);
    formats = List.copyOf(formats);
  }
}
