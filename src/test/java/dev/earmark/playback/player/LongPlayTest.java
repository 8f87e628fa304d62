package dev.earmark.playback.player;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.Events;
import dev.earmark.library.Album;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A day of listening on a fake clock: nothing grows, and the account stays right. */
final class LongPlayTest {
  private static final int HOUR_S = 3_600;
  private final PlayerSim sim = new PlayerSim();

  /**
   * Counts what lies in all collections that the player and the journal hold: pieces of sound,
   * spans not yet heard, messages, pins, facts of sections. What is faked, and the events, which
   * others read, are left out.
   */
  private static long held(Object... roots) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> next = new ArrayDeque<>(List.of(roots));
    long held = 0;
    while (!next.isEmpty()) {
      Object object = next.pop();
      if (!seen.add(object) || object instanceof Events) {
        continue;
      }
      if (object instanceof Map<?, ?> map) {
        held += map.size();
        map.values().forEach(next::push);
      } else if (object instanceof Collection<?> all) {
        held += all.size();
        all.forEach(next::push);
      } else if (object.getClass().getName().startsWith("dev.earmark.")
          && !object.getClass().getSimpleName().startsWith("Fake")) {
        pushFields(object, next);
      }
    }
    return held;
  }

  private static void pushFields(Object object, Deque<Object> next) throws IllegalAccessException {
    for (Class<?> type = object.getClass();
        type != null && type.getName().startsWith("dev.earmark.");
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          Object value = field.get(object);
          if (value != null) {
            next.push(value);
          }
        }
      }
    }
  }

  @Test
  void day_ofABookOfManySections_growsByNothing() throws IllegalAccessException {
    double[] lengths = new double[150];
    Arrays.fill(lengths, 600);
    Album book = sim.cached("a", lengths);
    sim.decodeQuickly();
    sim.player.play(book, 1, 0);
    sim.runCoarsely(2 * HOUR_S);
    assertThat(sim.now().section()).isBetween(12, 13);
    long before = held(sim.player, sim.journal);
    assertThat(before).as("the book's sections are held at least").isGreaterThan(150);

    sim.runCoarsely(22 * HOUR_S);

    assertThat(sim.now().section()).isBetween(144, 145);
    assertThat(sim.player.pipe().underruns()).isZero();
    assertThat(sim.store.pinned()).hasSizeLessThanOrEqualTo(5);
    // a few facts of each section that was opened; of each second that was heard nothing
    assertThat(held(sim.player, sim.journal) - before).isLessThan(4 * 133);
  }
}
