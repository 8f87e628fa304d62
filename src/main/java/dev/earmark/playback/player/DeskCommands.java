package dev.earmark.playback.player;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.audio.shape.Shaping;
import dev.earmark.base.Clock;
import dev.earmark.library.Album;
import dev.earmark.library.Position;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerHabits;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.habits.KeptSettings;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.sleep.SleepTimer;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The commands of the player, from any thread: each changes the {@link Desk} and wakes the player
 * thread.
 */
abstract class DeskCommands implements Player, PlayerHabits {
  static final String VOLUME = "player.volume";
  static final String SPEED = "player.speed";
  static final String FURTHEST = "player.furthest";

  abstract Desk desk();

  abstract KeptSettings kept();

  abstract Shaping shaping();

  abstract Clock clock();

  /** Makes the player thread look at the desk. */
  abstract void wake();

  /** Keeps the place. */
  public abstract void save();

  /** Keeps an album that is about to play. */
  abstract void remember(Album album);

  @Override
  public void play(Album album, int section, double fromS) {
    // The book that is left behind keeps its place to the last moment, not to the last second.
    save();
    // Before its first place is noted: killed in between, the place would have no book.
    remember(album);
    desk().play(album, section, fromS);
    saved();
  }

  @Override
  public boolean pause() {
    return saved(desk().pause());
  }

  @Override
  public Optional<Position> resume() {
    return saved(desk().resume());
  }

  @Override
  public boolean stop() {
    return saved(desk().stop());
  }

  @Override
  public Optional<Integer> next() {
    return saved(desk().skip(1));
  }

  @Override
  public Optional<Integer> previous() {
    return saved(desk().skip(-1));
  }

  @Override
  public Optional<Integer> move(int sections) {
    return saved(desk().move(sections));
  }

  @Override
  public Optional<Double> seekBy(double seconds) {
    return saved(desk().seekBy(seconds));
  }

  @Override
  public Optional<Double> seekTo(double seconds) {
    return saved(desk().seek(seconds));
  }

  @Override
  public int setVolume(int percent) {
    int now = desk().setVolume(percent);
    kept().put(VOLUME, String.valueOf(desk().userVolume()));
    return woken(now);
  }

  @Override
  public int changeVolume(int delta) {
    int now = desk().changeVolume(delta);
    kept().put(VOLUME, String.valueOf(desk().userVolume()));
    return woken(now);
  }

  @Override
  public double setSpeed(double rate) {
    Desk.Speed now = desk().setSpeed(rate);
    if (now.usual()) {
      kept().put(SPEED, String.valueOf(now.rate()));
    }
    return woken(now.rate());
  }

  @Override
  public Optional<Tuning> tune(UnaryOperator<Tuning> how) {
    return woken(desk().tune(how));
  }

  @Override
  public ShapeSettings sound() {
    return shaping().settings();
  }

  @Override
  public void sound(ShapeSettings settings) {
    shaping().set(settings);
    new SoundKeeper(kept()).keep(settings);
  }

  @Override
  public SleepTimer sleepAfterChapters(int chapters) {
    return woken(desk().sleepAfterChapters(chapters));
  }

  @Override
  public Optional<Tuning> tuning() {
    return desk().tuning();
  }

  @Override
  public List<Chapter> chapters() {
    return desk().chapters();
  }

  @Override
  public double extendSleep(double minutes) {
    return woken(desk().extendSleep(minutes));
  }

  @Override
  public void breakAfterSection(boolean on) {
    desk().breakAfterSection(on);
    wake();
  }

  @Override
  public void sleepAfterMinutes(double minutes) {
    desk().sleep(SleepTimer.minutes(minutes, clock().nanoTime()));
    wake();
  }

  @Override
  public void sleepAfterSections(int sections) {
    desk().sleep(SleepTimer.sections(sections));
    wake();
  }

  @Override
  public void suppress(boolean on) {
    desk().suppress(on);
    wake();
  }

  @Override
  public PlayerSnapshot snapshot() {
    return desk().snapshot();
  }

  @Override
  public Optional<Position> position() {
    return desk().position();
  }

  /** Keeps the new place before the command is answered, however long the player thread waits. */
  private <T> T saved(T answer) {
    saved();
    return answer;
  }

  private void saved() {
    save();
    kept().put(FURTHEST, desk().furthest());
    wake();
  }

  private <T> T woken(T answer) {
    wake();
    return answer;
  }
}
