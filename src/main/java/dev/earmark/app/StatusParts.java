package dev.earmark.app;

import dev.earmark.app.reasoning.ModelReport;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.library.LibraryService;
import dev.earmark.remote.http.status.LiveStatus;
import dev.earmark.remote.http.status.Status;
import dev.earmark.timers.Timer;
import dev.earmark.timers.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * What only the wiring knows of the status: device names, model, voice, brain, timers. Never
 * blocks.
 */
final class StatusParts implements Function<Language, LiveStatus.Parts> {
  private final EarmarkConfig config;
  private final Health health;
  private final LibraryService library;
  private final Ears ears;
  private final Timers timers;
  private final ModelReport model;
  private final Clock clock;

  StatusParts(
      EarmarkConfig config,
      Health health,
      LibraryService library,
      Ears ears,
      Timers timers,
      ModelReport model,
      Clock clock) {
    this.config = config;
    this.health = health;
    this.library = library;
    this.ears = ears;
    this.timers = timers;
    this.model = model;
    this.clock = clock;
  }

  @Override
  public LiveStatus.Parts apply(Language language) {
    return new LiveStatus.Parts(
        microphones(),
        part("speaker", config.speaker().type()),
        ears.description(),
        part("voice", config.voice().engine()),
        model.line(),
        timers.all().stream().map(this::timer).toList(),
        health(language));
  }

  private List<Health.Part> health(Language language) {
    List<Health.Part> parts = new ArrayList<>(health.parts(language));
    library
        .troubles()
        .forEach(
            (name, text) -> parts.add(new Health.Part("catalogue " + name, /* ok= */ false, text)));
    return parts;
  }

  private String part(String name, String otherwise) {
    return health.parts().stream()
        .filter(part -> part.part().equals(name))
        .map(part -> part.ok() ? part.text() : "none")
        .findFirst()
        .orElse(otherwise);
  }

  /** Returns the first microphone, and the further ones that are there with their names. */
  private String microphones() {
    String first = part("microphone", config.microphone().type());
    List<String> further =
        config.microphones().keySet().stream()
            .filter(name -> !part("microphone " + name, "none").equals("none"))
            .toList();
    String all = String.join(", ", further);
    return further.isEmpty() ? first : (first.equals("none") ? all : first + ", " + all);
  }

  private Status.Timer timer(Timer timer) {
    Duration left = Duration.between(clock.now(), timer.at());
    return new Status.Timer(
        timer.id(),
        timer.name(),
        timer.kind().name().toLowerCase(Locale.ROOT),
        Math.max(0, left.toMillis() / 1e3),
        timers.ringing().stream().anyMatch(rings -> rings.id().equals(timer.id())));
  }
}
