package dev.earmark.tools;

import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.playback.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A player without sound: its place moves by commands only. */
final class FakePlayer implements Player {
  State state = State.STOPPED;
  @Nullable Album album;
  int section;
  double at;
  int volume = 50;
  double speed = 1;
  @Nullable Double sleepS;
  @Nullable Integer sleepSections;
  @Nullable Problem problem;
  boolean speakerLost;

  @Override
  public void play(Album newAlbum, int newSection, double fromS) {
    album = newAlbum;
    section = newSection;
    at = fromS;
    state = State.PLAYING;
  }

  @Override
  public boolean pause() {
    if (state != State.PLAYING) {
      return false;
    }
    state = State.PAUSED;
    return true;
  }

  @Override
  public Optional<Position> resume() {
    if (album != null) {
      state = speakerLost ? State.PAUSED : State.PLAYING;
      problem = speakerLost ? Problem.noSpeaker(album.id(), album.title(), section) : null;
    }
    return position();
  }

  @Override
  public boolean stop() {
    boolean was = state != State.STOPPED;
    state = State.STOPPED;
    return was;
  }

  @Override
  public Optional<Integer> next() {
    return step(1);
  }

  @Override
  public Optional<Integer> previous() {
    return step(-1);
  }

  private Optional<Integer> step(int by) {
    Album current = album;
    if (current == null || current.section(section + by).isEmpty()) {
      return Optional.empty();
    }
    play(current, section + by, 0);
    return Optional.of(section);
  }

  @Override
  public Optional<Integer> move(int sections) {
    State before = state;
    Optional<Integer> moved = step(sections);
    state = before;
    return moved;
  }

  @Override
  public Optional<Double> seekBy(double seconds) {
    return seekTo(at + seconds);
  }

  @Override
  public Optional<Double> seekTo(double seconds) {
    if (album == null) {
      return Optional.empty();
    }
    at = Math.max(0, Math.min(1197, seconds));
    return Optional.of(at);
  }

  @Override
  public int setVolume(int percent) {
    volume = Math.max(0, Math.min(100, percent));
    return volume;
  }

  @Override
  public int changeVolume(int delta) {
    return setVolume(volume + Math.max(-100, Math.min(100, delta)));
  }

  @Override
  public double setSpeed(double rate) {
    speed = rate;
    return speed;
  }

  @Override
  public void sleepAfterMinutes(double minutes) {
    sleepS = minutes == 0 ? null : minutes * 60;
    sleepSections = null;
  }

  @Override
  public void sleepAfterSections(int sections) {
    sleepSections = sections == 0 ? null : sections;
    sleepS = null;
  }

  @Override
  public void suppress(boolean on) {
    // Nothing sounds.
  }

  @Override
  public PlayerSnapshot snapshot() {
    return new PlayerSnapshot(
        state,
        album,
        album == null ? 0 : section,
        "",
        at,
        album == null ? 0 : 1200,
        volume,
        speed,
        sleepS,
        sleepSections,
        List.of(),
        problem,
        /* chapter= */ "");
  }

  @Override
  public Optional<Position> position() {
    Album current = album;
    return current == null
        ? Optional.empty()
        : Optional.of(
            new Position(current.id(), current.title(), section, at, 1200, 8, Instant.EPOCH));
  }

  @Override
  public void onChange(Consumer<PlayerSnapshot> listener) {
    // Nothing listens in these tests.
  }
}
