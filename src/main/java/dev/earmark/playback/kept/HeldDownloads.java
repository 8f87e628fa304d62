package dev.earmark.playback.kept;

import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.media.Download;
import dev.earmark.playback.SectionFiles;
import dev.earmark.playback.habits.KeptSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Downloads that a person holds, kept over restarts: what was held is held again, with what was
 * fetched of it, until somebody lets it go, cancels it or wants to hear it.
 *
 * <p>{@link #changed} and {@link #close} come from any thread and never wait; {@link #restore} may
 * wait for the disk and belongs to one thread.
 */
public final class HeldDownloads implements AutoCloseable {
  private static final String KEY = "held:";

  /** What follows the section's number when its book is unknown: since which day of the epoch. */
  private static final String LOST = "@";

  /** So long a book may be unknown, such as one of a share that is away, before it is forgotten. */
  private static final int LOST_DAYS = 30;

  private final KeptSettings kept;
  private final SectionFiles files;
  private final Function<String, Optional<Album>> albums;
  private final Clock clock;
  private final Set<String> restored = new HashSet<>(); // confined to the thread of restore
  private volatile boolean closed;

  /**
   * Makes it; {@link #changed} has to be told of every download's changes.
   *
   * @param albums finds a book with its sections by its id, in memory
   */
  public HeldDownloads(
      KeptSettings kept,
      SectionFiles files,
      Function<String, Optional<Album>> albums,
      Clock clock) {
    this.clock = clock;
    this.kept = kept;
    this.files = files;
    this.albums = albums;
  }

  /** Notes whether a download is held now. */
  public void changed(Download download) {
    String key = KEY + download.request().key();
    boolean held = download.progress().state() == Download.State.PAUSED;
    if (!closed && held != kept.setting(key).isPresent()) {
      String place = download.request().section() + " " + download.request().albumId();
      kept.put(key, held ? place : "");
    }
  }

  /**
   * Holds again what was held when Earmark ended, each as soon as its book is known. To be called
   * again and again, since a library may take a while to tell its books. What cannot come back is
   * forgotten: a section that its book has no more, a book that nobody has known for a month.
   */
  public void restore() {
    for (Map.Entry<String, String> entry : kept.settings(KEY).entrySet()) {
      if (!restored.contains(entry.getKey())) {
        restore(entry.getKey(), entry.getValue());
      }
    }
  }

  private void restore(String key, String place) {
    String[] parts = place.split(" ", 2);
    String[] numbers = parts[0].split(LOST, 2);
    String albumId = parts[parts.length - 1];
    Optional<Album> album = albums.apply(albumId);
    Optional<Section> section = album.flatMap(a -> section(a, numbers[0]));
    if (section.isPresent()) {
      restored.add(key);
      files.hold(album.get(), section.get());
    } else if (album.isPresent()) {
      kept.put(KEY + key, "");
    } else {
      lost(key, numbers, albumId);
    }
  }

  private void lost(String key, String[] numbers, String albumId) {
    long today = clock.now().getEpochSecond() / Duration.ofDays(1).toSeconds();
    boolean known = numbers.length > 1 && numbers[1].matches("\\d{1,9}");
    long since = known ? Long.parseLong(numbers[1]) : today;
    if (today - since > LOST_DAYS) {
      kept.put(KEY + key, "");
    } else if (!known) {
      kept.put(KEY + key, numbers[0] + LOST + today + " " + albumId);
    }
  }

  private static Optional<Section> section(Album album, String number) {
    return number.matches("\\d{1,9}") ? album.section(Integer.parseInt(number)) : Optional.empty();
  }

  /** Takes no more notes: what ends with the daemon was not let go by a person. */
  @Override
  public void close() {
    closed = true;
  }
}
