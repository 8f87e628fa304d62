package dev.earmark.base;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue into one role: many threads post, one thread takes.
 *
 * <p>Posting never blocks; what does not fit is refused and counted, so that a stuck receiver shows
 * up in a number and not in a frozen sender.
 */
public final class Mailbox<T> {
  private final String name;
  private final ArrayBlockingQueue<T> queue;
  private final AtomicLong refused = new AtomicLong();

  /** Makes a mailbox that holds at most {@code capacity} messages. */
  public Mailbox(String name, int capacity) {
    this.name = name;
    this.queue = new ArrayBlockingQueue<>(capacity);
  }

  /** Posts a message; returns false, and counts it, when the mailbox is full. */
  public boolean post(T message) {
    if (queue.offer(message)) {
      return true;
    }
    refused.incrementAndGet();
    return false;
  }

  /** Takes the next message, waiting up to the given time; null when none came. */
  public @Nullable T take(Duration wait) throws InterruptedException {
    return queue.poll(wait.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Takes the next message if there is one. */
  public @Nullable T poll() {
    return queue.poll();
  }

  /** Returns how many messages wait. */
  public int size() {
    return queue.size();
  }

  /** Returns how many messages were refused since the start. */
  public long refused() {
    return refused.get();
  }

  @Override
  public String toString() {
    return name + "[" + queue.size() + ", refused " + refused.get() + "]";
  }
}
