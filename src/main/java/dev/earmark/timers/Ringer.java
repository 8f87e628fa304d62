package dev.earmark.timers;

import java.util.List;

/** What rings, and how it is stopped. Thread-safe. */
public interface Ringer {
  /** Nothing ever rings. */
  Ringer SILENT =
      new Ringer() {
        @Override
        public List<Timer> ringing() {
          return List.of();
        }

        @Override
        public List<Timer> quiet() {
          return List.of();
        }
      };

  /** Returns what rings now, the newest last; never waits. */
  List<Timer> ringing();

  /** Stops all that rings and returns it; one that repeats rings again on its next day. */
  List<Timer> quiet();
}
