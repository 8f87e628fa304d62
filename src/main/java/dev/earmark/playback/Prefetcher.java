package dev.earmark.playback;

import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the next section while one plays: as soon as the playing file is whole, or two minutes
 * before its end, and never before what is being listened to. Confined to the decode thread.
 *
 * <p>It looks again every {@value #AGAIN_S} seconds, so that a prefetch that failed, or was
 * evicted, is asked for again.
 */
final class Prefetcher {
  private static final Logger log = LoggerFactory.getLogger(Prefetcher.class);
  private static final long AGAIN_S = 30;
  private static final double BEFORE_END_S = 120;

  private final SectionFiles files;
  private final boolean enabled;
  private final Clock clock;
  private String lookedAt = "";
  private long nextLookNanos;
  private @Nullable AutoCloseable pin;

  Prefetcher(SectionFiles files, boolean enabled, Clock clock) {
    this.files = files;
    this.enabled = enabled;
    this.clock = clock;
  }

  /** Told of every decoded block. */
  void look(Album album, Section playing, double atS, boolean whole) {
    boolean soon = playing.durationS() > 0 && playing.durationS() - atS < BEFORE_END_S;
    if (!enabled || !(whole || soon)) {
      return;
    }
    String here = album.id() + "#" + playing.number();
    if (here.equals(lookedAt) && clock.nanoTime() - nextLookNanos < 0) {
      return;
    }
    boolean firstLook = !here.equals(lookedAt);
    lookedAt = here;
    nextLookNanos = clock.nanoTime() + Duration.ofSeconds(AGAIN_S).toNanos();
    Optional<Section> next = album.after(playing.number());
    if (next.isEmpty() || next.get().fileId().equals(playing.fileId())) {
      return;
    }
    try {
      if (firstLook) {
        release();
        pin = files.pin(album, next.get());
      }
      if (!files.isHere(album, next.get())) {
        files.fetch(album, next.get(), /* urgent= */ false);
      }
    } catch (RuntimeException e) {
      log.warn("the next section of {} could not be fetched ahead", album.id(), e);
    }
  }

  /** Lets go of what it keeps in the cache. */
  void release() {
    AutoCloseable held = pin;
    pin = null;
    if (held != null) {
      try {
        held.close();
      } catch (Exception e) {
        log.warn("a cache pin could not be released", e);
      }
    }
  }
}
