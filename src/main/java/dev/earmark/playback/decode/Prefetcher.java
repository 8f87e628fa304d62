package dev.earmark.playback.decode;

import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.Section;
import dev.earmark.playback.SectionFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches the next sections while one plays: as soon as the playing file is whole, or two minutes
 * before its end, and never before what is being listened to; the one after the next only when the
 * next is there. Confined to the decode thread.
 *
 * <p>It looks again every {@value #AGAIN_S} seconds, so that a prefetch that failed, or was
 * evicted, is asked for again.
 */
public final class Prefetcher {
  private static final Logger log = LoggerFactory.getLogger(Prefetcher.class);
  private static final long AGAIN_S = 30;
  private static final double BEFORE_END_S = 120;

  private final SectionFiles files;
  private final int ahead;
  private final Clock clock;
  private final List<AutoCloseable> pins = new ArrayList<>();
  private String lookedAt = ""; // id of the album, empty for none
  private int lookedSection;
  private long nextLookNanos;

  /** Fetches so many sections ahead, 0 for none. */
  public Prefetcher(SectionFiles files, int ahead, Clock clock) {
    this.files = files;
    this.ahead = ahead;
    this.clock = clock;
  }

  /** Told of every decoded block. */
  public void look(Album album, Section playing, double atS, boolean whole) {
    boolean soon = playing.durationS() > 0 && playing.durationS() - atS < BEFORE_END_S;
    if (ahead == 0 || !(whole || soon)) {
      return;
    }
    boolean firstLook = !album.id().equals(lookedAt) || playing.number() != lookedSection;
    if (!firstLook && clock.nanoTime() - nextLookNanos < 0) {
      return;
    }
    lookedAt = album.id();
    lookedSection = playing.number();
    nextLookNanos = clock.nanoTime() + Duration.ofSeconds(AGAIN_S).toNanos();
    List<Section> next = next(album, playing);
    try {
      if (firstLook) {
        letGo();
        next.forEach(section -> pins.add(files.pin(album, section)));
      }
      Optional<Section> missing = next.stream().filter(s -> !files.isHere(album, s)).findFirst();
      missing.ifPresent(section -> files.fetch(album, section, /* urgent= */ false));
    } catch (RuntimeException e) {
      log.warn("the next section of {} could not be fetched ahead", album.id(), e);
    }
  }

  /** Returns the next sections that lie in other files, one for each file. */
  private List<Section> next(Album album, Section playing) {
    List<Section> next = new ArrayList<>();
    String file = playing.fileId();
    Optional<Section> following = album.after(playing.number());
    while (following.isPresent() && next.size() < ahead) {
      Section section = following.get();
      if (!section.fileId().equals(file)) {
        next.add(section);
        file = section.fileId();
      } else if (next.isEmpty()) {
        return next; // the same file goes on: there is time
      }
      following = album.after(section.number());
    }
    return next;
  }

  /** Lets go of what it keeps in the cache; what is played next is looked at anew. */
  public void release() {
    lookedAt = "";
    letGo();
  }

  private void letGo() {
    for (AutoCloseable held : pins) {
      try {
        held.close();
      } catch (Exception e) {
        log.warn("a cache pin could not be released", e);
      }
    }
    pins.clear();
  }
}
