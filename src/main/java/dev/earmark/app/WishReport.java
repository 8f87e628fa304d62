package dev.earmark.app;

import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.playback.PlayService;
import java.util.function.Consumer;

/**
 * Keeps what became of the last wish in the status, for who has not heard it said. Called on
 * publishing threads.
 */
final class WishReport implements Consumer<Events.Event> {
  private static final String PART = "last wish";

  private final Health health;

  WishReport(Health health) {
    this.health = health;
  }

  @Override
  public void accept(Events.Event event) {
    if (!(event.data() instanceof PlayService.Report wish)) {
      return;
    }
    String zh = wish.title() + "第" + wish.section() + "集";
    String en = wish.title() + ", section " + wish.section();
    if (event.type().equals("play.failed")) {
      health.problem(PART, zh + "：" + wish.reasonZh(), en + ": " + wish.reasonEn());
    } else if (event.type().equals("play.started")) {
      health.ok(PART, zh, en);
    }
  }
}
