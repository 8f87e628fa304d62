package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.claim.Happened.Deed;
import dev.earmark.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A state in a sentence that is not the one of the run: what plays, which way, on or off. */
final class StateClaims {
  /** It plays now, or began to; not that it will. */
  private static final Pattern PLAYS =
      Pattern.compile(
          "正在播放|(?<!自动)开始播放[了啦咯]|已经?(?:在|开始|为[你您]|给[你您])?播放|在播放[了啦]|播放中|\\bnow playing\\b|\\bis"
              + " (?:now )?playing\\b|\\bstarted playing\\b|\\bhas started\\b|\\bplaying"
              + " now\\b|\\bi'm (?:now )?playing\\b");

  private static final Pattern LATER =
      Pattern.compile(
          "[会将]|之后|以后|完成后|好后|好了就|完就|马上|稍|等|下载|准备|即将|还在|仍|没放|之前|刚才"
              + "|\\b(?:will|once|when|until|soon|after|still|download\\w*|fetch\\w*|search\\w*|before|was)\\b");
  private static final Pattern FETCHING =
      Pattern.compile("下载中|正在(?:搜索)?下载|\\bdownloading\\b|\\bfetching\\b");
  private static final Pattern PAUSED =
      Pattern.compile("(?:已经?|现在)暂停|已经?停止|\\bis (?:now )?(?:paused|stopped)\\b");

  private static final Pattern RING = Pattern.compile("闹钟|闹铃|定时|计时|提醒|timer|alarm|reminder");
  private static final Pattern OFF =
      Pattern.compile("取消|删|关了|关闭|cancel|called off|delet|remov|\\bis off\\b|turned off");
  private static final Pattern SAYS_OFF =
      Pattern.compile("取消|删除?了|删掉|cancel|called off|deleted|removed");
  private static final Pattern SAYS_SET =
      Pattern.compile("设好|设置好|已经?设|已为[你您]设|定好|设了|\\bset\\b(?! off)");
  private static final Pattern PERHAPS =
      Pattern.compile(
          "随时|如果|要是|想|需要|可以|还有|还剩|剩下|另|仍|重复"
              + "|\\b(?:if|can|to cancel|want|or|still|left|remain\\w*|other|unless)\\b");

  private static final Pattern AHEAD = Pattern.compile("快进|前进|\\bforward\\b|\\bahead\\b");
  private static final Pattern BACK = Pattern.compile("后退|快退|倒回|\\brewound\\b|\\bback\\b");
  private static final Pattern POSITION = Pattern.compile("(\\d+):(\\d\\d)(?::(\\d\\d))?");
  private static final Pattern TITLE =
      Pattern.compile("《([^《》]{1,60})》|\\bplaying \"([^\"]{2,80})\"");

  private final List<Deed> deeds;
  private final Situation before;

  StateClaims(List<Deed> deeds, Situation before) {
    this.deeds = deeds;
    this.before = before;
  }

  /**
   * Returns the call whose result says otherwise than the sentence, or null.
   *
   * @param sentence as it stands in the answer, with its titles
   * @param digits what it asserts, with number words as digits
   * @param plain whether its figures are plain ones
   */
  @Nullable Deed against(String sentence, String digits, Set<Effect> claims, boolean plain) {
    Deed playing = playing(digits, claims);
    if (playing != null) {
      return playing;
    }
    if (claims.contains(Effect.PLAY) && isOtherTitle(sentence)) {
      return Contradictions.last(deeds, Effect.PLAY);
    }
    if (claims.contains(Effect.TIMER)) {
      return timer(digits);
    }
    return claims.contains(Effect.SEEK) ? seek(digits, plain) : null;
  }

  private @Nullable Deed playing(String digits, Set<Effect> claims) {
    Deed last = null;
    boolean readLater = false;
    for (Deed deed : deeds) {
      if (deed.effects().contains(Effect.PLAY)
          || deed.effects().contains(Effect.PAUSE)
          || deed.effects().contains(Effect.STOP)) {
        last = deed;
        readLater = false;
      } else {
        readLater |= ClaimGuard.claims(deed.observation()).contains(Effect.PLAY);
      }
    }
    if (last == null || LATER.matcher(digits).find()) {
      return null;
    }
    boolean plays = PLAYS.matcher(digits).find();
    boolean paused = PAUSED.matcher(digits).find();
    if (!last.effects().contains(Effect.PLAY)) {
      boolean stops = claims.contains(Effect.PAUSE) || claims.contains(Effect.STOP);
      return plays && !stops && !readLater ? last : null;
    }
    if (isFetching(last)) {
      return plays && !readLater && !isOfBefore(digits) ? last : null;
    }
    return paused && !claims.contains(Effect.PLAY) ? last : null;
  }

  private static boolean isFetching(Deed deed) {
    Object kind = deed.data().get("kind");
    if (kind != null) {
      return kind.equals("fetching") || kind.equals("joined");
    }
    return FETCHING.matcher(deed.observation().toLowerCase(Locale.ROOT)).find()
        && !ClaimGuard.claims(deed.observation()).contains(Effect.PLAY);
  }

  /** The sentence names the book that played before, and may go on to. */
  private boolean isOfBefore(String digits) {
    String album = Normalizer.key(before.album());
    return !album.isEmpty() && Normalizer.key(digits).contains(album);
  }

  /** A title in its marks that no result and no call of the run has, in their own script. */
  private boolean isOtherTitle(String sentence) {
    Deed play = Contradictions.last(deeds, Effect.PLAY);
    Matcher title = TITLE.matcher(sentence);
    if (play == null || isFetching(play) || !title.find()) {
      return false;
    }
    List<String> known = known(play);
    String whole = Normalizer.key(TITLE.matcher(sentence).replaceAll(" "));
    if (known.stream().anyMatch(k -> k.length() > 1 && whole.contains(k))) {
      return false; // the series stands in its marks, the book behind it
    }
    String text = String.join(" ", known);
    title.reset();
    while (title.find()) {
      String name = Normalizer.key(title.group(1) != null ? title.group(1) : title.group(2));
      boolean same =
          known.stream().anyMatch(k -> k.contains(name) || (k.length() > 1 && name.contains(k)));
      if (same || name.isEmpty() || Normalizer.hasHan(name) != Normalizer.hasHan(text)) {
        return false;
      }
    }
    return true;
  }

  private List<String> known(Deed play) {
    List<String> known = new ArrayList<>();
    for (Deed deed : deeds) {
      known.add(Normalizer.key(deed.observation()));
      deed.args().values().forEach(value -> known.add(Normalizer.key(String.valueOf(value))));
      deed.data().values().forEach(value -> known.add(Normalizer.key(String.valueOf(value))));
    }
    if (!play.data().containsKey("title")) {
      known.add(Normalizer.key(before.album()));
    }
    known.removeIf(String::isEmpty);
    return known;
  }

  private @Nullable Deed timer(String digits) {
    if (!RING.matcher(digits).find() || PERHAPS.matcher(digits).find()) {
      return null;
    }
    boolean off = false;
    boolean set = false;
    for (Deed deed : deeds) {
      if (deed.effects().contains(Effect.TIMER)) {
        String observed = deed.observation().toLowerCase(Locale.ROOT);
        boolean called = deed.tool().contains("cancel") || OFF.matcher(observed).find();
        off |= called;
        set |= !called;
      }
    }
    boolean saysOff = SAYS_OFF.matcher(digits).find();
    boolean saysSet = SAYS_SET.matcher(digits).find();
    boolean wrong = (saysOff && !saysSet && set && !off) || (saysSet && !saysOff && off && !set);
    return wrong ? Contradictions.last(deeds, Effect.TIMER) : null;
  }

  /** Another length, or the other way, than the call had. */
  private @Nullable Deed seek(String digits, boolean plain) {
    Deed deed = Contradictions.last(deeds, Effect.SEEK);
    if (deed == null || !(deed.args().get("seconds") instanceof Number seconds)) {
      return null;
    }
    double by = seconds.doubleValue();
    boolean ahead = AHEAD.matcher(digits).find();
    boolean back = BACK.matcher(digits).find();
    if ((by > 0 && back && !ahead) || (by < 0 && ahead && !back)) {
      return deed;
    }
    List<Double> real = new ArrayList<>(List.of(Math.abs(by)));
    for (Deed later : Contradictions.from(deeds, deed)) {
      String observed = Figures.digits(later.observation());
      real.addAll(Figures.lengths(observed));
      Matcher place = POSITION.matcher(observed);
      while (place.find()) {
        double first = Double.parseDouble(place.group(1)) * 60 + Integer.parseInt(place.group(2));
        String last = place.group(3);
        real.add(last == null ? first : first * 60 + Integer.parseInt(last));
      }
    }
    List<Double> said = plain ? Figures.lengths(digits) : List.of();
    boolean same = said.stream().anyMatch(s -> real.stream().anyMatch(r -> Math.abs(s - r) <= 1));
    return !said.isEmpty() && !same && (ahead || back) ? deed : null;
  }
}
