package dev.earmark.playback;

import dev.earmark.base.Failure;
import dev.earmark.base.Language;

/**
 * Why something could not be played, as sentences for the listener; published as event {@code
 * player.problem}.
 *
 * @param section 1-based
 * @param skipped whether the player went on with the next section
 * @param zh the sentence in Chinese
 * @param en the same in English
 */
public record Problem(
    String albumId, String title, int section, boolean skipped, String zh, String en) {
  /** Returns the sentence. */
  public String words(Language language) {
    return language.pick(zh, en);
  }

  /** A section that cannot be played; the next one follows. */
  static Problem skipped(String albumId, String title, int section, Failure failure) {
    return of(albumId, title, section, /* skipped= */ true, failure, "，接着放下一集", "; going on");
  }

  /** A section that cannot be played now; the player pauses there. */
  static Problem paused(String albumId, String title, int section, Failure failure) {
    return of(
        albumId,
        title,
        section,
        /* skipped= */ false,
        failure,
        "，先暂停了，说继续可以再试",
        "; paused, say resume to try again");
  }

  /** Several sections in a row cannot be played; the player pauses at the first of them. */
  static Problem row(String albumId, String title, int section, int count, Failure failure) {
    return of(
        albumId,
        title,
        section,
        /* skipped= */ false,
        failure,
        "，连着" + count + "集都放不了，先停下了",
        "; " + count + " sections in a row failed, so it stopped");
  }

  private static Problem of(
      String albumId,
      String title,
      int section,
      boolean skipped,
      Failure failure,
      String zhTail,
      String enTail) {
    String zh = title + "第" + section + "集放不了：" + failure.kind().words(Language.ZH) + zhTail;
    String en =
        "Section "
            + section
            + " of "
            + title
            + " cannot be played: "
            + failure.kind().words(Language.EN)
            + enTail;
    return new Problem(albumId, title, section, skipped, zh, en);
  }
}
