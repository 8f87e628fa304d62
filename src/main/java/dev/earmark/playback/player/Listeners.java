package dev.earmark.playback.player;

import dev.earmark.playback.PlayerSnapshot;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells who listens to the player what has changed, on the player's thread. */
final class Listeners {
  private static final Logger log = LoggerFactory.getLogger(Listeners.class);

  private final CopyOnWriteArrayList<Consumer<PlayerSnapshot>> all = new CopyOnWriteArrayList<>();
  private @Nullable PlayerSnapshot told; // confined to the player thread

  /** Adds a listener; any thread. */
  void add(Consumer<PlayerSnapshot> listener) {
    all.add(listener);
  }

  /** Tells them, unless nothing has changed but what changes while time passes. */
  void tell(PlayerSnapshot now) {
    PlayerSnapshot before = told;
    if (before != null && before.isLike(now)) {
      return;
    }
    told = now;
    for (Consumer<PlayerSnapshot> listener : all) {
      try {
        listener.accept(now);
      } catch (RuntimeException e) {
        log.error("a listener of the player failed", e);
      }
    }
  }
}
