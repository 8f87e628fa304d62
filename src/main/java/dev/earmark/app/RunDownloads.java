package dev.earmark.app;

import dev.earmark.media.Download;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.remote.http.status.LiveStatus;
import dev.earmark.remote.http.status.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows which run a download goes on for: wishes pass through it, and a download of what is wished
 * at the moment belongs to the run of the newest wish, to its end. Thread-safe; nothing is called
 * under its lock.
 */
final class RunDownloads implements PlayService {
  private final PlayService plays;
  private final Map<String, String> runs = new HashMap<>(); // guarded by this; by download
  private String newest = ""; // guarded by this; the run of the newest wish, empty for none

  RunDownloads(PlayService plays) {
    this.plays = plays;
  }

  /**
   * The data of {@code download.progress} and {@code download.ended}: a download as {@link
   * Status.Download} shows it, with its run.
   *
   * @param runId the run that wishes what is fetched, or empty
   */
  record Told(
      String runId,
      String id,
      String album,
      int section,
      long bytes,
      long totalBytes,
      double seconds,
      double totalSeconds,
      double elapsedS,
      String state,
      String reason) {
    /** Returns the type of the event. */
    String type() {
      boolean open = List.of("waiting", "running", "paused").contains(state);
      return open ? "download.progress" : "download.ended";
    }
  }

  @Override
  public PlayOutcome play(String keyword, int section, String runId) {
    wishes(runId);
    return plays.play(keyword, section, runId);
  }

  @Override
  public PlayOutcome playAlbum(String albumId, int section, String runId) {
    wishes(runId);
    return plays.playAlbum(albumId, section, runId);
  }

  private synchronized void wishes(String runId) {
    newest = runId;
  }

  @Override
  public void forgetPending() {
    plays.forgetPending();
  }

  @Override
  public Optional<PlayOutcome> pending() {
    return plays.pending();
  }

  /** Returns how a download stands, with its run; to be called whenever it changes. */
  Told told(Download download) {
    boolean wished = plays.pending().filter(wish -> isFor(wish, download)).isPresent();
    Status.Download shown = LiveStatus.download(download);
    Told told = told(shown, run(download, wished));
    if (told.type().equals("download.ended")) {
      synchronized (this) {
        runs.remove(download.id());
      }
    }
    return told;
  }

  private synchronized String run(Download download, boolean wished) {
    if (wished) {
      runs.put(download.id(), newest);
    }
    return runs.getOrDefault(download.id(), "");
  }

  private static boolean isFor(PlayOutcome wish, Download download) {
    return wish.album() != null
        && wish.album().id().equals(download.request().albumId())
        && wish.section() == download.request().section();
  }

  private static Told told(Status.Download shown, String run) {
    return new Told(
        run,
        shown.id(),
        shown.album(),
        shown.section(),
        shown.bytes(),
        shown.totalBytes(),
        shown.seconds(),
        shown.totalSeconds(),
        shown.elapsedS(),
        shown.state(),
        shown.reason());
  }
}
