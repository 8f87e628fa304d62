package dev.earmark.assistant;

import dev.earmark.base.Events;
import dev.earmark.listen.ListenControl;
import dev.earmark.playback.PlayService;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Problem;
import dev.earmark.playback.allow.LimitNotice;
import java.util.function.Consumer;

/**
 * Follows the player and what happens to wishes in the background. Confined to the assistant
 * thread; what others publish comes through {@code post}.
 */
final class PlayerWatch {
  private final Events events;
  private final ListenControl ears;
  private final Notices notices;
  private final Consumer<Runnable> post;
  private boolean bookPlaying;
  private boolean ringing;

  PlayerWatch(Events events, ListenControl ears, Notices notices, Consumer<Runnable> post) {
    this.events = events;
    this.ears = ears;
    this.notices = notices;
    this.post = post;
  }

  /** Begins to follow. */
  void start(Player player) {
    player.onChange(snapshot -> post.accept(() -> changed(snapshot)));
    events.subscribe(this::backgroundEvent);
  }

  private void backgroundEvent(Events.Event event) {
    if (event.type().equals("play.failed") && event.data() instanceof PlayService.Report report) {
      post.accept(() -> notices.playFailed(report));
    } else if (event.data() instanceof LimitNotice notice) {
      post.accept(() -> notices.limit(notice));
    } else if (event.data() instanceof Problem problem) {
      post.accept(() -> notices.playerProblem(problem));
    }
  }

  private void changed(PlayerSnapshot snapshot) {
    boolean playing =
        snapshot.state() == PlayerSnapshot.State.PLAYING
            || snapshot.state() == PlayerSnapshot.State.BUFFERING;
    listenForStop(playing, ringing);
    events.publish("player.changed", TurnEvents.player(snapshot));
  }

  /** Tells whether an alarm rings: it is stopped like a book, without the wake phrase. */
  void ringing(boolean rings) {
    listenForStop(bookPlaying, rings);
  }

  private void listenForStop(boolean plays, boolean rings) {
    boolean before = bookPlaying || ringing;
    bookPlaying = plays;
    ringing = rings;
    if ((plays || rings) != before) {
      ears.setBookPlaying(plays || rings);
    }
  }
}
