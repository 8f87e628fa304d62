package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Moves inside the section that plays. */
public final class SeekFamily implements IntentFamily {
  /** How far "a bit" goes, in seconds. */
  private static final int A_BIT = 15;

  private static final int SKIP = 30;

  /** 12:30 and 1:02:03, as positions are shown. */
  private static final Pattern CLOCK =
      Pattern.compile("(?<![\\d:：.])(\\d{1,3})[:：]([0-5]\\d)(?:[:：]([0-5]\\d))?(?![\\d:：])");

  private static final Pattern TIME_OF_DAY =
      Pattern.compile(
          "点|闹钟|闹铃|提醒|叫我|叫醒|喊我|早上|上午|中午|下午|晚上|今晚|明天|\\b(?:alarm|timer|remind|wake|tomorrow|tonight|morning|evening|afternoon|o'clock|until|till|at (?!0))\\b|\\d ?[ap]\\.?m\\b");

  private static final Pattern ZH_POSITION =
      Pattern.compile(
          "(?:从|给我)?(?:直接)?(?:跳到|快进到|快退到|倒退到|后退到|退回到|退到|倒回到|倒到|回到|进到|前进到|到|去|转到|拉到|定位到|从|播放到|放到|播到|移到|跳转到|跳回到?|返回)(?:第)?(.+?)(?:的?(?:地方|位置|处|那里|那儿|时候|开始))*(?:放|播放|听|播|讲|继续|接着|往下|听起|放起)*");
  private static final Pattern ZH_BACK =
      Pattern.compile("倒退|后退|往回|回退|退回|快退|倒回|倒带|倒转|往后退|向后退|倒|退|回放|重听|再听|重放|往前倒|往前退|前面");
  private static final Pattern ZH_FORWARD = Pattern.compile("快进|前进|往前|向前|跳过|略过|往后|向后|跳|略过|过掉|进");
  private static final Pattern ZH_SHORT_BACK =
      Pattern.compile(
          "(?:.{0,8}(?:没听见|没听清楚?|没听到|没听懂|走神了|漏了|错过了))?[，,。]*(?:再|请|你)?(?:往回|往前倒|倒|退|后退|倒退|回退|退回|往后退|快退|倒带|倒回去?|退回去|往前退)(?:去)?(?:倒|退|放|跳)?(?:一?(?:点点?儿?|些|下|小段|段|会儿))?"
              + "|(?:刚才|刚刚)(?:他|她|它|书里)?(?:说|讲|念)(?:了|的)?(?:是)?什么(?:来着)?|(?:刚才|刚刚|上)(?:那|的)?(?:一)?(?:句|段|里|儿|句话)?(?:话)?(?:我)?(?:没听见|没听清楚?|没听到|没听懂|说什么了?|说的?是?什么|讲什么了?|讲了什么|再(?:说|放|讲|念|听)一?遍|是什么)"
              + "|(?:再|重新?)(?:说|讲|念)一(?:遍|次)(?:刚才(?:的|那句|那段)?.{0,3})?|(?:再|重新?)(?:放|听|播放?|讲|说|念|来|读)一?(?:遍|次|下)?(?:刚才|刚刚|上面|前面)(?:的|那|这)*(?:一)?(?:句|段|里|部分|地方|点|小段|句话|段话)?(?:话|内容)?|重复一?(?:下|遍|次)?(?:刚才|刚刚)?(?:的|那|上)?(?:一)?(?:句|段|句话|话)?|(?:我)?(?:没听见|没听清楚?|没听到)(?:刚才.{0,4})?|(?:把)?刚才(?:那|的)(?:句|段|一句|一段|话|句话)(?:再)?(?:重复|重放|重讲|放|讲|说|念)(?:一?(?:遍|次|下))?");
  private static final Pattern ZH_SHORT_FORWARD =
      Pattern.compile(
          "(?:快进|前进|往前|往后|向前|向后|跳过)(?:跳|走|放|进|拨|挪|拉|快进)?(?:一?(?:点点?|些|下|小段|段|会儿))?|(?:跳过|略过|不听|不想听)(?:这段|这一段|片头|片尾|广告|开头|前奏|音乐)(?:音乐|广告)?|(?:把)?(?:这段|这一段|这个)?(?:片头|片尾|广告|前奏)(?:给我)?(?:跳|略)(?:过去?|掉)");
  private static final Pattern ZH_START =
      Pattern.compile(
          "(?:回到|退回到?|跳到|从|跳回|倒回)?(?:这一?(?:集|章|回|篇|个故事))?(?:的)?(?:从)?(?:头|开头|最开始|起点|最前面|开始的地方)(?:重新)?(?:开始)?(?:放|播放|听|讲|播|念|来)?(?:起|过|一遍|再来一遍)?|从头(?:再)?(?:放|播放|听|讲|播|念|来|开始)?(?:放|播放|听|讲|播|念|来)?(?:一遍|一次|起|过)?(?:这一?(?:集|章|回|篇|个故事))?"
              + "|(?:重新|重头|从新)(?:开始)?(?:放|播放|听|讲|播|念|来)?(?:一遍|一次|起)?(?:这一?(?:集|章|回|篇|个故事|个))?|(?:这一?(?:集|章|回|篇|个故事|个))?(?:再|重新?)(?:放|播放?|听|讲|念|来)(?:一遍|一次)(?:这一?(?:集|章|回|篇|个故事|个))?|(?:把)?这一?(?:集|章|回|篇|个故事|个)(?:从头|重新|重头)(?:开始)?(?:再)?(?:放|播放?|听|讲|念|来)(?:一遍|一次)?|(?:重播|重放|重来|重听)(?:一?(?:下|遍|次))?|重听(?:这一?(?:集|章|回|篇|个故事))?|重复(?:播放)?这一?(?:集|章|回)|(?:再|重新?)(?:放|听|讲|播)这一?(?:集|章|回|篇|个故事)(?:一遍)?|把这一?(?:集|章|回|篇|个故事)(?:从头)?(?:再|重新?)(?:放|讲|听|播|念)(?:一遍)?");

  private static final Pattern EN_POSITION =
      Pattern.compile(
          "(?:(?:go|jump|skip|move|fast forward|forward|rewind|seek|take me|start|play|begin|get|wind|scrub)(?: (?:back|ahead|forward|on|it|straight))*(?: to| at| from| out from)|to) (?:the )?(.+?)(?: (?:mark|point|in|into (?:it|the chapter)|position))?");
  private static final Pattern EN_BACK =
      Pattern.compile(
          "\\b(?:back|rewind|backwards?|replay|earlier|repeat|ago|before|behind|again|last)\\b");
  private static final Pattern EN_FORWARD =
      Pattern.compile("\\b(?:skip|ahead|forwards?|jump|advance|further|on|fast|later|move|go)\\b");
  private static final Pattern EN_SHORT_BACK =
      Pattern.compile(
          "(?:(?:.{0,30}\\b(?:missed that|missed it|didn't (?:hear|catch|get) (?:that|it|what .*)|did not (?:hear|catch) that)[, ]*)?(?:(?:can you |please )?(?:rewind|go back|back up|back|skip back|jump back|move back|wind back|wind it back)(?: (?:it|that|this))?(?: (?:a (?:bit|little|little bit|tad|touch|few lines)|some|slightly|a sec|just a bit))?)?)|what did (?:he|she|they|it|you|the narrator)(?: just)? say(?: just now)?|what was that(?: again)?|(?:say|repeat|play|read) (?:that|it|the last (?:bit|part|line|sentence|paragraph))(?: (?:again|bit again|part again|once more|one more time|last bit))+|(?:i |we )?(?:didn't|did not|couldn't|could not|don't think i)(?: quite)? (?:hear|catch|get|caught|follow) (?:that |the )?(?:very )?(?:last )?(?:bit|part|line|sentence|paragraph|word|words|few words|thing|passage)(?: (?:there|just now))?|repeat(?: (?:that|the last (?:bit|line|sentence|part|paragraph)))?|come again|pardon(?: me)?|replay that");
  private static final Pattern EN_SHORT_FORWARD =
      Pattern.compile(
          "(?:fast[ -]?forward|skip ahead|skip forward|jump ahead|jump forward|go forward|forward|go ahead a (?:bit|little)|move (?:ahead|forward)|skip (?:a (?:bit|little)|this (?:bit|part)|the (?:intro|introduction|ad|ads|credits|boring (?:bit|part))))(?: (?:a (?:bit|little|little bit|tad)|some|slightly|it))?");
  private static final Pattern EN_START =
      Pattern.compile(
          "(?:(?:go |take (?:me|it) |skip |jump |rewind )?(?:back )?to (?:the )?(?:start|beginning|top)|(?:start|begin|play|read|restart|take)(?: (?:it|this|that|again|over|chapter|the (?:chapter|book|story)|this (?:chapter|story|one)))*(?: (?:all )?(?:over(?: again)?|again|from (?:the (?:start|beginning|top|very beginning)|scratch)))+|restart(?: (?:it|this|that|the (?:chapter|story|episode|section)|this (?:chapter|story|episode|one)))?|(?:from|at) the (?:start|beginning|top|very beginning)|(?:play|read|replay|repeat) (?:it|this|that|the|this one)(?: (?:chapter|story|episode|section|one))?(?: (?:again|once more|one more time))?|once more from the (?:top|start|beginning))(?: of (?:the|this) (?:chapter|story|episode|section|one|book))?");
  private static final Pattern EN_START_REFUSED =
      Pattern.compile(
          "(?:repeat|replay) that|(?:play|read) (?:it|this|that|the|this one|this story|the story|the chapter|this chapter|the episode|this episode|the section|the one|it one)");

  private static final Pattern WHOLE_BOOK = Pattern.compile("\\b(?:audio ?)?book\\b|这本书|整本|全书");

  @Override
  public Optional<Decision> read(Utterance words) {
    Utterance told = withoutClock(words);
    return told.zh() ? zh(told) : en(told);
  }

  /** 跳到0:20 is a place in the section, unless it is a time of day. */
  private static Utterance withoutClock(Utterance words) {
    Matcher clock = CLOCK.matcher(words.text());
    if (!clock.find() || words.has(TIME_OF_DAY)) {
      return words;
    }
    double hours = clock.group(3) == null ? 0 : Integer.parseInt(clock.group(1));
    int minutes = Integer.parseInt(clock.group(clock.group(3) == null ? 1 : 2));
    int seconds = Integer.parseInt(clock.group(clock.group(3) == null ? 2 : 3));
    Number all = Durations.plain(hours * 3600 + minutes * 60 + seconds);
    String spoken = clock.replaceFirst(all + (words.zh() ? "秒" : " seconds"));
    return new Utterance(spoken, spoken, words.language(), words.reply(), words.situation());
  }

  private static Optional<Decision> zh(Utterance words) {
    if (words.is(ZH_START)) {
      return start(words);
    }
    Matcher position = ZH_POSITION.matcher(words.text());
    if (position.matches()) {
      Optional<Decision> found = zhPosition(position.group(1));
      if (found.isPresent()) {
        return found;
      }
    }
    Durations.Found time = Durations.find(words.text(), Language.ZH).orElse(null);
    if (time != null) {
      return by(zhDirection(words.text(), time), time.seconds());
    }
    Optional<Decision> lazy = bareNumber(words);
    if (lazy.isPresent()) {
      return lazy;
    }
    if (words.is(ZH_SHORT_BACK)
        || lastClause(words).filter(c -> ZH_SHORT_BACK.matcher(c).matches()).isPresent()) {
      return by(-1, A_BIT);
    }
    return words.is(ZH_SHORT_FORWARD) ? by(1, SKIP) : Optional.empty();
  }

  /**
   * From the start: a book that was stopped, or has ended, is to be heard again, not only moved.
   */
  private static Optional<Decision> start(Utterance words) {
    Situation now = words.situation();
    if (words.has(WHOLE_BOOK) && !now.album().isEmpty()) {
      return Decision.call("search_and_play", Args.of("keyword", now.album(), "section", 1));
    }
    return now.state().equals("stopped") && !now.album().isEmpty()
        ? Decision.call(
            "search_and_play",
            Args.of("keyword", now.album(), "section", Math.max(1, now.section())))
        : position(0);
  }

  private static Optional<String> lastClause(Utterance words) {
    int comma = Math.max(words.text().lastIndexOf('，'), words.text().lastIndexOf(','));
    return comma < 0 ? Optional.empty() : Optional.of(words.text().substring(comma + 1).strip());
  }

  private static Optional<Decision> zhPosition(String target) {
    Durations.Found time = Durations.startingAt(target, 0, Language.ZH).orElse(null);
    return time != null && time.end() == target.length()
        ? position(time.seconds())
        : Optional.empty();
  }

  /**
   * Returns 1 for forward, -1 for back, 0 when the words around the time are about other things.
   */
  private static int zhDirection(String text, Durations.Found time) {
    String rest = text.substring(0, time.start()) + "…" + text.substring(time.end());
    String left =
        Patterns.replaceAll(
            rest,
            "[，,。\\s…]|前面|后面|后边|接下来|下面|这里|的|那|吧|一?下|给我|帮我|再|请|把|内容|时间|时长|听|放|去|多|大概|大约|差不多|了|我|要|想|它|书|有点|没听清|没听见|刚才|走神|左右|啊",
            "");
    boolean back = ZH_BACK.matcher(rest).find();
    boolean forward = ZH_FORWARD.matcher(rest).find();
    String unknown =
        Patterns.replaceAll(
            left,
            "倒退|后退|往回|回退|退回|快退|倒回|倒带|倒转|往后|向后|往前|向前|倒|退|回放|重听|重放|快进|前进|跳过|跳|略过|过掉|进|回|走|播放|播|讲",
            "");
    if (unknown.length() > 1 || (!back && !forward)) {
      return 0;
    }
    return back ? -1 : 1;
  }

  /** 快进三十 leaves the seconds unsaid. */
  private static Optional<Decision> bareNumber(Utterance words) {
    Matcher m = Patterns.of("(快进|前进|后退|倒退|快退|回退)(?:个)?([零一二三四五六七八九十百两\\d]+)").matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    double seconds = NumberWords.parse(m.group(2), Language.ZH).orElse(0);
    return seconds == 0 ? Optional.empty() : by(m.group(1).endsWith("退") ? -1 : 1, seconds);
  }

  private static Optional<Decision> en(Utterance words) {
    String text = words.text();
    if (words.is(EN_START) && !words.is(EN_START_REFUSED)) {
      return start(words);
    }
    Matcher position = EN_POSITION.matcher(text);
    if (position.matches()) {
      Optional<Decision> found = enPosition(position.group(1));
      if (found.isPresent()) {
        return found;
      }
    }
    Durations.Found time = Durations.find(text, Language.EN).orElse(null);
    if (time != null) {
      return by(enDirection(text, time), time.seconds());
    }
    if (words.is(EN_SHORT_BACK)) {
      return by(-1, A_BIT);
    }
    return words.is(EN_SHORT_FORWARD) ? by(1, SKIP) : Optional.empty();
  }

  private static Optional<Decision> enPosition(String target) {
    Matcher minute = Patterns.of("(minute|second|hour) (.+)|(.+?) (minute|hour)").matcher(target);
    if (minute.matches()) {
      String number = minute.group(1) != null ? minute.group(2) : minute.group(3);
      String unit = minute.group(1) != null ? minute.group(1) : minute.group(4);
      long value = NumberWords.parse(number, Language.EN).orElse(-1);
      if (value >= 0) {
        return position(
            value * (unit.equals("hour") ? 3600.0 : unit.equals("minute") ? 60.0 : 1.0));
      }
    }
    Durations.Found time = Durations.startingAt(target, 0, Language.EN).orElse(null);
    if (time == null) {
      return enMinuteAndSecond(target);
    }
    String rest = target.substring(time.end()).strip();
    if (rest.isEmpty()) {
      return position(time.seconds());
    }
    long seconds = NumberWords.parse(rest, Language.EN).orElse(-1);
    return seconds >= 0 && seconds < 60 ? position(time.seconds() + seconds) : Optional.empty();
  }

  /** "two thirty" as a place is two minutes thirty; hundreds are said otherwise. */
  private static Optional<Decision> enMinuteAndSecond(String target) {
    Matcher m =
        Patterns.of(
                "((?:(?:twenty|thirty|forty|fifty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?)|[a-z]+) ((?:oh |zero )[a-z]+|(?:twenty|thirty|forty|fifty)(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve|[a-z]+teen)")
            .matcher(target);
    if (!m.matches()) {
      return Optional.empty();
    }
    long minutes = NumberWords.parse(m.group(1), Language.EN).orElse(-1);
    String said = Patterns.replaceAll(m.group(2), "^(?:oh|zero) ", "");
    long seconds = NumberWords.parse(said, Language.EN).orElse(-1);
    return minutes < 0 || seconds < 0 || seconds > 59
        ? Optional.empty()
        : position(minutes * 60.0 + seconds);
  }

  private static int enDirection(String text, Durations.Found time) {
    String rest = " " + text.substring(0, time.start()) + " " + text.substring(time.end()) + " ";
    String unknown =
        Patterns.replaceAll(
            rest,
            "\\b(?:skip|jump|go|move|fast|forwards?|ahead|back|backwards?|rewind|replay|repeat|the|last|by|on|about|another|advance|wind|take|me|us|it|up|further|earlier|later|to|of|again|past|over|next|that|this|a|more|around|seconds?|for|can|you|i|missed|want|hear|please|play|again|read)\\b|[-,.'\\s]",
            "");
    if (!unknown.isEmpty()) {
      return 0;
    }
    if (EN_BACK.matcher(rest).find()) {
      return -1;
    }
    return EN_FORWARD.matcher(rest).find() ? 1 : 0;
  }

  private static Optional<Decision> by(int direction, double seconds) {
    return direction == 0
        ? Optional.empty()
        : Decision.call("seek", Args.of("seconds", Durations.plain(direction * seconds)));
  }

  private static Optional<Decision> position(double seconds) {
    return Decision.call("seek", Args.of("position", Durations.plain(seconds)));
  }
}
