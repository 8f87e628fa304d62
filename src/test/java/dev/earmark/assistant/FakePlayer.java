package dev.earmark.assistant;

import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.playback.Problem;
import dev.earmark.playback.allow.Allowance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A player without sound that keeps the user's intent and the suppression apart. Thread-safe by
 * locking.
 */
public final class FakePlayer implements Player {
  /** Every call, such as {@code pause}. */
  public final List<String> calls = new ArrayList<>();

  public Optional<Allowance> allowance = Optional.empty();

  private final List<Consumer<PlayerSnapshot>> listeners = new ArrayList<>();
  private State state = State.STOPPED;
  private @Nullable Album album;
  private int section;
  private double positionS;
  private int volume = 50;
  private double speed = 1.0;
  private @Nullable Double sleepEndsInS;
  private @Nullable Integer sleepSections;
  private boolean suppressed;
  private boolean speakerLost;

  /** From now on nothing can be heard, and what is to play waits. */
  public synchronized void loseSpeaker() {
    speakerLost = true;
  }

  /** Whether the book can be heard. */
  public synchronized boolean isSounding() {
    return state == State.PLAYING && !suppressed;
  }

  public synchronized boolean isSuppressed() {
    return suppressed;
  }

  @Override
  public synchronized void play(Album newAlbum, int newSection, double fromS) {
    album = newAlbum;
    section = newSection;
    positionS = fromS;
    become(State.PLAYING, "play");
  }

  @Override
  public synchronized boolean pause() {
    boolean plays = state == State.PLAYING;
    if (plays) {
      become(State.PAUSED, "pause");
    }
    return plays;
  }

  @Override
  public synchronized Optional<Position> resume() {
    if (album != null) {
      become(State.PLAYING, "resume");
    }
    return position();
  }

  @Override
  public synchronized boolean stop() {
    boolean was = state != State.STOPPED;
    become(State.STOPPED, "stop");
    return was;
  }

  @Override
  public synchronized Optional<Integer> next() {
    if (album == null || section >= album.sectionCount()) {
      return Optional.empty();
    }
    section++;
    positionS = 0;
    become(state, "next");
    return Optional.of(section);
  }

  @Override
  public synchronized Optional<Integer> previous() {
    if (album == null || section <= 1) {
      return Optional.empty();
    }
    section--;
    positionS = 0;
    become(state, "previous");
    return Optional.of(section);
  }

  @Override
  public synchronized Optional<Integer> move(int sections) {
    Album current = album;
    if (current == null || current.section(section + sections).isEmpty()) {
      return Optional.empty();
    }
    section += sections;
    positionS = 0;
    become(state, "move");
    return Optional.of(section);
  }

  @Override
  public synchronized Optional<Double> seekBy(double seconds) {
    return seekTo(positionS + seconds);
  }

  @Override
  public synchronized Optional<Double> seekTo(double seconds) {
    if (album == null) {
      return Optional.empty();
    }
    positionS = Math.max(0, Math.min(duration(), seconds));
    become(state, "seek");
    return Optional.of(positionS);
  }

  @Override
  public synchronized int setVolume(int percent) {
    volume = Math.max(0, Math.min(100, percent));
    become(state, "volume");
    return volume;
  }

  @Override
  public synchronized int changeVolume(int delta) {
    return setVolume(volume + delta);
  }

  @Override
  public synchronized double setSpeed(double rate) {
    speed = Math.max(0.5, Math.min(3.0, rate));
    become(state, "speed");
    return speed;
  }

  @Override
  public synchronized void sleepAfterMinutes(double minutes) {
    sleepEndsInS = minutes == 0 ? null : minutes * 60;
    sleepSections = null;
    become(state, "sleep");
  }

  @Override
  public synchronized void sleepAfterSections(int sections) {
    sleepSections = sections == 0 ? null : sections;
    sleepEndsInS = null;
    become(state, "sleep");
  }

  @Override
  public synchronized void suppress(boolean on) {
    suppressed = on;
  }

  @Override
  public synchronized PlayerSnapshot snapshot() {
    boolean waits = speakerLost && state == State.PLAYING;
    return new PlayerSnapshot(
        waits ? State.PAUSED : state,
        album,
        section,
        album == null ? "" : album.sections().get(section - 1).title(),
        positionS,
        duration(),
        volume,
        speed,
        sleepEndsInS,
        sleepSections,
        album == null
            ? List.of()
            : album.sections().stream().skip(section).map(s -> s.title()).toList(),
        waits && album != null ? Problem.noSpeaker(album.id(), album.title(), section) : null,
        /* chapter= */ "");
  }

  @Override
  public synchronized Optional<Position> position() {
    return album == null
        ? Optional.empty()
        : Optional.of(
            new Position(
                album.id(),
                album.title(),
                section,
                positionS,
                duration(),
                album.sectionCount(),
                Instant.EPOCH));
  }

  @Override
  public synchronized void onChange(Consumer<PlayerSnapshot> listener) {
    listeners.add(listener);
  }

  /** Lets the book go on, as heard. */
  public synchronized void heard(double seconds) {
    positionS = Math.min(duration(), positionS + seconds * speed);
  }

  private double duration() {
    return album == null ? 0 : album.sections().get(section - 1).durationS();
  }

  private void become(State next, String call) {
    state = next;
    calls.add(call);
    listeners.forEach(listener -> listener.accept(snapshot()));
  }

  @Override
  public Optional<Allowance> allowance() {
    return allowance;
  }
}
