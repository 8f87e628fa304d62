package dev.earmark.assistant;

import dev.earmark.base.Mailbox;
import dev.earmark.base.RunLog;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other threads want done on the assistant thread. What comes from outside may be refused when
 * too much waits; the end of something that the assistant itself has begun may not, because it
 * would wait for that end for ever.
 */
final class Inbox {
  private static final Logger log = LoggerFactory.getLogger(Inbox.class);

  private final Mailbox<Runnable> mailbox;

  /** At most one for each run and each sentence that is under way. */
  private final Queue<Runnable> ends = new ConcurrentLinkedQueue<>();

  Inbox(int capacity) {
    this.mailbox = new Mailbox<>("assistant", capacity);
  }

  /** Returns the mailbox, for who counts what waits in it. */
  Mailbox<Runnable> mailbox() {
    return mailbox;
  }

  /** Posts a message; false when too much waits. Called on any thread, returns at once. */
  boolean post(Runnable message) {
    Runnable carried = RunLog.carried(message);
    boolean taken = mailbox.post(carried);
    if (!taken) {
      log.warn("the assistant is stuck: {}", mailbox);
    }
    return taken;
  }

  /** Posts the end of something that was begun, whatever waits. Called on any thread. */
  void postEnd(Runnable end) {
    if (!post(end)) {
      ends.add(RunLog.carried(end));
    }
  }

  /** Handles one message, if one comes in time, and all ends for which there was no room. */
  void handle(Duration wait) throws InterruptedException {
    Runnable message = mailbox.take(wait);
    if (message != null) {
      message.run();
    }
    for (Runnable end = ends.poll(); end != null; end = ends.poll()) {
      end.run();
    }
  }
}
