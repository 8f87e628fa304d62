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

  /** Returns whether the file itself is at fault, so that trying again is no use. */
  public static boolean isOfFile(Failure.Kind kind) {
    return kind == Failure.Kind.UNDECODABLE
        || kind == Failure.Kind.WRONG_CONTENT
        || kind == Failure.Kind.NOT_FOUND;
  }

  /** The last section, heard as far as its file goes; the book ends there. */
  public static Problem atEnd(String albumId, String title, int section, Failure failure) {
    return of(albumId, title, section, /* skipped= */ false, ofFile(failure, "", ""));
  }

  /** A section that cannot be played, or not to its end; the next one follows. */
  public static Problem skipped(String albumId, String title, int section, Failure failure) {
    Why why = ofFile(failure, "，接着放下一集", "; going on");
    return of(albumId, title, section, /* skipped= */ true, why);
  }

  /** A section that cannot be played now; the player pauses there. */
  public static Problem paused(String albumId, String title, int section, Failure failure) {
    Why why = Why.of(failure, "，先暂停了，说继续可以再试", "; paused, say resume to try again");
    return of(albumId, title, section, /* skipped= */ false, why);
  }

  /** A section that cannot be played now; it is waited for and tried again. */
  public static Problem waiting(String albumId, String title, int section, Failure failure) {
    Why why = Why.of(failure, "，正在再试", "; trying again");
    return of(albumId, title, section, /* skipped= */ false, why);
  }

  /** Several sections in a row cannot be played; the player pauses at the first of them. */
  public static Problem row(String albumId, String title, int section, int count, Failure failure) {
    Why why =
        ofFile(
            failure,
            "，连着" + count + "集都放不了，先停下了",
            "; " + count + " sections in a row failed, so it stopped");
    return of(albumId, title, section, /* skipped= */ false, why);
  }

  /** There is no speaker; the book waits, and goes on by itself. */
  public static Problem noSpeaker(String albumId, String title, int section) {
    Why why =
        new Why(
            "先停着：喇叭用不了，好了就接着放",
            "waits: the speaker cannot be used; it goes on by itself when it can");
    return of(albumId, title, section, /* skipped= */ false, why);
  }

  /** Returns whether the book only waits for its speaker, and goes on by itself. */
  boolean waitsForSpeaker() {
    return equals(noSpeaker(albumId, title, section));
  }

  /** What is wrong, and what is done about it. */
  private record Why(String zh, String en) {
    static Why of(Failure failure, String zhTail, String enTail) {
      return new Why(
          "放不了：" + failure.said(Language.ZH) + zhTail,
          "cannot be played: " + failure.said(Language.EN) + enTail);
    }
  }

  /** What is wrong with a file; TRUNCATED is one that is here and cut, not a download. */
  private static Why ofFile(Failure failure, String zhTail, String enTail) {
    if (failure.kind() == Failure.Kind.WRONG_CONTENT) {
      return new Why(
          "放不了：文件里不是声音" + zhTail, "cannot be played: there is no sound in the file" + enTail);
    }
    if (failure.kind() != Failure.Kind.TRUNCATED) {
      return Why.of(failure, zhTail, enTail);
    }
    return new Why("没放完：文件不完整" + zhTail, "ends too early: the file is incomplete" + enTail);
  }

  private static Problem of(String albumId, String title, int section, boolean skipped, Why why) {
    String zh = title + "第" + section + "集" + why.zh();
    String en = "Section " + section + " of " + title + " " + why.en();
    return new Problem(albumId, title, section, skipped, zh, en);
  }
}
