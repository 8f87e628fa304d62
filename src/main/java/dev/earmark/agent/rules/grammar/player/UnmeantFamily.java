package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Sentences with the words of a command that give none: "that's loud enough", "should I skip this
 * chapter", 不要取消闹钟; and wishes that nothing here can grant, though they sound like titles.
 */
public final class UnmeantFamily implements IntentFamily {
  private static final Pattern EN_ENOUGH =
      Pattern.compile(
          "(?:(?:that's|that is|it's|it is|this is|now it's) )?(?:loud|quiet|soft|fast|slow|low|high) enough(?: (?:now|for me))?");
  private static final Pattern ZH_ENOUGH =
      Pattern.compile("(?:声音|音量|语速|速度|现在|这样|已经|这)*够(?:大|小|响|轻|快|慢|高|低)(?:声)?了");
  private static final Pattern EN_UP_TO_YOU =
      Pattern.compile("(?:(?:should|must) (?:i|we)|do (?:i|we) (?:have|need) to) (?!know\\b).*");
  private static final Pattern EN_GOES_ON =
      Pattern.compile(
          "(?:i|we) (?:just )?(?:can't|cannot|can not|couldn't) stop (?:listening|reading|hearing).*");
  private static final Pattern ZH_KEEP_TIMERS =
      Pattern.compile(
          "(?:先)?(?:不要|别|不用|不能)(?:把|再|给我)*(?:取消|删除|删掉|删|去掉).{0,8}(?:闹钟|闹铃|提醒|定时器?|计时器|倒计时)(?:了)?");
  private static final Pattern EN_KEEP_TIMERS =
      Pattern.compile(
          "(?:don't|do not|never) (?:cancel|delete|remove|clear|turn off|switch off) (?:.{0,16} )?(?:alarms?|timers?|reminders?)");
  private static final Pattern ZH_OTHER_TIME =
      Pattern.compile("(?:把)?.{0,10}(?:闹钟|闹铃|提醒)(?:时间)?(?:改|调|换|挪|推迟|提前)(?:一下)?(?:到|成|为).{1,12}");
  private static final Pattern EN_OTHER_TIME =
      Pattern.compile(
          "(?:move|change|shift|reschedule|push) (?:the|my) .{0,20}(?:alarm|timer|reminder)(?: .{1,16})? to .{1,24}");
  private static final Pattern ZH_HEARD =
      Pattern.compile(
          "(?:我|我们|咱们)(?:昨天|昨晚|前天|上次|上周|刚才|今天早上|早上)(?:已经)?(?:听|看)(?:了|过|完了?)[^，,]{2,12}第[^，,]{1,5}[集章回]了?");
  private static final Pattern EN_LATER =
      Pattern.compile("play (?:it |this )?(?:later|some other time)");
  private static final Pattern EN_ROOM =
      Pattern.compile(
          "(?:play|put)(?: (?:it|this))?(?: on)? in (?:the|my) (?:kitchen|bedroom|bathroom|living room|garden|garage|office|car)");
  private static final Pattern EN_SOME =
      Pattern.compile(
          "download (?:the )?(?:next|following|first|last) (?:\\w+ )?(?:chapters?|episodes?|sections?|parts?)");
  private static final Pattern ZH_SOME =
      Pattern.compile("下载(?:接下来|后面|下面|前面|前|后)的?[一二两三四五六七八九十\\d]+[集章回]");
  private static final Pattern EN_FROM_END =
      Pattern.compile(
          "(?:(?:go|skip|jump|play|take me)(?: me)?(?: straight)?(?: to)? )?(?:the )?(?:last (?:few|\\w+) (?:minutes|seconds)|(?:\\w+ )?(?:minutes?|seconds?) before the end)(?: (?:of|in) .{1,24})?");
  private static final Pattern ZH_FROM_END =
      Pattern.compile(
          "(?:直接|只)?(?:播放|跳到|放|听|到|去)(?:这一?[集章回])?的?(?:最后|结尾前?|倒数)[一二两三四五六七八九十半\\d]+(?:分钟|秒钟?)(?:前)?");

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.zh() ? zh(words) : en(words);
  }

  private static Optional<Decision> zh(Utterance words) {
    if (words.is(ZH_ENOUGH)) {
      return asItIs(words);
    }
    if (words.is(ZH_KEEP_TIMERS)) {
      return kept(words);
    }
    if (words.is(ZH_OTHER_TIME)) {
      return otherTime(words);
    }
    if (words.is(ZH_SOME)) {
      return wholeOnly(words);
    }
    if (words.is(ZH_FROM_END)) {
      return fromEnd(words);
    }
    return words.is(ZH_HEARD)
        ? say(words, "听过的我都记着，想接着听就说一声。", "I know what was heard; say so to go on.")
        : Optional.empty();
  }

  private static Optional<Decision> en(Utterance words) {
    if (words.is(EN_ENOUGH)) {
      return asItIs(words);
    }
    if (words.is(EN_KEEP_TIMERS)) {
      return kept(words);
    }
    if (words.is(EN_OTHER_TIME)) {
      return otherTime(words);
    }
    if (words.is(EN_SOME)) {
      return wholeOnly(words);
    }
    if (words.is(EN_FROM_END)) {
      return fromEnd(words);
    }
    if (words.is(EN_GOES_ON)) {
      return say(words, "好，接着听。", "Good, it goes on.");
    }
    if (words.is(EN_LATER)) {
      return say(words, "好，要听的时候叫我。", "All right, tell me when.");
    }
    if (words.is(EN_ROOM)) {
      return say(words, "我只能在这个音箱上放。", "I can only play on this speaker.");
    }
    return words.is(EN_UP_TO_YOU)
        ? say(words, "这要你来定，说一声我就做。", "That is up to you; say the word and I will.")
        : Optional.empty();
  }

  private static Optional<Decision> say(Utterance words, String zh, String en) {
    return Decision.say(Certainty.SURELY, words.say(zh, en));
  }

  private static Optional<Decision> asItIs(Utterance words) {
    return say(words, "好的，不动它。", "All right, I leave it as it is.");
  }

  private static Optional<Decision> kept(Utterance words) {
    return say(words, "好的，都还留着。", "All right, nothing is cancelled.");
  }

  private static Optional<Decision> otherTime(Utterance words) {
    return say(
        words, "我不能改时间。可以先取消它，再设一个新的。", "I cannot change its time. Cancel it, and set a new one.");
  }

  private static Optional<Decision> wholeOnly(Utterance words) {
    return say(words, "我只能下载整本书。", "I can only download whole books.");
  }

  private static Optional<Decision> fromEnd(Utterance words) {
    return say(
        words, "我不能从结尾往回数。可以说跳到第几分钟。", "I cannot count from the end. Say the minute to go to.");
  }
}
