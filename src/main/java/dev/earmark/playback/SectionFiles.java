package dev.earmark.playback;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.library.SectionSource;
import dev.earmark.media.Download;
import dev.earmark.media.MediaRequest;
import dev.earmark.media.MediaSource;
import dev.earmark.media.MediaSources;
import dev.earmark.media.MediaStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the bytes of a section: a whole file of the cache, a file of a local catalogue, or a
 * download that is still growing. Thread-safe.
 *
 * <p>Albums of a local catalogue are read where they lie and never copied into the cache.
 */
public final class SectionFiles {
  private final MediaStore store;
  private final LibraryService library;
  private final Predicate<Album> local;
  private final FileLook look;

  /**
   * Makes it.
   *
   * @param local whether all files of an album lie on this machine, so that they are played without
   *     fetching; asked often, must not block
   */
  public SectionFiles(MediaStore store, LibraryService library, Predicate<Album> local) {
    this.store = store;
    this.library = library;
    this.local = local;
    this.look = new FileLook(store, library, local);
  }

  /**
   * Looks on the disk whether a section can really be read here; a cached file that somebody has
   * deleted is forgotten, so that it is fetched again.
   *
   * @param limit how long to wait for a disk that does not answer
   */
  public FileLook.Seen look(Album album, Section section, Duration limit) {
    return look.look(album, section, limit);
  }

  /** Returns the cache key of the file that holds a section: album id and file id. */
  public static String key(Album album, Section section) {
    return album.id() + "#" + section.fileId();
  }

  /** Returns whether the section can be played without the network; from memory. */
  public boolean isHere(Album album, Section section) {
    return local.test(album) || store.isCached(key(album, section));
  }

  /** Returns a section that the book must have. */
  public static Section section(Album album, int number) throws FailureException {
    return album
        .section(number)
        .orElseThrow(
            () ->
                new FailureException(
                    Failure.Kind.NOT_FOUND, album.title() + " has no section " + number));
  }

  /** Returns whether a section's whole file lies in the cache; from memory. */
  public boolean isCached(Album album, Section section) {
    return store.isCached(key(album, section));
  }

  /** Returns what to ask the store for; the link is looked up when the download begins. */
  public MediaRequest request(Album album, Section section) {
    return new MediaRequest(
        key(album, section),
        album.id(),
        album.title(),
        section.number(),
        section.title(),
        fileSeconds(album, section),
        cancel -> {
          SectionSource source = library.resolve(album, section, cancel);
          return new MediaRequest.Location(
              source.uri(), source.headers(), source.sha256(), source.sizeBytes());
        });
  }

  /**
   * Opens a section's file; what is not here is fetched urgently and opened growing.
   *
   * @param cancel ends a lookup that waits for a catalogue
   */
  public MediaSource open(Album album, Section section, CancelFlag cancel) throws IOException {
    Optional<MediaSource> cached = store.openCached(key(album, section));
    if (cached.isPresent()) {
      return cached.get();
    }
    if (local.test(album)) {
      SectionSource source = library.resolve(album, section, cancel);
      if (source.isLocal()) {
        return MediaSources.file(Path.of(source.uri()));
      }
    }
    return store.open(fetch(album, section, /* urgent= */ true));
  }

  /** Returns the marks inside a section that its catalogue tells; from memory. */
  public List<Section.Chapter> chapters(Album album, Section section) {
    return library.chapters(album, section);
  }

  /** Forgets a section's cached file that turned out damaged: the next try fetches it anew. */
  public void discard(Album album, Section section) throws IOException {
    if (!local.test(album)) {
      store.discard(key(album, section));
    }
  }

  /** Fetches a section's file, or joins the running download. */
  public Download fetch(Album album, Section section, boolean urgent) {
    return store.fetch(request(album, section), urgent);
  }

  /** Lists a section's file as a download that a person holds; one that runs is held. */
  public Download hold(Album album, Section section) {
    return store.hold(request(album, section));
  }

  /** Returns whether a section's file is being fetched, waits to be, or is held. */
  public boolean isFetching(Album album, Section section) {
    String key = key(album, section);
    return store.downloads().stream()
        .filter(d -> d.request().key().equals(key))
        .map(d -> d.progress().state())
        .anyMatch(s -> !s.isEnd());
  }

  /** Opens what a download brings. */
  public MediaSource open(Download download) throws IOException {
    return store.open(download);
  }

  /** Keeps a section's file from being evicted until closed. */
  public AutoCloseable pin(Album album, Section section) {
    return store.pin(key(album, section));
  }

  /** Returns whether other sections lie in the same file. */
  public static boolean sharesFile(Album album, Section section) {
    return album.sections().stream()
        .anyMatch(s -> s.number() != section.number() && s.fileId().equals(section.fileId()));
  }

  /**
   * Returns where a section ends in its file, in seconds; infinite when the end of the file is its
   * end, because catalogues and headers often tell a wrong length.
   */
  public static double endInFile(Album album, Section section) {
    double nextStart =
        album.sections().stream()
            .filter(s -> s.fileId().equals(section.fileId()) && s.startS() > section.startS())
            .mapToDouble(Section::startS)
            .min()
            .orElse(Double.POSITIVE_INFINITY);
    boolean hasEnd = sharesFile(album, section) && section.durationS() > 0;
    double ownEnd = hasEnd ? section.startS() + section.durationS() : Double.POSITIVE_INFINITY;
    return Math.min(ownEnd, nextStart);
  }

  private static double fileSeconds(Album album, Section section) {
    double end = 0;
    for (Section other : album.sections()) {
      if (other.fileId().equals(section.fileId())) {
        if (other.durationS() <= 0) {
          return 0;
        }
        end = Math.max(end, other.startS() + other.durationS());
      }
    }
    return end;
  }
}
