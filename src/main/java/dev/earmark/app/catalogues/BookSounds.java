package dev.earmark.app.catalogues;

import dev.earmark.base.CancelFlag;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import dev.earmark.media.cache.CacheEntry;
import dev.earmark.media.cache.FileCache;
import dev.earmark.playback.SectionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds a file of a book that lies on this machine, to look into; it does not count as heard.
 *
 * @param local whether all files of an album lie on this machine
 */
public record BookSounds(LibraryService library, FileCache cache, Predicate<Album> local)
    implements Covers.Sounds {
  @Override
  public Optional<MediaSource> of(Album album) throws IOException {
    for (Section section : album.sections()) {
      Optional<Path> file = file(album, section).filter(Files::isReadable);
      if (file.isPresent()) {
        return Optional.of(MediaSources.file(file.get()));
      }
    }
    return Optional.empty();
  }

  private Optional<Path> file(Album album, Section section) throws IOException {
    if (!local.test(album)) {
      return cache.entry(SectionFiles.key(album, section)).map(CacheEntry::file);
    }
    SectionSource source = library.resolve(album, section, new CancelFlag());
    return source.isLocal() ? Optional.of(Path.of(source.uri())) : Optional.empty();
  }
}
