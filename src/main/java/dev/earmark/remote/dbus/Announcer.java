package dev.earmark.remote.dbus;

import dev.earmark.base.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.freedesktop.dbus.types.Variant;
import org.jspecify.annotations.Nullable;

/**
 * Compares the player with what clients believe, and announces the difference: one signal for all
 * properties that changed, then the list of tracks, then a jump of the position. Confined to one
 * thread.
 *
 * <p>A client counts the position on by itself from the last place it was told, at the rate while
 * the status is Playing. It is told anew when the truth is more than {@value #TOLERANCE_S} s away
 * from that, whatever the reason: a seek by voice, going back a little after a pause, a stall.
 */
final class Announcer {
  private static final double TOLERANCE_S = 1.0;

  private final Clock clock;
  private final Signals signals;
  private @Nullable MprisState told;
  private double believedS;
  private double lastS;
  private long sinceNanos;
  private long lookedNanos;

  Announcer(Clock clock, Signals signals) {
    this.clock = clock;
    this.signals = signals;
  }

  /** Returns what was announced last, or null before the first look. */
  @Nullable MprisState told() {
    return told;
  }

  /**
   * Looks at the player; the first look announces nothing, since nobody can know anything yet.
   *
   * @param positionS where the player is
   * @param jumpAsked whether a client has asked for a jump, however small, since the last look
   */
  void look(MprisState now, double positionS, boolean jumpAsked) {
    MprisState before = told;
    long nanos = clock.nanoTime();
    told = now;
    if (before == null) {
      believe(positionS, nanos);
      return;
    }
    boolean jumped = jumped(before, now, positionS, nanos) || jumpAsked;
    announce(before, now);
    boolean anew = !before.status().equals(now.status()) || before.rate() != now.rate();
    if (jumped) {
      signals.seeked(MprisState.micros(positionS));
    }
    if (jumped || anew || !before.track().equals(now.track())) {
      believe(positionS, nanos);
    }
    lastS = positionS;
    lookedNanos = nanos;
  }

  private void believe(double positionS, long nanos) {
    believedS = positionS;
    lastS = positionS;
    sinceNanos = nanos;
    lookedNanos = nanos;
  }

  private boolean jumped(MprisState before, MprisState now, double positionS, long nanos) {
    if (!before.track().equals(now.track())) {
      return positionS > TOLERANCE_S; // clients begin a new track at 0
    }
    if (now.buffering()) {
      double moved = positionS - lastS;
      double mayMove = (nanos - lookedNanos) / 1e9 * now.rate();
      return moved < -TOLERANCE_S || moved > TOLERANCE_S + mayMove;
    }
    boolean counting = before.status().equals("Playing");
    double expected = believedS + (counting ? (nanos - sinceNanos) / 1e9 * before.rate() : 0);
    return Math.abs(positionS - expected) > TOLERANCE_S;
  }

  private void announce(MprisState before, MprisState now) {
    Map<String, Variant<?>> old = before.properties();
    Map<String, Variant<?>> changed = new LinkedHashMap<>();
    now.properties()
        .forEach(
            (name, value) -> {
              if (!value.equals(old.get(name))) {
                changed.put(name, value);
              }
            });
    if (!changed.isEmpty()) {
      signals.playerChanged(changed);
    }
    if (!before.tracks().equals(now.tracks())) {
      signals.tracksReplaced(now.tracks(), now.track());
    } else {
      tellMoreKnown(before, now);
    }
  }

  /** Tells of each track of the unchanged list about which more is known than before. */
  private void tellMoreKnown(MprisState before, MprisState now) {
    if (now.album() == null || sameKnowledge(before, now)) {
      return;
    }
    for (int number : sections(now)) {
      Map<String, Variant<?>> metadata = now.metadataOf(number);
      if (!metadata.equals(before.metadataOf(number))) {
        signals.trackChanged(TrackId.of(now.album(), number), metadata);
      }
    }
  }

  private static boolean sameKnowledge(MprisState before, MprisState now) {
    boolean otherTrack = !now.track().equals(before.track());
    return otherTrack
        || (now.metadata().equals(before.metadata())
            && Objects.equals(now.album(), before.album()));
  }

  private static List<Integer> sections(MprisState now) {
    return now.tracks().stream()
        .map(path -> path.getPath())
        .map(path -> Integer.valueOf(path.substring(path.lastIndexOf('/') + 1)))
        .toList();
  }
}
