package dev.earmark.speak;

import dev.earmark.audio.PcmBlock;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * A voice with another one that speaks in its place while it cannot. After a failure the first one
 * rests for half a minute, so that not every sentence waits for it. That it has no voice for a
 * language (kind NOT_FOUND) is known at once and does not make it rest. Thread-safe.
 */
public final class FallbackVoice implements Voice {
  /** The part under which a voice that cannot speak is told to {@link Health}. */
  public static final String HEALTH_PART = "voice engine";

  private static final Duration REST = Duration.ofSeconds(30);

  private final Voice first;
  private final Voice second;
  private final Clock clock;
  private final Health health;
  private final Set<Language> lacks = EnumSet.noneOf(Language.class); // guarded by this
  private boolean resting; // guarded by this
  private long restedAtNanos; // guarded by this

  /** Makes it; nothing speaks yet. */
  public FallbackVoice(Voice first, Voice second, Clock clock, Health health) {
    this.first = first;
    this.second = second;
    this.clock = clock;
    this.health = health;
  }

  /** Returns the name of the voice that speaks now, so that a phrase is kept as whose it is. */
  @Override
  public synchronized String name() {
    return rests() ? second.name() : first.name();
  }

  @Override
  public void check() throws IOException {
    try {
      first.check();
    } catch (IOException e) {
      rest(e);
      second.check();
    }
  }

  @Override
  public PcmBlock synthesise(String sentence, Language language, CancelFlag cancel)
      throws IOException {
    boolean tired;
    synchronized (this) {
      tired = rests();
    }
    if (!tired) {
      try {
        PcmBlock speech = first.synthesise(sentence, language, cancel);
        works(language);
        return speech;
      } catch (IOException e) {
        if (cancel.isSet() || isCancelled(e)) {
          throw e;
        }
        if (isMissing(e)) {
          lacks(language, e);
        } else {
          rest(e);
        }
      }
    }
    return second.synthesise(sentence, language, cancel);
  }

  private static boolean isMissing(IOException e) {
    return e instanceof FailureException failure
        && failure.failure().kind() == Failure.Kind.NOT_FOUND;
  }

  private static boolean isCancelled(IOException e) {
    return e instanceof FailureException failure
        && failure.failure().kind() == Failure.Kind.CANCELLED;
  }

  private synchronized boolean rests() {
    return resting && clock.nanoTime() - restedAtNanos < REST.toNanos();
  }

  private synchronized void works(Language language) {
    boolean lacked = lacks.remove(language);
    boolean news = resting || lacked;
    resting = false;
    if (news && lacks.isEmpty()) {
      health.ok(HEALTH_PART, first.name());
    }
  }

  private synchronized void lacks(Language language, IOException why) {
    if (lacks.add(language)) {
      tell(why);
    }
  }

  @Override
  public void close() {
    first.close();
    second.close();
  }

  private synchronized void rest(IOException why) {
    resting = true;
    restedAtNanos = clock.nanoTime();
    tell(why);
  }

  private void tell(IOException why) {
    String reason =
        why instanceof FailureException failure
            ? failure.failure().detail()
            : String.valueOf(why.getMessage());
    health.problem(HEALTH_PART, reason + "; " + second.name() + " speaks meanwhile");
  }
}
