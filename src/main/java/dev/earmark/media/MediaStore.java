package dev.earmark.media;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The cache and its downloads as the player sees them. Thread-safe; no method waits for the
 * network.
 */
public interface MediaStore {
  /** Returns whether the whole file is in the cache; from memory, within microseconds. */
  boolean isCached(String key);

  /**
   * Looks on the disk whether the whole file is still in the cache and may be read; forgets it
   * where somebody has deleted or changed it. Blocks for the disk.
   */
  boolean holds(String key);

  /** Opens a cached file, or returns empty when it is not (or no longer) there whole. */
  Optional<MediaSource> openCached(String key) throws IOException;

  /**
   * Starts the download, or joins the running one of the same key.
   *
   * @param urgent whether somebody waits to hear it: it goes before all others
   */
  Download fetch(MediaRequest request, boolean urgent);

  /** Opens what a running or finished download brings, growing. */
  MediaSource open(Download download) throws IOException;

  /** Returns the downloads that run, wait, or ended lately. */
  List<Download> downloads();

  /** Cancels a download by its id; what was fetched is kept for the next try. */
  boolean cancel(String downloadId);

  /**
   * Holds a download that runs or waits: its bytes stay, and whoever reads it waits at its edge.
   * False when it is held already, or there is none. A later {@link #fetch} that is urgent lets it
   * go, because somebody wants to hear it.
   */
  boolean pause(String downloadId);

  /**
   * Lists a file as a held download without asking for it, or holds the one that runs; ended at
   * once when the file is here already.
   */
  Download hold(MediaRequest request);

  /** Lets a held download go on where it was; false when no such download is held. */
  boolean resume(String downloadId);

  /**
   * Forgets a cached file that turned out damaged, so that it is fetched anew when it is wanted
   * again. Blocks for the disk. Does nothing when the file is not in the cache.
   */
  void discard(String key) throws IOException;

  /** Marks a key as in use (playing or next): it is never evicted. Close to release. */
  AutoCloseable pin(String key);

  /** Returns how full the cache is. */
  Usage usage();

  /** The cache's fill. */
  record Usage(int files, long bytes, long quotaBytes, long freeDiskBytes) {}
}
