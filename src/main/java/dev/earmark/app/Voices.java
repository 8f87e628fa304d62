package dev.earmark.app;

import dev.earmark.app.home.Home;
import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import dev.earmark.base.Health;
import dev.earmark.speak.FallbackVoice;
import dev.earmark.speak.Voice;
import dev.earmark.speak.VoiceSettings;
import dev.earmark.speak.espeak.EspeakVoice;
import dev.earmark.speak.openai.SpeechServerVoice;
import dev.earmark.speak.piper.PiperVoice;
import dev.earmark.speak.voices.VoiceShelf;
import java.util.Optional;
import okhttp3.OkHttpClient;

/** The voice of the configuration; espeak-ng speaks while another one cannot. */
public final class Voices {
  private Voices() {}

  /**
   * Returns the voice for {@code voice.engine}.
   *
   * @throws FailureException kind BAD_REQUEST for an engine that there is not
   */
  public static Optional<Voice> choose(
      Home home, VoiceSettings settings, Clock clock, Health health) throws FailureException {
    boolean alone = !settings.engine().equals("piper") && !settings.engine().equals("openai");
    Optional<Voice> first = first(home, settings);
    return alone
        ? first
        : first.map(voice -> new FallbackVoice(voice, new EspeakVoice(settings), clock, health));
  }

  /**
   * Returns the voice for {@code voice.engine} alone, without another one in its place.
   *
   * @throws FailureException kind BAD_REQUEST for an engine that there is not
   */
  public static Optional<Voice> first(Home home, VoiceSettings settings) throws FailureException {
    return switch (settings.engine()) {
      case "piper" -> Optional.of(piper(home, settings));
      case "openai" -> Optional.of(new SpeechServerVoice(settings, new OkHttpClient()));
      default -> EspeakVoice.choose(settings);
    };
  }

  private static Voice piper(Home home, VoiceSettings settings) {
    VoiceShelf shelf = shelf(home);
    VoiceSettings.Piper piper = settings.piper();
    return new PiperVoice(
        piper.program(),
        (double) VoiceSettings.USUAL_RATE / settings.wordsPerMinute(),
        language -> shelf.model(language, language.pick(piper.zh(), piper.en())),
        PiperVoice.LONGEST);
  }

  /** Returns the folder of piper's voices. */
  public static VoiceShelf shelf(Home home) {
    return new VoiceShelf(home.state().resolve("voices"));
  }
}
