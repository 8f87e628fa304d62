package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Clocks;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Alarms, timers and reminders that are no longer wanted: 把八点的闹钟删掉, "don't wake me tomorrow".
 *
 * <p>Stands before the families that set them, for "cancel the alarm at seven" names a time too.
 */
public final class CallOffFamily implements IntentFamily {
  private static final String ZH_KIND = "(?:闹钟|闹铃|计时器?|定时器|提醒|倒计时)";
  private static final String ZH_VERB = "(?:取消|删除|关掉|关闭|关了|关|删掉|删了|删|停掉|去掉|撤销|清除|清空|不要|撤掉)";
  private static final Pattern ZH_CANCEL =
      Pattern.compile(
          "(?:把|请|我要|我想)*"
              + ZH_VERB
              + "(?:掉|一下|了)?(?:再)?(.{0,16}?)(?:的|那个)?"
              + ZH_KIND
              + "(?:都|全)?(?:了|掉)?|(?:把)?(.{0,16}?)(?:的|那个)?"
              + ZH_KIND
              + "(?:都|全部|全|给我)*"
              + ZH_VERB
              + "(?:了|掉)*");
  private static final Pattern ZH_NO_MORE =
      Pattern.compile("(.{0,10}?)(?:不用|不要|别|不必|甭|不需要)(?:再)?(?:提醒|叫醒?|喊)我?(?:了|起床|起来)*(.{0,12}?)了?");
  private static final Pattern ZH_EVERYTHING =
      Pattern.compile(
          "(?:把)?(?:全部|所有的?)(?:都)?(?:取消|删掉|删了)(?:掉|了)?|(?:把)?(?:闹钟|提醒|定时器)(?:和|跟)(?:闹钟|提醒|定时器)(?:都|全)?(?:取消|删掉|删了)(?:掉|了)?");
  private static final Pattern ZH_NO_RING =
      Pattern.compile(
          "(?:把)?(?:所有的?|全部的?|我的)*" + ZH_KIND + "(?:都|全|全部)+(?:给我)?(?:别|不要|不用|不许)(?:再)?响了?");
  private static final Pattern ZH_ALL = Pattern.compile("所有|全部|全都|都|清空");
  private static final String EN_KIND = "(?:timers?|alarms?|reminders?)";
  private static final String EN_VERB =
      "(?:cancel|stop|delete|remove|clear|turn off|switch off|forget|kill|dismiss|get rid"
          + " of|unset|call off)";
  private static final Pattern EN_CANCEL =
      Pattern.compile(
          EN_VERB
              + "\\b(?: (?:all|every|both))?(?: of)?(?: the| my| that| this)?( .{1,24}?)? "
              + EN_KIND
              + "(?: (?:for|to|at|set for|called|named) (.{1,24}))?|(?:turn|switch) (?:the|my)"
              + " (.{0,16}?) ?"
              + EN_KIND
              + " off");
  private static final Pattern EN_NO_MORE =
      Pattern.compile(
          "(?:don't|do not|no need to|you (?:don't|do not) (?:have|need) to|never mind)"
              + " (?:wak(?:e|ing) me|remind(?:ing)? me|get me up)(?: up)?(?: any ?more)?(?:"
              + " (?:(?:to|about) )?(.{1,24}))?|no (?:more )?alarms?(?: (?:for )?(.{1,24}))?");
  private static final Pattern EN_EVERYTHING =
      Pattern.compile(
          EN_VERB
              + " (?:(?:all|every) )?(?:the |my )?"
              + EN_KIND
              + ",? (?:and|,) (?:all )?(?:the |my )?"
              + EN_KIND);
  private static final Pattern EN_ALL =
      Pattern.compile("\\b(?:all|every|both)\\b|\\b(?:timers|alarms|reminders)$");
  private static final Pattern EN_DAY =
      Pattern.compile(
          "(?:for )?(?:today|(?:the )?day after tomorrow|tomorrow|tonight|this|next)?(?:"
              + " ?(?:morning|evening|night|afternoon|any ?more))?");

  /** The longer word first, so that 大后天 is not taken for 后天. */
  private static final String ZH_DAY = "大后天|后天|今天|今早|今晚|明天|明早|明晚";

  private static final Pattern ZH_ONE_DAY = Pattern.compile(ZH_DAY);
  private static final String ZH_BARE =
      "^(?:那个|这个|我|的|个|刚才|" + ZH_DAY + "|早上|早晨|晚上|上午|下午|中午|了|再|定)+|(?:的|了|我|个)+$";

  private static final Pattern EN_ONE_DAY =
      Pattern.compile("\\b(?:today|tonight|day after tomorrow|tomorrow)\\b");

  private static final Pattern ZH_PLACE = Pattern.compile("第[一二三四五六七八九十两\\d]+|最后一?");
  private static final Pattern EN_PLACE =
      Pattern.compile(
          "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\\d+(?:st|nd|rd|th)");

  /** "Don't wake me tomorrow" means the alarms of tomorrow alone. */
  private static final Map<String, String> DAYS =
      Map.of(
          "今天", "today",
          "今早", "today",
          "今晚", "today",
          "后天", "day_after_tomorrow",
          "today", "today",
          "tonight", "today",
          "day after tomorrow", "day_after_tomorrow");

  /** No tool can name a day so far ahead, and another day would be the wrong one. */
  private static final String TOO_FAR = "大后天";

  private static final Map<String, String> ZH_KINDS =
      Map.of("alarm", "闹钟", "timer", "定时器", "reminder", "提醒");

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.zh() ? zh(words) : en(words);
  }

  private static Optional<Decision> zh(Utterance words) {
    String text = words.text();
    if (words.is(ZH_EVERYTHING)) {
      return Decision.call("cancel_timer", Args.of("all", true));
    }
    Matcher cancel = ZH_CANCEL.matcher(text);
    if (cancel.matches() && !text.contains("睡眠")) {
      String what = cancel.group(1) != null ? cancel.group(1) : cancel.group(2);
      return which(words, what, kind(text), ZH_ALL.matcher(text).find());
    }
    if (words.is(ZH_NO_RING)) {
      return which(words, "", kind(text), /* all= */ true);
    }
    Matcher unwanted = ZH_NO_MORE.matcher(text);
    if (!unwanted.matches()) {
      return Optional.empty();
    }
    String what = unwanted.group(2).isEmpty() ? unwanted.group(1) : unwanted.group(2);
    return which(words, what, text.contains("提醒") ? "reminder" : "alarm", /* all= */ false);
  }

  private static Optional<Decision> en(Utterance words) {
    String text = words.text();
    if (text.contains("sleep timer")) {
      return Optional.empty();
    }
    if (words.is(EN_EVERYTHING)) {
      return Decision.call("cancel_timer", Args.of("all", true));
    }
    Matcher unwanted = EN_NO_MORE.matcher(text);
    if (unwanted.matches()) {
      String what = unwanted.group(1) != null ? unwanted.group(1) : unwanted.group(2);
      what = what == null ? "" : what;
      return which(words, what, text.contains("remind") ? "reminder" : "alarm", /* all= */ false);
    }
    Matcher cancel = EN_CANCEL.matcher(text);
    if (!cancel.matches()) {
      return Optional.empty();
    }
    String what = "";
    for (int group = 3; group >= 1; group--) {
      what = what.isBlank() && cancel.group(group) != null ? cancel.group(group) : what;
    }
    if (cancel.group(2) != null) {
      what = cancel.group(2);
    }
    return which(words, what.strip(), kind(text), EN_ALL.matcher(text).find());
  }

  /** Names what is meant: its time of day, what it is for, or its kind. */
  private static Optional<Decision> which(Utterance words, String said, String kind, boolean all) {
    if (all) {
      return Decision.call("cancel_timer", Args.of("all", true, "name", kind));
    }
    String bare =
        words.zh()
            ? Patterns.replaceAll(said, ZH_BARE, "")
            : Patterns.replaceAll(said, "^(?:the|my|of|that|this)\\b\\s*", "").strip();
    Optional<String> place = place(words, bare, kind);
    if (place.isPresent()) {
      return Decision.call("cancel_timer", Args.of("name", place.get()));
    }
    String clock =
        Clocks.find(words.zh() ? said : "at " + said.replaceFirst("^at ", ""), words.language())
            .filter(found -> !words.zh() || found.end() >= said.length() - 1)
            .map(Clocks.Found::at)
            .orElse("");
    if (!clock.isEmpty()) {
      return Decision.call("cancel_timer", Args.of("name", clock));
    }
    boolean nothing = bare.isBlank() || (!words.zh() && EN_DAY.matcher(bare).matches());
    Matcher day = (words.zh() ? ZH_ONE_DAY : EN_ONE_DAY).matcher(said);
    boolean oneDay = nothing && day.find();
    if (oneDay && day.group().equals(TOO_FAR)) {
      return Decision.ask(words.say("那天几点的闹钟？", "The alarm at what time of that day?"));
    }
    return oneDay
        ? Decision.call(
            "cancel_timer",
            Args.of("name", kind, "day", DAYS.getOrDefault(day.group(), "tomorrow")))
        : Decision.call("cancel_timer", Args.of("name", nothing ? kind : bare));
  }

  /** "The second timer", 第二个闹钟, 最后一个提醒: its place in the list, with the kind that is counted. */
  private static Optional<String> place(Utterance words, String said, String kind) {
    Pattern pattern = words.zh() ? ZH_PLACE : EN_PLACE;
    return pattern.matcher(said).matches()
        ? Optional.of(said + (words.zh() ? "个" + ZH_KINDS.get(kind) : " " + kind))
        : Optional.empty();
  }

  private static String kind(String text) {
    if (Patterns.matches(text, ".*(?:闹钟|闹铃|alarm).*")) {
      return "alarm";
    }
    return Patterns.matches(text, ".*(?:提醒|reminder).*") ? "reminder" : "timer";
  }
}
