package dev.earmark.playback.kept;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Role;
import dev.earmark.library.Album;
import dev.earmark.library.LibraryService;
import dev.earmark.library.Section;
import dev.earmark.playback.FileLook;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.KeptSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Books that stay on this machine: all their sections are fetched, behind everything that somebody
 * waits for, and none is evicted. Kept over restarts.
 *
 * <p>The role {@code keeper} asks for what is missing, two files at a time, and again after {@link
 * #AGAIN} for what failed. The other methods are thread-safe and never wait, but for {@link #gone}.
 */
public final class KeptBooks implements Role {
  private static final Logger log = LoggerFactory.getLogger(KeptBooks.class);
  static final String KEY = "kept:";
  private static final Duration TURN = Duration.ofMillis(200);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  /** How long after it was asked for a file is asked for again. */
  private static final Duration AGAIN = Duration.ofMinutes(10);

  private static final int AT_ONCE = 2;
  private static final Duration LOOK = Duration.ofMillis(250);

  private final KeptSettings kept;
  private final SectionFiles files;
  private final Function<String, Optional<Album>> albums;
  private final Clock clock;
  private final Map<String, Map<String, AutoCloseable>> pins = new HashMap<>(); // keeper thread
  private final Map<String, Long> askedNanos = new HashMap<>(); // keeper thread
  private final List<Runnable> alongWith;
  private volatile boolean changed = true;
  private long nextLookNanos;

  /**
   * A kept book.
   *
   * @param title for people
   * @param here how many of its sections are on this machine
   * @param sections how many it has, 0 when unknown
   */
  public record Kept(String albumId, String title, int here, int sections) {}

  /**
   * Makes it.
   *
   * @param albums finds a book with its sections by its id, in memory
   * @param alongWith done too, on the keeper's thread, each time it looks for what is missing
   */
  public KeptBooks(
      KeptSettings kept,
      SectionFiles files,
      Function<String, Optional<Album>> albums,
      Clock clock,
      Runnable... alongWith) {
    this.alongWith = List.of(alongWith);
    this.kept = kept;
    this.files = files;
    this.albums = albums;
    this.clock = clock;
    this.nextLookNanos = clock.nanoTime();
  }

  /**
   * Returns what finds a book with its sections by its id, in memory: as the library has it now, so
   * that a podcast's new episodes are there, or else as it was when it was played last.
   */
  public static Function<String, Optional<Album>> known(
      LibraryService library, PositionJournal journal) {
    return id -> library.byId(id).filter(a -> !a.sections().isEmpty()).or(() -> journal.album(id));
  }

  /** Finds a book by its id, with its sections where they are known. */
  public Optional<Album> album(String id) {
    return albums.apply(id);
  }

  /**
   * Returns why a book cannot be kept: its files belong on this machine and are gone. Looks at its
   * first section on the disk, for {@link #LOOK} at most; a disk that is slower is given the doubt.
   */
  public Optional<Failure> gone(Album album) {
    if (album.sections().isEmpty()) {
      return Optional.empty();
    }
    FileLook.Seen seen = files.look(album, album.sections().get(0), LOOK);
    return seen.answer() == FileLook.Answer.GONE ? Optional.of(seen.failure()) : Optional.empty();
  }

  /** Keeps a book from now on. */
  public void keep(Album album) {
    kept.put(KEY + album.id(), album.title().isEmpty() ? album.id() : album.title());
    changed = true;
  }

  /** Keeps a book no longer: its files may be evicted. False when it was not kept. */
  public boolean release(String albumId) {
    boolean was = isKept(albumId);
    kept.put(KEY + albumId, "");
    changed = true;
    return was;
  }

  /** Returns whether a book is kept. */
  public boolean isKept(String albumId) {
    return kept.setting(KEY + albumId).isPresent();
  }

  /** Returns the kept books, by title. */
  public List<Kept> books() {
    List<Kept> books = new ArrayList<>();
    kept.settings(KEY)
        .forEach(
            (id, title) -> {
              Album album = albums.apply(id).orElse(null);
              List<Section> sections = album == null ? List.of() : album.sections();
              int here =
                  album == null
                      ? 0
                      : (int) sections.stream().filter(s -> files.isHere(album, s)).count();
              books.add(new Kept(id, title, here, sections.size()));
            });
    books.sort((a, b) -> a.title().compareTo(b.title()));
    return books;
  }

  @Override
  public String name() {
    return "keeper";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    turn();
    clock.sleep(TURN);
    return true;
  }

  /** Looks whether something is to be fetched, when it is time. */
  void turn() {
    if (!changed && clock.nanoTime() - nextLookNanos < 0) {
      return;
    }
    changed = false;
    nextLookNanos = clock.nanoTime() + LOOK_EVERY.toNanos();
    alongWith.forEach(Runnable::run);
    Map<String, String> wanted = kept.settings(KEY);
    for (String id : List.copyOf(pins.keySet())) {
      if (!wanted.containsKey(id)) {
        release(pins.remove(id));
      }
    }
    int asked = 0;
    for (String id : wanted.keySet()) {
      Optional<Album> album = albums.apply(id);
      if (album.isPresent()) {
        pin(album.get());
        asked += ask(album.get(), AT_ONCE - asked);
      }
    }
  }

  /** Pins what is not pinned yet: a podcast grows. */
  private void pin(Album album) {
    Map<String, AutoCloseable> held = pins.computeIfAbsent(album.id(), id -> new HashMap<>());
    for (Section section : album.sections()) {
      held.computeIfAbsent(SectionFiles.key(album, section), key -> files.pin(album, section));
    }
  }

  /** Asks for missing files, as many as may still be asked for; counts those on their way. */
  private int ask(Album album, int most) {
    int onTheWay = 0;
    long now = clock.nanoTime();
    for (Section section : album.sections()) {
      if (onTheWay >= most) {
        break;
      }
      String key = SectionFiles.key(album, section);
      @Nullable Long before = askedNanos.get(key);
      if (files.isHere(album, section)) {
        askedNanos.remove(key);
      } else if (before == null || now - before >= AGAIN.toNanos()) {
        files.fetch(album, section, /* urgent= */ false);
        askedNanos.put(key, now);
        onTheWay++;
      } else if (files.isFetching(album, section)) {
        onTheWay++;
      }
    }
    return onTheWay;
  }

  @Override
  public void onClose() {
    pins.values().forEach(KeptBooks::release);
    pins.clear();
    changed = true;
  }

  private static void release(@Nullable Map<String, AutoCloseable> held) {
    if (held == null) {
      return;
    }
    for (AutoCloseable pin : held.values()) {
      try {
        pin.close();
      } catch (Exception e) {
        log.warn("a cache pin could not be released", e);
      }
    }
  }
}
