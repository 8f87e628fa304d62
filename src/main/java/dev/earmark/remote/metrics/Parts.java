package dev.earmark.remote.metrics;

import dev.earmark.audio.PcmRing;
import dev.earmark.base.Health;
import dev.earmark.base.Mailbox;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.kept.PositionJournal;
import dev.earmark.playback.player.BookPlayer;
import java.util.Map;

/**
 * What is read when somebody asks for the metrics; none of it blocks.
 *
 * @param mailboxes by the name of the role that takes from them
 */
public record Parts(
    String version,
    BookPlayer player,
    PositionJournal journal,
    MediaStore media,
    PcmRing ring,
    Health health,
    Map<String, Mailbox<?>> mailboxes) {
  /** Copies the map. */
  public Parts {
    mailboxes = Map.copyOf(mailboxes);
  }
}
