package dev.earmark.media;

/** Follows downloads as they go on. */
@FunctionalInterface
public interface DownloadListener {
  /**
   * Takes a download that has changed: each time its state or its failure changes, and about four
   * times a second while bytes come. The call with an ended state comes exactly once and is the
   * last one for a download. Called on the thread that changed it, mostly a download thread; must
   * not block.
   */
  void changed(Download download);
}
