package dev.earmark.listen.remote;

import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.listen.ListenSettings;
import dev.earmark.listen.RecognizerLayer;
import okhttp3.OkHttpClient;

/** Makes recognisers that ask the configured server. Stateless. */
public final class RemoteRecognition {
  private RemoteRecognition() {}

  /**
   * Returns the layer that the settings ask for; all its recognisers know together whether the
   * server answers. Nothing is asked yet.
   *
   * @param health told in the part {@code transcription} whether the server answers
   */
  public static RecognizerLayer of(
      RemoteSettings settings,
      ListenSettings listen,
      OkHttpClient http,
      Clock clock,
      Health health) {
    if (!settings.server()) {
      return RecognizerLayer.NONE;
    }
    TranscriptionServer server =
        switch (settings.engine()) {
          case "openai" -> new OpenAiServer(settings, listen.languages(), http);
          case "vosk-server" -> new VoskServer(settings, http);
          default -> throw new IllegalArgumentException("no engine " + settings.engine());
        };
    ServerWatch watch = new ServerWatch(server.name(), clock, health);
    RemoteRecognizer.Rules rules =
        new RemoteRecognizer.Rules(
            settings.timeout(),
            listen.minConfidence(),
            listen.wakePhrases(),
            listen.languages().get(0));
    return (embedded, titles) -> new RemoteRecognizer(embedded, server, watch, rules, titles);
  }
}
