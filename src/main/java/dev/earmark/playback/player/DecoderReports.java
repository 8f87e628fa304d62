package dev.earmark.playback.player;

import dev.earmark.base.Events;
import dev.earmark.base.Failure;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.decode.DecodeReports;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Posts the decode thread's reports into the player's mailbox. */
final class DecoderReports implements DecodeReports {
  private final Events events;
  private final Consumer<PlayerMessage> mailbox;

  DecoderReports(Events events, Consumer<PlayerMessage> mailbox) {
    this.events = events;
    this.mailbox = mailbox;
  }

  @Override
  public void opened(long generation, int section, double durationS, List<Chapter> chapters) {
    mailbox.accept(new PlayerMessage.Opened(generation, section, durationS, chapters));
  }

  @Override
  public void measured(long generation, int section, double durationS) {
    mailbox.accept(new PlayerMessage.Measured(generation, section, durationS));
  }

  @Override
  public void trouble(long generation, int section, Failure why) {
    events.publish("player.waiting", Map.of("section", section, "reason", why.kind().name()));
    mailbox.accept(new PlayerMessage.Trouble(generation, section, why));
  }

  @Override
  public void failed(long generation, int section, double atS, Failure why, boolean cut) {
    mailbox.accept(new PlayerMessage.Failed(generation, section, atS, why, cut));
  }
}
