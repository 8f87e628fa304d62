package dev.earmark.remote;

import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.library.Section;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.PlayerSnapshot.State;
import dev.earmark.playback.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A player whose time stands still, with the rules of the real one. Thread-safe. */
public final class FakePlayer implements Player {
  private final CopyOnWriteArrayList<Consumer<PlayerSnapshot>> listeners =
      new CopyOnWriteArrayList<>();
  private final List<String> calls = new ArrayList<>(); // guarded by this
  private State state = State.STOPPED; // guarded by this
  private @Nullable Album album; // guarded by this
  private int section; // guarded by this
  private double positionS; // guarded by this
  private double durationS = -1; // guarded by this
  private int volume = 50; // guarded by this
  private double speed = 1; // guarded by this
  private String chapter = ""; // guarded by this
  private @Nullable Problem problem; // guarded by this

  /** Returns a book of sections of 100 s each. */
  public static Album book(String id, String title, int sections) {
    return book(id, title, sections, 100, "/books/tw/封面.jpg");
  }

  public static Album book(String id, String title, int sections, double durationS, String cover) {
    List<Section> all =
        IntStream.rangeClosed(1, sections)
            .mapToObj(n -> new Section(n, "第" + n + "回", "f" + n, 0, durationS, 0))
            .toList();
    return new Album(id, title, List.of(), "吴承恩", "甲、乙", "zh", "", cover, sections, all);
  }

  /** Puts a book into the player. */
  public void load(Album newAlbum, int newSection, double atS, State newState) {
    synchronized (this) {
      album = newAlbum;
      section = newSection;
      positionS = atS;
      state = newState;
    }
    tell();
  }

  /** Lets the player be somewhere without telling anybody, as time does. */
  public synchronized void moveTo(double seconds) {
    positionS = seconds;
  }

  /** Makes the section's length known. */
  public void learn(double seconds) {
    synchronized (this) {
      durationS = seconds;
    }
    tell();
  }

  public void enterChapter(String title) {
    synchronized (this) {
      chapter = title;
    }
    tell();
  }

  /** Says from now on that something is wrong. */
  public void fails(Problem what) {
    synchronized (this) {
      problem = what;
    }
    tell();
  }

  /** Returns what was called, in order. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  private synchronized void note(String call) {
    calls.add(call);
  }

  private void tell() {
    PlayerSnapshot now = snapshot();
    listeners.forEach(listener -> listener.accept(now));
  }

  @Override
  public void play(Album newAlbum, int newSection, double fromS) {
    note("play " + newSection + " from " + fromS);
    load(newAlbum, newSection, fromS, State.PLAYING);
  }

  @Override
  public boolean pause() {
    synchronized (this) {
      note("pause");
      if (state != State.PLAYING && state != State.BUFFERING) {
        return false;
      }
      state = State.PAUSED;
    }
    tell();
    return true;
  }

  @Override
  public Optional<Position> resume() {
    synchronized (this) {
      note("resume");
      if (album == null) {
        return Optional.empty();
      }
      state = State.PLAYING;
    }
    tell();
    return position();
  }

  @Override
  public boolean stop() {
    synchronized (this) {
      note("stop");
      if (state == State.STOPPED) {
        return false;
      }
      state = State.STOPPED;
    }
    tell();
    return true;
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
    Album current;
    int target;
    synchronized (this) {
      current = album;
      target = section + by;
    }
    if (current == null || current.section(target).isEmpty()) {
      return Optional.empty();
    }
    play(current, target, 0);
    return Optional.of(target);
  }

  @Override
  public Optional<Integer> move(int sections) {
    Album current;
    int target;
    State as;
    synchronized (this) {
      note("move " + sections);
      current = album;
      target = section + sections;
      as = state;
    }
    if (current == null || current.section(target).isEmpty()) {
      return Optional.empty();
    }
    load(current, target, 0, as);
    return Optional.of(target);
  }

  @Override
  public Optional<Double> seekBy(double seconds) {
    return seekTo(snapshot().positionS() + seconds);
  }

  @Override
  public Optional<Double> seekTo(double seconds) {
    synchronized (this) {
      note("seekTo " + seconds);
      if (album == null) {
        return Optional.empty();
      }
      positionS = Math.max(0, duration() > 0 ? Math.min(seconds, duration()) : seconds);
      return Optional.of(positionS);
    }
  }

  @Override
  public int setVolume(int percent) {
    synchronized (this) {
      note("setVolume " + percent);
      volume = percent;
    }
    tell();
    return percent;
  }

  @Override
  public int changeVolume(int delta) {
    throw new UnsupportedOperationException("nobody here asks for that");
  }

  @Override
  public double setSpeed(double rate) {
    double clipped = Math.max(0.5, Math.min(3, rate));
    synchronized (this) {
      note("setSpeed " + rate);
      speed = clipped;
    }
    tell();
    return clipped;
  }

  @Override
  public void sleepAfterMinutes(double minutes) {
    note("sleepAfterMinutes " + minutes);
  }

  @Override
  public void sleepAfterSections(int sections) {
    throw new UnsupportedOperationException("nobody here asks for that");
  }

  @Override
  public void suppress(boolean on) {
    throw new UnsupportedOperationException("nobody here asks for that");
  }

  private synchronized double duration() {
    double told = album == null ? 0 : album.section(section).map(Section::durationS).orElse(0.0);
    return durationS >= 0 ? durationS : told;
  }

  @Override
  public synchronized PlayerSnapshot snapshot() {
    String title = album == null ? "" : album.section(section).map(Section::title).orElse("");
    return new PlayerSnapshot(
        state,
        album,
        album == null ? 0 : section,
        title,
        positionS,
        duration() > 0 ? Math.max(duration(), positionS) : 0,
        volume,
        speed,
        null,
        null,
        List.of(),
        problem,
        chapter);
  }

  @Override
  public synchronized Optional<Position> position() {
    Album current = album;
    return current == null
        ? Optional.empty()
        : Optional.of(
            new Position(
                current.id(), current.title(), section, positionS, duration(), 0, Instant.EPOCH));
  }

  @Override
  public void onChange(Consumer<PlayerSnapshot> listener) {
    listeners.add(listener);
  }
}
