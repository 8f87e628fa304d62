package dev.earmark.assistant;

import dev.earmark.base.Events;
import dev.earmark.base.Language;
import dev.earmark.library.ProgressStore;
import dev.earmark.listen.ListenControl;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the assistant sleeps, which survives a restart: asleep it hears no wake phrase. Confined
 * to the assistant thread, but for the writing, which is done by a worker: a disk that hangs must
 * not take the voice away.
 */
final class Sleep implements OwnWords {
  private static final Logger log = LoggerFactory.getLogger(Sleep.class);
  private static final String KEY = "assistant.asleep";

  private final ListenControl ears;
  private final ProgressStore store;
  private final Executor workers;
  private final Events events;
  private volatile boolean on; // written by the assistant thread

  private final Object lock = new Object();
  private boolean unwritten; // guarded by lock; what is to be written
  private boolean writing; // guarded by lock; a worker is at it, or will be

  /** Reads how it was before the restart; may block for the disk, as the daemon's start may. */
  Sleep(ListenControl ears, ProgressStore store, Executor workers, Events events) {
    this.ears = ears;
    this.store = store;
    this.workers = workers;
    this.events = events;
    try {
      on = store.get(KEY).map("true"::equals).orElse(false);
    } catch (IOException e) {
      log.warn("it is not known whether it slept before: {}", e.getMessage());
    }
  }

  /** Lets the ears be as they were before the restart. */
  void restore() {
    if (on) {
      ears.setMuted(/* muted= */ true);
    }
  }

  boolean isOn() {
    return on;
  }

  @Override
  public boolean knows(String text) {
    return Words.isSleep(text) || Words.isDismissal(text) || (on && Words.isAwake(text));
  }

  @Override
  public String answer(String text, Language language) {
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
    keep(sleeping);
  }

  /** Has it written by a worker, one at a time, so that the newest is written last. */
  private void keep(boolean sleeping) {
    synchronized (lock) {
      unwritten = sleeping;
      if (writing) {
        return;
      }
      writing = true;
    }
    try {
      workers.execute(this::write);
    } catch (RejectedExecutionException e) {
      synchronized (lock) {
        writing = false;
      }
      notKept(e);
    }
  }

  private void write() {
    boolean more = true;
    while (more) {
      boolean sleeping;
      synchronized (lock) {
        sleeping = unwritten;
      }
      try {
        store.put(KEY, Boolean.toString(sleeping));
      } catch (IOException | RuntimeException e) {
        notKept(e);
      }
      synchronized (lock) {
        more = unwritten != sleeping;
        writing = more;
      }
    }
  }

  private static void notKept(Exception e) {
    log.warn("it will not be remembered whether it sleeps: {}", e.getMessage());
  }
}
