package dev.earmark.remote.mqtt;

import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayerSnapshot;
import dev.earmark.playback.Problem;
import java.util.Locale;

/**
 * The player as it is published, with snake_case names; immutable.
 *
 * @param state {@code playing}, {@code paused}, {@code buffering} or {@code stopped}
 * @param section its number, 0 without a book
 * @param sections how many the book has
 * @param positionS heard seconds of the section
 * @param durationS its length in seconds, 0 when unknown
 * @param sleepMinutes until the sleep timer ends, 0 for none
 * @param listening {@code ON} when the wake phrase is heard, else {@code OFF}
 */
record MqttState(
    String state,
    String title,
    String author,
    String narrator,
    int section,
    int sections,
    String sectionTitle,
    String chapter,
    long positionS,
    long durationS,
    int volume,
    double speed,
    int sleepMinutes,
    String listening,
    String problem) {
  private static final double JUMP_S = 3;

  static MqttState of(PlayerSnapshot now, boolean muted, Language language) {
    Problem problem = now.problem();
    Album album = now.album();
    Double sleep = now.sleepEndsInS();
    return new MqttState(
        now.state().name().toLowerCase(Locale.ROOT),
        album == null ? "" : album.title(),
        album == null ? "" : album.author(),
        album == null ? "" : album.narrator(),
        now.section(),
        album == null ? 0 : Math.max(album.sectionCount(), album.sections().size()),
        now.sectionTitle(),
        now.chapter(),
        (long) now.positionS(),
        Math.round(now.durationS()),
        now.volume(),
        now.speed(),
        sleep == null ? 0 : (int) Math.ceil(sleep / 60),
        muted ? "OFF" : "ON",
        problem == null ? "" : problem.words(language));
  }

  /**
   * Returns whether this says nothing new to who knows an older one: only time has passed as it was
   * to be expected.
   *
   * @param seconds since the older one
   */
  boolean isExpectedAfter(MqttState older, double seconds) {
    double expected =
        older.positionS + (state.equals("playing") ? Math.max(0, seconds) * speed : 0);
    return Math.abs(positionS - expected) < JUMP_S && withPosition(older.positionS).equals(older);
  }

  private MqttState withPosition(long seconds) {
    return new MqttState(
        state,
        title,
        author,
        narrator,
        section,
        sections,
        sectionTitle,
        chapter,
        seconds,
        durationS,
        volume,
        speed,
        sleepMinutes,
        listening,
        problem);
  }
}
