package dev.earmark.assistant;

import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.library.ProgressStore;
import dev.earmark.listen.ListenControl;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the assistant sleeps, which survives a restart: asleep it hears no wake phrase. Confined
 * to the assistant thread.
 */
final class Sleep {
  private static final Logger log = LoggerFactory.getLogger(Sleep.class);
  private static final String KEY = "assistant.asleep";

  private final ListenControl ears;
  private final ProgressStore store;
  private final Events events;
  private boolean on;

  Sleep(ListenControl ears, ProgressStore store, Events events) {
    this.ears = ears;
    this.store = store;
    this.events = events;
  }

  /** Goes back to how it was before the restart. */
  void restore() {
    try {
      on = store.get(KEY).map("true"::equals).orElse(false);
    } catch (IOException e) {
      log.warn("it is not known whether it slept before: {}", e.getMessage());
    }
    if (on) {
      ears.setMuted(/* muted= */ true);
    }
  }

  boolean isOn() {
    return on;
  }

  /** Returns whether the assistant answers these words itself. */
  boolean knows(String text) {
    return Words.isSleep(text) || Words.isDismissal(text) || (on && Words.isAwake(text));
  }

  /** Does what words that it {@link #knows} ask for, and returns the answer. */
  String answer(String text, Language language) {
    if (Words.isDismissal(text)) {
      return Words.dismissed(language);
    }
    boolean sleeping = Words.isSleep(text);
    set(sleeping);
    return sleeping ? Words.asleep(language) : Words.awake(language);
  }

  void set(boolean sleeping) {
    on = sleeping;
    ears.setMuted(sleeping);
    events.publish("listen.muted", new TurnEvents.Muted(sleeping));
    try {
      store.put(KEY, Boolean.toString(sleeping));
    } catch (IOException e) {
      log.warn("it will not be remembered whether it sleeps: {}", e.getMessage());
    }
  }
}
