package dev.earmark.remote.mcp;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Events;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which documents have changed, each at most once in a while. One daemon thread, {@code
 * mcp-updates}.
 */
final class Updates implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Updates.class);

  private final List<Document> documents;
  private final Consumer<String> tell;
  private final Set<String> changed = ConcurrentHashMap.newKeySet();
  private final CancelFlag.Registration subscription;
  private final ScheduledThreadPoolExecutor timer;
  private final Future<?> flushes;

  /**
   * Begins to watch.
   *
   * @param everyMs the shortest time between two words of the same document, in milliseconds
   * @param tell gets the URI of a document that has changed; may block
   */
  Updates(List<Document> documents, Events events, long everyMs, Consumer<String> tell) {
    this.documents = documents;
    this.tell = tell;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "mcp-updates");
              thread.setDaemon(true);
              return thread;
            });
    this.subscription = events.subscribe(this::note);
    this.flushes =
        timer.scheduleWithFixedDelay(this::flush, everyMs, everyMs, TimeUnit.MILLISECONDS);
  }

  /** Called under the lock of {@link Events}: only notes. */
  private void note(Events.Event event) {
    for (Document document : documents) {
      if (document.events().stream().anyMatch(event.type()::startsWith)) {
        changed.add(document.uri());
      }
    }
  }

  /** Notes a change of which no event tells. */
  void changed(String uri) {
    changed.add(uri);
  }

  private void flush() {
    for (String uri : List.copyOf(changed)) {
      changed.remove(uri); // before it is told: a change meanwhile is told again
      try {
        tell.accept(uri);
      } catch (RuntimeException e) {
        log.debug("the change of {} could not be told", uri, e);
      }
    }
  }

  @Override
  public void close() {
    subscription.close();
    flushes.cancel(/* mayInterruptIfRunning= */ true);
    timer.shutdownNow();
  }
}
