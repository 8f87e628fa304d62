package dev.earmark.playback;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.media.MediaInfo.Chapter;
import dev.earmark.playback.habits.Tuning;
import dev.earmark.playback.pipe.Place;
import dev.earmark.playback.sleep.SleepTimer;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Remembers what was asked for. */
public final class FakePlayerHabits implements PlayerHabits {
  public Tuning tuning = Tuning.PLAIN;
  public ShapeSettings sound = ShapeSettings.DEFAULT;
  public boolean hasBook = true;
  public int sectionsLeft; // what a timer by chapters becomes where there are no marks
  public int chapters;
  public double extended;
  public List<Chapter> marks = List.of();
  public boolean breaks;

  @Override
  public Optional<Tuning> tune(UnaryOperator<Tuning> how) {
    if (!hasBook) {
      return Optional.empty();
    }
    tuning = how.apply(tuning);
    return Optional.of(tuning);
  }

  @Override
  public ShapeSettings sound() {
    return sound;
  }

  @Override
  public void sound(ShapeSettings settings) {
    sound = settings;
  }

  @Override
  public SleepTimer sleepAfterChapters(int count) {
    chapters = count;
    if (!hasBook) {
      return SleepTimer.OFF;
    }
    return sectionsLeft > 0
        ? SleepTimer.sections(sectionsLeft)
        : SleepTimer.until(new Place(1, 1, 60));
  }

  @Override
  public Optional<Tuning> tuning() {
    return hasBook ? Optional.of(tuning) : Optional.empty();
  }

  @Override
  public List<Chapter> chapters() {
    return hasBook ? marks : List.of();
  }

  @Override
  public double extendSleep(double minutes) {
    extended += minutes;
    return extended * 60;
  }

  @Override
  public void breakAfterSection(boolean on) {
    breaks = on;
  }
}
