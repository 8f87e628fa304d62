package dev.earmark.audio.device;

import dev.earmark.audio.ForwardingSpeaker;
import dev.earmark.audio.PcmBlock;
import dev.earmark.audio.Speaker;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A stand-in for a speaker that is not there: keeps the pace of one, and looks every 30 s whether
 * the real one has come.
 */
final class AutoSpeaker extends ForwardingSpeaker {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(30);

  private final Speaker.Opener real;
  private final Clock clock;
  private final String reason;
  private volatile Speaker speaker;
  private volatile boolean standIn = true;
  private long lastLookNanos;

  private AutoSpeaker(Speaker.Opener real, Clock clock, String reason) {
    this.real = real;
    this.clock = clock;
    this.reason = reason;
    this.speaker = new NullSpeaker("none", clock);
    this.lastLookNanos = clock.nanoTime();
  }

  static Speaker open(Speaker.Opener real, Clock clock) throws IOException {
    try {
      return real.open();
    } catch (FailureException e) {
      return new AutoSpeaker(real, clock, e.failure().detail());
    }
  }

  @Override
  public void write(PcmBlock block) throws IOException {
    if (standIn && clock.nanoTime() - lastLookNanos >= LOOK_EVERY.toNanos()) {
      look();
    }
    speaker.write(block);
  }

  private void look() throws IOException {
    lastLookNanos = clock.nanoTime();
    try {
      Speaker found = real.open();
      speaker.close();
      speaker = found;
      standIn = false;
    } catch (FailureException e) {
      lastLookNanos = clock.nanoTime();
    }
  }

  @Override
  public @Nullable String warning() {
    return standIn ? "no sound comes out: " + reason : speaker.warning();
  }

  @Override
  protected Speaker delegate() {
    return speaker;
  }
}
