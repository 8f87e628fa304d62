package dev.earmark.playback;

import dev.earmark.audio.shape.ShapeSettings;
import dev.earmark.playback.habits.Tuning;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Remembers what was asked for. */
public final class FakePlayerHabits implements PlayerHabits {
  public Tuning tuning = Tuning.PLAIN;
  public ShapeSettings sound = ShapeSettings.DEFAULT;
  public boolean hasBook = true;
  public boolean hasChapters = true;
  public int chapters;
  public double extended;
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
  public boolean sleepAfterChapters(int count) {
    chapters = count;
    return hasChapters;
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
