package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Clocks;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sleep timer: stop after a while, or after some sections. */
public final class SleepFamily implements IntentFamily {
  private static final Pattern ZH_OFF =
      Pattern.compile(
          "(?:把)?(?:取消|关掉|关闭|不要|不用|去掉|删掉|撤销|停掉|解除)(?:那个|这个|掉)?(?:睡眠|定时|自动)(?:定时|关闭|关机|停止|停|关|播放|模式)*(?:器)?(?:了)?|(?:把)?(?:睡眠|睡觉|定时)(?:的)?(?:定时|关闭|停止|关机)*器?(?:取消|关掉|不要了?|关了|去掉|删了?)(?:掉|了)?|(?:别|不要)(?:定时|自动)(?:关|停|关闭|停止|关机)?了?");

  /** What is to happen in the end. */
  private static final String ZH_END =
      "(?:停|关|睡|结束|休息|暂停|[别不]再?(?:放|讲|念|播|听|读)|不用(?:放|讲|念|播)|打住|为止)";

  private static final Pattern ZH_STOP = Pattern.compile(ZH_END);
  private static final Pattern ZH_SLEEP_WORD =
      Pattern.compile("定时(?:关|停|播放|睡)|睡眠(?:定时|模式|时间)|定时器?关|自动(?:关|停)");
  private static final Pattern ZH_OTHER =
      Pattern.compile("提醒|叫我|叫醒|喊我|闹钟|闹铃|通知我|告诉我|灯|空调|电视|计时器|倒计时");
  private static final Pattern ZH_THIS_SECTION =
      Pattern.compile(
          ".{0,4}?(?:听|放|播|讲|念|读|播放|等)?(?:完|到)(?:一)?(?:集|章|回|篇|节|个故事)(?:故事)?(?:了|之后|以后|后|的时候|时)*[，,]?(?:就|再|帮我|给我|自动|我|你|要)*"
              + ZH_END
              + "(?:.{0,8})|.{0,4}?(?:听|放|播|讲|念|读|播放|等)?(?:完|到)?(?:这|本|当前|现在这|目前这)(?:一)?(?:集|章|回|篇|节|个|课|段|个故事|故事|话)(?:故事)?(?:听|放|播|讲|念|读|播放)?(?:完|结束|完结|结尾|放完|最后)?(?:了|之后|以后|后|的时候|时)*[，,]?(?:就|再|帮我|给我|自动|可以|请|我|你|要|我就|我要|便)*"
              + ZH_END
              + "(?:.{0,8})"
              + "|.{0,3}?(?:听|放|播|讲|念)完(?:就|再|了就|后|以后|之后)?(?:自动|帮我|给我)?(?:停|关)(?:.{0,5})");
  private static final Pattern ZH_SECTIONS =
      Pattern.compile(
          ".{0,4}?(?:再|还|只|就|播|听|放|讲|念)+(?:播放|听|放|播|讲|念|来|完)*(?:这|接下来的?|后面的?|下面的?|后)?([零一二两三四五六七八九十百\\d]+)(?:集|章|回|篇|节|个故事|个|课)(?:故事)?(?:了|之后|以后|后|完)*[，,]?(?:就|再|帮我|给我|自动|可以|请|我|你|要|我就|我要)*"
              + ZH_END
              + "(?:.{0,6})");

  /** 三集以后关. */
  private static final Pattern ZH_SECTIONS_LATER =
      Pattern.compile(
          "(?:过|再过)?([一二两三四五六七八九十\\d]+)(?:集|章|回|篇|节|个故事)(?:之后|以后|后|完了?)(?:就|再|自动|帮我|给我)*"
              + ZH_END
              + "(?:.{0,4})");

  /** 最多再放一集: that much and no more. */
  private static final Pattern ZH_SECTIONS_ONLY =
      Pattern.compile(
          "(?:最多|顶多|只|就|只能|再)+(?:再)?(?:播放|听|放|播|讲|念)([一二两三四五六七八九十\\d]+)(?:集|章|回|篇|节|个故事|课)(?:故事)?(?:就行|就好|就够|就可以|够|可以|为止)(?:了)?|(?:最多|顶多|只能?|只许)(?:再)?(?:播放|听|放|播|讲|念)([一二两三四五六七八九十\\d]+)(?:集|章|回|篇|节|个故事|课)(?:故事)?");

  private static final Pattern EN_OFF =
      Pattern.compile(
          "(?:cancel|turn off|switch off|stop|disable|remove|clear|forget|kill|delete)(?: the| my| that)? (?:sleep timer|auto[- ]?stop|sleep mode|bedtime timer)|(?:turn|switch)(?: the| my)? sleep (?:timer|mode) off|no (?:more )?sleep timer(?: tonight| today| now| any ?more)?|(?:don't|do not) (?:turn|switch|shut) off(?: automatically)");
  private static final Pattern ZH_NOT = Pattern.compile("^(?:别|不要|不用|先别)(?!.*(?:就|再停))");
  private static final Pattern EN_NOT = Pattern.compile("^(?:don't|do not|no need to|never)\\b");
  private static final String EN_VERB =
      "(?:stop|turn (?:it|this|that|yourself|the (?:book|story|audiobook))? ?off|turn off|switch (?:it|this|yourself|the (?:book|story|audiobook))? ?off|shut (?:it |yourself )?(?:off|down)|go to sleep|sleep|pause|quit|end|finish|be quiet|power off|go off|stop (?:it|this|playing|reading|the (?:book|story|audiobook)))";
  private static final Pattern EN_STOP = Pattern.compile("\\b" + EN_VERB + "\\b");
  private static final Pattern EN_SLEEP =
      Pattern.compile("\\bsleep (?:timer|mode)\\b|\\bbedtime timer\\b");
  private static final Pattern EN_NO_TIME =
      Pattern.compile(
          "(?:(?:set|start|turn on|switch on)(?: (?:a|the|my))? )?(?:sleep|bedtime) (?:timer|mode)(?: on)?");
  private static final Pattern EN_OTHER =
      Pattern.compile(
          "\\b(?:remind|wake|alarm|lights?|lamp|oven|tv|heating)\\b|\\bfor (?:a|an|one|\\w+) (?:minute|moment|second)s?$");
  private static final Pattern EN_OTHER_THING =
      Pattern.compile("\\b(?:remind|wake|alarm|lights?|lamp|oven|tv|heating|timer for)\\b");

  private static final String EN_COUNT =
      "(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -])?(?!more\\b)[a-z]+|\\d+";

  private static final Pattern EN_THIS_SECTION =
      Pattern.compile(
          "(?:.{0,24}\\b"
              + EN_VERB
              + ".{0,12}\\b(?:at the end of|after|when|once|as soon as)(?: you(?:'ve)? (?:finish|read|finished)| we finish)? ?(?:the end of )?(?:this|the|current|it)(?: current)?(?: (?:chapter|episode|section|story|one|part|tale|track|fable))?(?: (?:ends|is over|is done|finishes|is finished|has finished|is through|end))?"
              + "|(?:after|when|once|at the end of|finish) (?:this|the)(?: current)? (?:chapter|episode|section|story|one|part|tale|track|fable)(?: (?:ends|is over|is done|finishes|is finished))?,? (?:and |then |and then |you can |please )*"
              + EN_VERB
              + ".{0,10}"
              + "|(?:play|read|finish|just)(?: (?:on )?(?:to|until|till|up to))? (?:the end of )?(?:this|the) (?:chapter|episode|section|story|one|part)(?: and)?(?: then)? "
              + EN_VERB
              + ".{0,10}|sleep (?:timer )?(?:at|until|till) (?:the )?end of (?:the |this )?(?:chapter|episode|section|story)|set (?:a |the )?sleep timer (?:for|to|until) (?:the )?end of (?:the|this) (?:chapter|episode|section|story))");
  private static final Pattern EN_SECTIONS =
      Pattern.compile(
          "(?:.{0,24}\\b"
              + EN_VERB
              + ".{0,12}\\b(?:after|in) (?:the next |another |these )?("
              + EN_COUNT
              + ")(?: more)? (?:chapters?|episodes?|sections?|stories|story|parts|tracks|tales)"
              + "|(?:.{0,20}?\\b)?(?:just |only |play |read |another |the next )*("
              + EN_COUNT
              + ")(?: more)? (?:chapters?|episodes?|sections?|stories|story|parts|tales)(?: more)?,? (?:(?:and |then |and then |after that )+(?:"
              + EN_VERB
              + ".{0,10}|(?:it's |time |for |off |to )*(?:bed|bedtime|bed time|sleep)|no more|that's (?:it|all|enough)|we(?:'re| are) done|lights out)|and (?:that's (?:it|all|enough)|no more)|max(?:imum)?|at (?:the )?most))");

  /** What stands before the time of day at which it is to stop. */
  private static final Pattern ZH_BEFORE_CLOCK =
      Pattern.compile(
          "(?:请|帮我|给我|把|书|它|睡眠|睡觉|定时|设置?|定|自动|播放?|放|听|讲|念|读|到了?|在|等到?|就|再|最多|只|一直|，|,)*");

  private static final Pattern ZH_BEHIND_CLOCK =
      Pattern.compile(
          "(?:的时候|时候?|左右|整|前|之前|就|再|自动|给我|帮我|准时|定时|把|书|它|[，,])*"
              + "(?:停止?|停掉|停下来?|关|关掉|关机|关闭|结束|睡觉?|[别不]再?[放讲念播听读])(?:播放|了|掉|书|故事)*");
  private static final Pattern ZH_UNTIL = Pattern.compile(".*(?:放|听|讲|念|读|播)到");
  private static final Pattern ZH_THAT_IS_ALL = Pattern.compile("(?:为止|就行|就好|就可以|吧|了|钟)*");
  private static final Pattern EN_BEFORE_CLOCK =
      Pattern.compile(
          "(?:please |then |and )*(?:"
              + EN_VERB
              + "|(?:set |put )?(?:a |the )?sleep timer(?: on)?)(?: (?:playing|reading|it|automatically))*");
  private static final Pattern EN_PLAYS_ON =
      Pattern.compile(
          "(?:please )?(?:keep |go on |just )?(?:play|playing|read|reading)(?: (?:it|on|this))?");
  private static final Pattern EN_BEHIND_CLOCK =
      Pattern.compile("(?:sharp|please|and no later|exactly|on the dot|then stop|and stop| )*");
  private static final Pattern EN_STOP_BEHIND =
      Pattern.compile(
          "[ ,]*(?:please |you can |then )*" + EN_VERB + "(?: (?:playing|reading|it))*");

  /** How long it still plays until the timer stops it. */
  private static final Pattern ZH_HOW_LONG =
      Pattern.compile(
          "(?:睡眠|睡觉)的?(?:定时|模式|时间)器?(?:还有|还剩|剩|是|还要)?(?:多久|多长时间|几分钟|多少(?:时间|分钟)?).{0,4}"
              + "|(?:还有|还要|还得|还剩|再过|过)?(?:多久|多长时间|几分钟|多少分钟)(?:后|之后|以后)?(?:就|会|才|要|能|自动)*(?:停|关|停止|关闭|关掉)(?:播放|了|掉)?"
              + "|(?:什么时候|几点)(?:会|就|才|自动)*(?:停|关|停止|关闭)(?:播放)?");

  private static final Pattern EN_HOW_LONG =
      Pattern.compile(
          "(?:how (?:long|much (?:time|longer))|(?:at )?what time|when)(?: (?:is|do|does|will|it|you|have|i|we|left|there|be|have got))*(?: (?:until|till|before))?(?: (?:it|you|the book|playback))? (?:stops?|turns? (?:itself |yourself )?off|switch(?:es)? off|goes? to sleep|sleeps?|shuts? (?:off|down))"
              + "|(?:how (?:long|much (?:time|longer))|(?:at )?what time|when)(?: (?:is|does|will|left|there|remains?|remaining|has|it|the|my|on|in|of))* sleep timer(?: .{0,16})?|is (?:the|a) sleep timer (?:on|set|running)");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.is(words.zh() ? ZH_HOW_LONG : EN_HOW_LONG)) {
      return Decision.call("get_status");
    }
    Optional<Decision> at = atClock(words);
    if (at.isPresent()) {
      return at;
    }
    return words.zh() ? zh(words) : en(words);
  }

  /** 晚上十点停止播放, "stop at half past eleven"; without a part of the day the next such time. */
  private static Optional<Decision> atClock(Utterance words) {
    if (words.has(words.zh() ? ZH_OTHER : EN_OTHER_THING)) {
      return Optional.empty();
    }
    Clocks.Found clock = Clocks.find(words.text(), words.language()).orElse(null);
    if (clock == null) {
      return Optional.empty();
    }
    String before = words.text().substring(0, clock.start()).strip();
    String after = words.text().substring(clock.end()).strip();
    boolean stops =
        words.zh()
            ? ZH_BEFORE_CLOCK.matcher(before).matches()
                && (ZH_BEHIND_CLOCK.matcher(after).matches()
                    || (!Patterns.matches(words.text(), ".*\\d[:：].*") // 放到1:30 is a place
                        && ZH_UNTIL.matcher(before).matches()
                        && ZH_THAT_IS_ALL.matcher(after).matches()))
            : (EN_BEHIND_CLOCK.matcher(after).matches() && enUntil(words, clock, before))
                || (before.isEmpty() && EN_STOP_BEHIND.matcher(after).matches());
    return stops ? Decision.call("set_sleep_timer", Args.of("at", clock.at())) : Optional.empty();
  }

  private static boolean enUntil(Utterance words, Clocks.Found clock, String before) {
    String said = words.text().substring(clock.start(), clock.end());
    if (Patterns.matches(said, "(?:until|till) .*")) {
      return EN_PLAYS_ON.matcher(before).matches();
    }
    boolean span = said.startsWith("for ") && !before.contains("timer");
    return !span && EN_BEFORE_CLOCK.matcher(before).matches();
  }

  private static Optional<Decision> zh(Utterance words) {
    if (words.is(ZH_OFF) && !Patterns.matches(words.text(), "[^睡]*定时器.*")) {
      return minutes(0);
    }
    if (words.has(ZH_OTHER)) {
      return Optional.empty();
    }
    Matcher later = ZH_SECTIONS_LATER.matcher(words.text());
    if (later.matches()) {
      return sections(NumberWords.parse(later.group(1), Language.ZH).orElse(0));
    }
    Matcher sections = ZH_SECTIONS.matcher(words.text());
    if (sections.matches()) {
      return sections(NumberWords.parse(sections.group(1), Language.ZH).orElse(0));
    }
    Matcher only = ZH_SECTIONS_ONLY.matcher(words.text());
    if (only.matches()) {
      String count = only.group(1) != null ? only.group(1) : only.group(2);
      return sections(NumberWords.parse(count, Language.ZH).orElse(0));
    }
    if (words.is(ZH_THIS_SECTION)) {
      return sections(1);
    }
    Durations.Found time = Durations.find(words.text(), Language.ZH).orElse(null);
    if (time != null && words.has(ZH_NOT) && zhStopsAfter(words.text(), time)) {
      return minutes(0);
    }
    boolean stops = time != null && zhStopsAfter(words.text(), time);
    return time != null && (stops || words.has(ZH_SLEEP_WORD))
        ? minutes(time.seconds() / 60)
        : Optional.empty();
  }

  private static boolean zhStopsAfter(String text, Durations.Found time) {
    String before = text.substring(0, time.start());
    String after = text.substring(time.end());
    boolean later =
        Patterns.matches(after, "^(?:之?后|以后|过后|后面)?[，,]?.*")
            && ZH_STOP.matcher(after).find()
            && after.length() <= 14;
    boolean front = Patterns.matches(before, ".*(?:定时|睡眠).*");
    if (before.contains("暂停")) {
      return false;
    }
    return later || (front && !before.contains("器"));
  }

  private static Optional<Decision> en(Utterance words) {
    if (words.is(EN_OFF)) {
      return minutes(0);
    }
    if (words.has(EN_OTHER) && !words.has(EN_SLEEP)) {
      return Optional.empty();
    }
    Matcher sections = EN_SECTIONS.matcher(words.text());
    if (sections.matches()) {
      String count = sections.group(1) != null ? sections.group(1) : sections.group(2);
      long value =
          Patterns.matches(count, "an?|one") ? 1 : NumberWords.parse(count, Language.EN).orElse(0);
      if (value > 0) {
        return sections(value);
      }
    }
    if (words.is(EN_THIS_SECTION)) {
      return sections(1);
    }
    if (words.is(EN_NO_TIME)) {
      return Decision.ask(words.say("多久以后停呢？", "After how long shall I stop?"));
    }
    Durations.Found time = Durations.find(words.text(), Language.EN).orElse(null);
    if (time == null) {
      return Optional.empty();
    }
    String text = words.text();
    String before = text.substring(0, time.start());
    String after = text.substring(time.end());
    boolean stopsIn =
        EN_STOP.matcher(before).find()
            && (Patterns.matches(
                    before, ".*\\b(?:in|after|within)(?: about| another| the next)?\\s*")
                || Patterns.matches(after, "\\s*from(?: now)?"));
    boolean thenStops =
        EN_STOP.matcher(after).find()
            && !Patterns.matches(before, ".*\\b(?:skip|go back|rewind|forward)\\b.*");
    if (words.has(EN_NOT)) {
      return stopsIn ? minutes(0) : Optional.empty();
    }
    return stopsIn || thenStops || words.has(EN_SLEEP)
        ? minutes(time.seconds() / 60)
        : Optional.empty();
  }

  private static Optional<Decision> minutes(double minutes) {
    return Decision.call("set_sleep_timer", Args.of("minutes", Durations.plain(minutes)));
  }

  private static Optional<Decision> sections(long sections) {
    return sections < 1
        ? Optional.empty()
        : Decision.call("set_sleep_timer", Args.of("sections", sections));
  }
}
