package dev.earmark.listen.remote;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the server is worth asking: after a failure it is left alone for 15 s, 30 s … 4 min, so
 * that not every command waits for one that does not answer. Tells it in the health part {@code
 * transcription}, and once in the log. Thread-safe.
 */
final class ServerWatch {
  private static final Logger log = LoggerFactory.getLogger(ServerWatch.class);
  private static final String PART = "transcription";
  private static final Duration FIRST_REST = Duration.ofSeconds(15);
  private static final Duration LONGEST_REST = Duration.ofMinutes(4);

  private final String name;
  private final Clock clock;
  private final Health health;
  private Duration rest = FIRST_REST; // guarded by this
  private boolean down; // guarded by this
  private long downSinceNanos; // guarded by this

  ServerWatch(String name, Clock clock, Health health) {
    this.name = name;
    this.clock = clock;
    this.health = health;
    health.ok(PART, name + " is asked first; the embedded model hears when it does not answer");
  }

  synchronized boolean worthAsking() {
    return !down || clock.nanoTime() - downSinceNanos >= rest.toNanos();
  }

  synchronized void answered() {
    if (down) {
      log.info("{} answers again", name);
    }
    down = false;
    rest = FIRST_REST;
    health.ok(PART, name + " recognises");
  }

  /**
   * @param reason a sentence that begins with the server's name
   */
  synchronized void failed(String reason) {
    if (down) {
      Duration doubled = rest.multipliedBy(2);
      rest = doubled.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : doubled;
      log.debug("{}", reason);
    } else {
      log.warn("{}; the embedded model hears until it answers", reason);
    }
    down = true;
    downSinceNanos = clock.nanoTime();
    health.problem(PART, reason + "; the embedded model hears until it answers");
  }
}
