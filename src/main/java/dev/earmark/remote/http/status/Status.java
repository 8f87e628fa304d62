package dev.earmark.remote.http.status;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.earmark.base.Health;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the daemon stands, as {@code GET /api/status} shows it with snake_case names.
 *
 * @param state {@code playing}, {@code paused}, {@code buffering} or {@code stopped}
 * @param album the current book, or null
 * @param section the current section, or null
 * @param chapter the current mark inside the file, or null
 * @param positionS seconds of the section that have been heard
 * @param durationS the section's length in seconds, 0 when unknown
 * @param volume 0 to 100
 * @param speed 1.0 is normal
 * @param sleep the sleep timer, or null
 * @param queue titles of what comes next
 * @param problem why the last thing could not be played, or empty
 * @param waitsForSpeaker whether it is paused only until there is a speaker again; pausing it calls
 *     that off
 * @param microphone what it hears with, {@code none} when nothing
 * @param brain the model that thinks
 * @param uptimeS seconds since the start
 */
public record Status(
    String state,
    @Nullable Album album,
    @Nullable Section section,
    @Nullable String chapter,
    double positionS,
    double durationS,
    int volume,
    double speed,
    @Nullable Sleep sleep,
    List<String> queue,
    String problem,
    boolean waitsForSpeaker,
    List<Download> downloads,
    Listening listening,
    String microphone,
    String speaker,
    String recognizer,
    String voice,
    String brain,
    List<Timer> timers,
    List<Health.Part> health,
    String version,
    double uptimeS) {
  /** Copies the lists. */
  public Status {
    queue = List.copyOf(queue);
    downloads = List.copyOf(downloads);
    timers = List.copyOf(timers);
    health = List.copyOf(health);
  }

  /**
   * Returns it without what changes by time alone, for its tag: the uptime, the level, and the
   * seconds that are left, which become the time that they lead to, to five seconds.
   *
   * @param nowS now, in seconds of a clock that is the same for all that are compared
   */
  public Status timeless(double nowS) {
    Listening still =
        new Listening(
            listening.state(),
            listening.language(),
            listening.languages(),
            listening.wakePhrases(),
            listening.muted(),
            /* levelDbfs= */ 0);
    Double left = sleep == null ? null : sleep.endsInS();
    List<Timer> ends =
        timers.stream()
            .map(t -> new Timer(t.id(), t.name(), t.kind(), end(nowS, t.endsInS()), t.ringing()))
            .toList();
    return new Status(
        state,
        album,
        section,
        chapter,
        positionS,
        durationS,
        volume,
        speed,
        sleep == null || left == null ? sleep : new Sleep(end(nowS, left), sleep.endsAfter()),
        queue,
        problem,
        waitsForSpeaker,
        downloads,
        still,
        microphone,
        speaker,
        recognizer,
        voice,
        brain,
        ends,
        health,
        version,
        /* uptimeS= */ 0);
  }

  private static double end(double nowS, double leftS) {
    return Math.rint((nowS + leftS) / 5);
  }

  /** The current book. */
  public record Album(String id, String title, String author, String narrator) {}

  /**
   * The current section.
   *
   * @param number 1-based
   * @param count how many sections the book has, 0 when unknown
   */
  public record Section(int number, String title, int count) {}

  /**
   * The sleep timer: one of the two is there.
   *
   * @param endsInS seconds
   * @param endsAfter sections, 1 being the current one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Sleep(@Nullable Double endsInS, @Nullable Integer endsAfter) {}

  /**
   * A download.
   *
   * @param album the title
   * @param section 1-based
   * @param totalBytes −1 when unknown
   * @param seconds of sound that are there so far, an estimate until it is done; 0 when unknown
   * @param totalSeconds of the whole file as the catalogue says, 0 when unknown
   * @param elapsedS since its start, in seconds
   * @param state {@code waiting}, {@code running}, {@code paused}, {@code done}, {@code failed} or
   *     {@code cancelled}
   * @param reason why it failed or was tried again, or empty
   */
  public record Download(
      String id,
      String album,
      int section,
      long bytes,
      long totalBytes,
      double seconds,
      double totalSeconds,
      double elapsedS,
      String state,
      String reason) {}

  /**
   * The ears.
   *
   * @param state as {@link dev.earmark.listen.ListenState}, in lower case
   * @param language the preferred one
   * @param languages all that are heard
   * @param muted whether no wake phrase is heard by wish, also without a microphone
   * @param levelDbfs the loudness now, −96 for silence
   */
  public record Listening(
      String state,
      String language,
      List<String> languages,
      List<String> wakePhrases,
      boolean muted,
      double levelDbfs) {
    /** Copies the lists. */
    public Listening {
      languages = List.copyOf(languages);
      wakePhrases = List.copyOf(wakePhrases);
    }
  }

  /**
   * A timer, alarm or reminder that is set or rings.
   *
   * @param kind {@code timer}, {@code alarm} or {@code reminder}
   * @param ringing whether it rings now
   */
  public record Timer(String id, String name, String kind, double endsInS, boolean ringing) {}
}
