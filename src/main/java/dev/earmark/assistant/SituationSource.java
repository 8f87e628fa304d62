package dev.earmark.assistant;

import dev.earmark.agent.Situation;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.ProgressStore;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together what the user can see or remember when a task begins. Thread-safe. */
final class SituationSource {
  private static final Logger log = LoggerFactory.getLogger(SituationSource.class);
  private static final int HEARD = 10;

  private final Player player;
  private final ProgressStore progress;
  private final Supplier<Situation.Shown> lastResults;
  private volatile List<Position> lastRead = List.of();

  SituationSource(Player player, ProgressStore progress, Supplier<Situation.Shown> lastResults) {
    this.player = player;
    this.progress = progress;
    this.lastResults = lastResults;
  }

  /**
   * Returns the situation now; positions that cannot be read count as none. Reads them from the
   * disk, so that it is for the workers.
   */
  Situation now(String justSaid) {
    List<Position> recent = recent();
    lastRead = recent;
    return situation(justSaid, recent);
  }

  /** Returns the situation with the positions as they were read last; never blocks. */
  Situation glance(String justSaid) {
    return situation(justSaid, lastRead);
  }

  private Situation situation(String justSaid, List<Position> recent) {
    PlayerSnapshot snapshot = player.snapshot();
    List<String> heard = recent.stream().map(Position::albumTitle).distinct().toList();
    Album album = snapshot.album();
    String state =
        switch (snapshot.state()) {
          case PLAYING, BUFFERING -> "playing";
          case PAUSED -> "paused";
          case STOPPED -> "stopped";
        };
    if (album == null && !recent.isEmpty()) {
      Position last = recent.get(0);
      return situation(
          state,
          last.albumTitle(),
          last.section(),
          last.seconds(),
          last.sections(),
          snapshot,
          heard,
          justSaid);
    }
    return situation(
        state,
        album == null ? "" : album.title(),
        snapshot.section(),
        snapshot.positionS(),
        album == null ? 0 : lastNumber(album),
        snapshot,
        heard,
        justSaid);
  }

  /**
   * Returns the number of the last section, which is how many there are unless some are missing.
   */
  private static int lastNumber(Album album) {
    int count = Math.max(album.sectionCount(), album.sections().size());
    return album.isCounted() ? count : album.sections().get(album.sections().size() - 1).number();
  }

  private Situation situation(
      String state,
      String album,
      int section,
      double positionS,
      int sections,
      PlayerSnapshot snapshot,
      List<String> heard,
      String justSaid) {
    Situation.Shown shown = lastResults.get();
    return new Situation(
        state,
        album,
        section,
        positionS,
        sections,
        snapshot.volume(),
        snapshot.speed(),
        shown.titles(),
        heard,
        justSaid,
        shown.keyword(),
        shown.page());
  }

  private List<Position> recent() {
    try {
      return progress.recent(HEARD);
    } catch (IOException e) {
      log.warn("the books heard before cannot be read: {}", e.getMessage());
      return List.of();
    }
  }
}
