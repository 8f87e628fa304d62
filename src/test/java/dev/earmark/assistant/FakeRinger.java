package dev.earmark.assistant;

import dev.earmark.timers.Ringer;
import dev.earmark.timers.Timer;
import java.util.ArrayList;
import java.util.List;

/** Rings as a test wants. */
public final class FakeRinger implements Ringer {
  public final List<Timer> rings = new ArrayList<>();

  @Override
  public List<Timer> ringing() {
    return List.copyOf(rings);
  }

  @Override
  public List<Timer> quiet() {
    List<Timer> stopped = ringing();
    rings.clear();
    return stopped;
  }
}
