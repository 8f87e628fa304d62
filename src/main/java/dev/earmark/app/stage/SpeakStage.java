package dev.earmark.app.stage;

import dev.earmark.app.Sound;
import dev.earmark.app.home.Home;
import dev.earmark.app.life.Lifecycle;
import dev.earmark.app.life.Roles;
import dev.earmark.audio.Speaker;
import dev.earmark.audio.device.Devices;
import dev.earmark.audio.device.SpeakerSettings;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.speak.Announcer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The speech stage alone: voice, phrase cache and mixer, into the speaker or a file. */
public final class SpeakStage {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private SpeakStage() {}

  /**
   * Speaks a text and waits until it has been heard.
   *
   * @param out a WAV file, or null for the configured speaker
   * @return how long it took, in seconds
   * @throws FailureException UNAVAILABLE when there is no voice or no speaker, with the remedy;
   *     UNWRITABLE with the reason alone when the file cannot be written
   */
  public static double speak(
      Home home, EarmarkConfig config, String text, Language language, @Nullable Path out)
      throws IOException, InterruptedException {
    Clock clock = Clock.system();
    Health health = new Health();
    Files.createDirectories(home.state());
    SpeakerSettings settings =
        out == null
            ? config.speaker()
            : new SpeakerSettings("file", "", List.of(), 0, out.toString());
    Speaker.Opener device = Devices.speaker(settings, clock);
    if (out == null && !settings.type().equals("file")) {
      needSpeaker(settings, device);
    }
    AtomicReference<@Nullable IOException> unopened = new AtomicReference<>();
    Speaker.Opener speaker = () -> opened(device, unopened);
    try (Lifecycle lifecycle = new Lifecycle(clock)) {
      Sound sound =
          Sound.open(
              home, config, Map.of(), speaker, UnaryOperator.identity(), lifecycle, clock, health);
      sound.startOutput(new Roles(clock, lifecycle));
      long began = clock.nanoTime();
      Announcer.Outcome outcome =
          sound
              .speech()
              .say(text, language)
              .toCompletableFuture()
              .get(LONGEST.toMillis(), TimeUnit.MILLISECONDS);
      if (outcome == Announcer.Outcome.NO_VOICE) {
        throw new FailureException(Failure.Kind.UNAVAILABLE, problem(health, "voice"));
      }
      if (outcome == Announcer.Outcome.CUT_OFF) {
        IOException why = unopened.get();
        throw out == null || why == null
            ? new FailureException(Failure.Kind.UNAVAILABLE, problem(health, "speaker"))
            : new FailureException(new Failure(Failure.Kind.UNWRITABLE, reason(why)), why);
      }
      return (clock.nanoTime() - began) / 1e9;
    } catch (TimeoutException e) {
      throw new FailureException(
          new Failure(
              Failure.Kind.BAD_REQUEST,
              "saying it takes longer than "
                  + LONGEST.toMinutes()
                  + " minutes; cut the text in pieces"),
          e);
    } catch (ExecutionException e) {
      throw new FailureException(
          new Failure(Failure.Kind.INTERNAL, "the text could not be spoken: " + e.getMessage()), e);
    }
  }

  /** Nobody would hear it: the daemon keeps the pace without a speaker, this has no reason to. */
  private static void needSpeaker(SpeakerSettings settings, Speaker.Opener opener)
      throws IOException {
    String reason;
    try (Speaker speaker = opener.open()) {
      if (speaker.isAudible()) {
        return;
      }
      String warning = speaker.warning();
      reason = warning == null ? "speaker.type is " + settings.type() : warning;
    } catch (FailureException e) {
      reason = e.failure().detail();
    }
    throw new FailureException(
        Failure.Kind.UNAVAILABLE,
        "nobody would hear it: " + reason + "; into a file: ./earmark speak --out FILE.wav TEXT");
  }

  private static Speaker opened(
      Speaker.Opener device, AtomicReference<@Nullable IOException> unopened) throws IOException {
    try {
      return device.open();
    } catch (IOException e) {
      unopened.set(e);
      throw e;
    }
  }

  /** Returns what the system says of the file. */
  private static String reason(IOException unopened) {
    Throwable cause = unopened.getCause() == null ? unopened : unopened.getCause();
    return String.valueOf(cause.getMessage());
  }

  private static String problem(Health health, String part) {
    return health.parts().stream()
        .filter(found -> found.part().equals(part) && !found.ok())
        .map(Health.Part::text)
        .findFirst()
        .orElse("there is no " + part + " (see voice.engine and speaker.type), or nothing to say");
  }
}
