package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.claim.Happened.Deed;
import dev.earmark.text.Lengths;
import dev.earmark.text.Normalizer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What was read supports what an answer says of how things are: the state of the player, the list
 * of timers, the situation at the beginning. Of volume, speed and section a figure in the sentence
 * must stand in what was read; without one a change of volume or speed is not supported.
 */
final class Evidence {
  /** Words by which a result speaks of an effect, apart from claiming it. */
  private static final Map<Effect, Pattern> SPEAKS =
      new EnumMap<>(
          Map.of(
              Effect.TIMER,
              Pattern.compile(
                  "定时|闹钟|提醒|倒计时|后停止|集停止|\\b(?:timer|alarm|reminder|stops (?:in|at))\\b"),
              Effect.VOLUME,
              Pattern.compile("音量|\\bvolume\\b"),
              Effect.SPEED,
              Pattern.compile("倍速|语速|速度|\\bspeed\\b"),
              Effect.BOOKMARK,
              Pattern.compile("书签|\\bbookmarks?\\b"),
              Effect.DOWNLOAD,
              Pattern.compile("下载|\\b(?:download|fetch|mb|kb)\\b|\\bbeing fetched\\b"),
              Effect.STOP,
              Pattern.compile("停止|\\bstopped\\b"),
              Effect.PAUSE,
              Pattern.compile("暂停|\\bpaused\\b"),
              Effect.QUEUE,
              Pattern.compile("队列|\\bqueue\\b")));

  /** The tools whose result is a list of such things, whatever its words are. */
  private static final Map<Effect, String> LISTS =
      Map.of(
          Effect.TIMER, "list_timers", Effect.DOWNLOAD, "downloads", Effect.BOOKMARK, "bookmarks");

  private final List<Deed> read;
  private final Situation before;

  /**
   * Makes it of what a run has read.
   *
   * @param read the calls that succeeded and the words of persons
   */
  Evidence(List<Deed> read, Situation before) {
    this.read = read;
    this.before = before;
  }

  /** Returns whether something that was read says so too. */
  boolean supports(Effect effect, String asserted) {
    for (Deed deed : read) {
      if (speaks(deed, effect)
          && isState(effect, asserted)
          && figuresAgree(effect, asserted, deed.observation())) {
        return true;
      }
    }
    return atTheBeginning(effect, asserted);
  }

  /** "Louder now" tells of a change, which no reading of the volume makes true. */
  private static boolean isState(Effect effect, String asserted) {
    boolean hasFigure = effect == Effect.VOLUME || effect == Effect.SPEED;
    return !hasFigure || !figures(effect, Figures.digits(asserted)).isEmpty();
  }

  /** The list of timers speaks of timers, unless it denies that there are any. */
  private static boolean speaks(Deed deed, Effect effect) {
    String said = Asserted.text(deed.observation());
    Pattern words = SPEAKS.get(effect);
    boolean lists = deed.tool().equals(LISTS.get(effect));
    return ClaimWords.in(said).contains(effect)
        || (words != null && words.matcher(said).find())
        || (lists && !said.isEmpty());
  }

  /** The situation tells volume and speed, and what the book that it names was doing. */
  private boolean atTheBeginning(Effect effect, String asserted) {
    String album = Normalizer.key(before.album());
    boolean named = !album.isEmpty() && Normalizer.key(asserted).contains(album);
    boolean speaks =
        switch (effect) {
          case VOLUME, SPEED -> !figures(effect, Figures.digits(asserted)).isEmpty();
          case PLAY -> named && before.state().equals("playing");
          case PAUSE -> named && before.state().equals("paused");
          default -> false;
        };
    String told =
        "播放第"
            + before.section()
            + "集 音量"
            + before.volume()
            + " 速度"
            + Lengths.number(before.speed());
    return speaks && figuresAgree(effect, asserted, told);
  }

  private static boolean figuresAgree(Effect effect, String asserted, String observation) {
    List<Double> said = figures(effect, Figures.digits(asserted));
    List<Double> real = figures(effect, Figures.digits(observation));
    return said.isEmpty()
        || said.stream().anyMatch(s -> real.stream().anyMatch(r -> Math.abs(s - r) < 0.001));
  }

  private static List<Double> figures(Effect effect, String digits) {
    return switch (effect) {
      case VOLUME -> ValueClaims.volumes(digits);
      case SPEED -> ValueClaims.speeds(digits);
      case PLAY -> Figures.sectionsPlayed(digits);
      default -> List.of();
    };
  }
}
