package dev.earmark.remote.http.status;

import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.Health;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenControl;
import dev.earmark.listen.ListenSettings;
import dev.earmark.media.Download;
import dev.earmark.media.MediaStore;
import dev.earmark.playback.Player;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.remote.http.reply.Json;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The status, read from the running parts. Thread-safe; never blocks. */
public final class LiveStatus implements StatusSource {
  private final Player player;
  private final MediaStore media;
  private final ListenControl ears;
  private final ListenSettings listening;
  private final BooleanSupplier muted;
  private final Function<Language, Parts> parts;
  private final Clock clock;
  private final String version;
  private final long startNanos;

  /**
   * What only the wiring knows.
   *
   * @param microphone the device in use, {@code none} when there is none; the same for the others
   */
  public record Parts(
      String microphone,
      String speaker,
      String recognizer,
      String voice,
      String brain,
      List<Status.Timer> timers,
      List<Health.Part> health) {
    /** Copies the lists. */
    public Parts {
      timers = List.copyOf(timers);
      health = List.copyOf(health);
    }
  }

  /**
   * Reads from the given parts; the daemon's start is now.
   *
   * @param muted returns whether no wake phrase is heard by wish
   * @param parts returns them with what they say in the language
   */
  public LiveStatus(
      Player player,
      MediaStore media,
      ListenControl ears,
      ListenSettings listening,
      BooleanSupplier muted,
      Function<Language, Parts> parts,
      String version,
      Clock clock) {
    this.player = player;
    this.media = media;
    this.ears = ears;
    this.listening = listening;
    this.muted = muted;
    this.parts = parts;
    this.version = version;
    this.clock = clock;
    this.startNanos = clock.nanoTime();
  }

  @Override
  public Status status(Language language) {
    PlayerSnapshot now = player.snapshot();
    Parts rest = parts.apply(language);
    return new Status(
        Json.lower(now.state()),
        album(now),
        section(now),
        now.chapter().isEmpty() ? null : now.chapter(),
        now.positionS(),
        now.durationS(),
        now.volume(),
        now.speed(),
        sleep(now),
        now.queue(),
        now.problemIn(language),
        now.waitsForSpeaker(),
        media.downloads().stream().map(d -> download(d, language)).toList(),
        listening(),
        HealthWords.of(rest.microphone(), language),
        HealthWords.of(rest.speaker(), language),
        HealthWords.of(rest.recognizer(), language),
        HealthWords.of(rest.voice(), language),
        rest.brain(),
        rest.timers(),
        rest.health().stream().map(part -> HealthWords.of(part, language)).toList(),
        version,
        (clock.nanoTime() - startNanos) / 1e9);
  }

  /** Returns a download as it is shown, in English. */
  public static Status.Download download(Download download) {
    return download(download, Language.EN);
  }

  /** Returns a download as it is shown. */
  public static Status.Download download(Download download, Language language) {
    Download.Progress progress = download.progress();
    Failure failure = progress.failure();
    return new Status.Download(
        download.id(),
        download.request().albumTitle(),
        download.request().section(),
        progress.bytes(),
        progress.totalBytes(),
        round(download.audioS()),
        round(download.request().expectedS()),
        progress.elapsedS(),
        Json.lower(progress.state()),
        failure == null ? "" : language == Language.EN ? failure.detail() : failure.said(language));
  }

  private static double round(double seconds) {
    return Math.round(seconds * 10) / 10.0;
  }

  private static Status.@Nullable Album album(PlayerSnapshot now) {
    var album = now.album();
    return album == null
        ? null
        : new Status.Album(album.id(), album.title(), album.author(), album.narrator());
  }

  private static Status.@Nullable Section section(PlayerSnapshot now) {
    var album = now.album();
    if (album == null || now.section() <= 0) {
      return null;
    }
    int count = Math.max(album.sectionCount(), album.sections().size());
    return new Status.Section(now.section(), now.sectionTitle(), count);
  }

  private static Status.@Nullable Sleep sleep(PlayerSnapshot now) {
    return now.sleepEndsInS() == null && now.sleepSections() == null
        ? null
        : new Status.Sleep(now.sleepEndsInS(), now.sleepSections());
  }

  private Status.Listening listening() {
    List<String> languages = listening.languages().stream().map(Language::code).toList();
    return new Status.Listening(
        Json.lower(ears.state()),
        languages.isEmpty() ? "" : languages.get(0),
        languages,
        listening.wakePhrases(),
        muted.getAsBoolean(),
        Math.round(ears.levelDbfs() * 10) / 10.0);
  }
}
