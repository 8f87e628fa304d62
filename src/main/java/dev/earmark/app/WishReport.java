package dev.earmark.app;

import dev.earmark.assistant.TurnEvents;
import dev.earmark.base.Events;
import dev.earmark.base.Health;
import dev.earmark.playback.PlayService;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what became of the last wish in the status, for who has not heard it said, until something
 * else plays. Called on publishing threads, one at a time.
 */
final class WishReport implements Consumer<Events.Event> {
  private static final String PART = "last wish";

  private final Health health;
  private TurnEvents.@Nullable PlayerChanged last;
  private boolean failed;

  WishReport(Health health) {
    this.health = health;
  }

  @Override
  public void accept(Events.Event event) {
    if (event.data() instanceof TurnEvents.PlayerChanged now) {
      playing(now);
      return;
    }
    if (!(event.data() instanceof PlayService.Report wish)) {
      return;
    }
    String zh = wish.title() + "第" + wish.section() + "集";
    String en = wish.title() + ", section " + wish.section();
    if (event.type().equals("play.failed")) {
      failed = true;
      health.problem(PART, zh + "：" + wish.reasonZh(), en + ": " + wish.reasonEn());
    } else if (event.type().equals("play.started")) {
      failed = false;
      health.ok(PART, zh, en);
    }
  }

  /** Another book, or one that was begun again, is what was wanted since. */
  private void playing(TurnEvents.PlayerChanged now) {
    TurnEvents.PlayerChanged before = last;
    last = now;
    boolean begun =
        now.state().equals("playing")
            && (before == null
                || !before.state().equals("playing")
                || !Objects.equals(before.albumId(), now.albumId()));
    if (failed && begun) {
      failed = false;
      String title = now.albumTitle() == null ? "" : now.albumTitle();
      String zh = title + "第" + now.section() + "集";
      String en = title + ", section " + now.section();
      health.ok(PART, zh, en);
    }
  }
}
