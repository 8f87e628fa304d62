package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Clocks;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Timers, alarms, reminders, and the time of day. */
final class TimerFamily implements IntentFamily {
  private static final Pattern ZH_TIME =
      Pattern.compile(
          "(?:请问|现在|告诉我|你知道|看一?看|看一?下|瞧一?瞧|瞧一?下|看|报)?(?:一下)?(?:现在|今天)?(?:是)?(?:几点(?:钟|了|几分|多少分)*|什么时间|什么时候|时间|几点了呢|报时|多少点)(?:了|啊|钟)*|(?:请问)?(?:今天|明天|后天|昨天|现在|今儿)?(?:是)?(?:几号|几月几[号日]|星期几|礼拜几|周几|什么日子|多少号|什么日期|日期)(?:了|啊|呀)?|报时|现在时间(?:是)?(?:多少)?");
  private static final Pattern ZH_LIST =
      Pattern.compile(
          "(?:我)?(?:现在|今天|明天)?有没有(?:定|设|设置)(?:过|了|什么)?(?:闹钟|闹铃|计时器|定时器|提醒)|.{0,6}(?:有|还有|定了|设了|设置了)(?:哪些|几个|什么|没有|多少个?|没)?(?:的)?(?:闹钟|闹铃|计时器|定时器|提醒|倒计时)(?:.{0,4})|(?:我的?)?(?:闹钟|闹铃|计时器|定时器|提醒|倒计时)(?:都|现在|一共|总共)*(?:有|定了|设了)(?:哪些|几个|什么|多少个?)|(?:查看|看看|看一下|列出|显示)(?:所有|全部|我)?(?:的)?(?:闹钟|计时器|定时器|提醒)|(?:我的)?(?:闹钟|计时器|定时器|提醒|倒计时)(?:列表|有哪些|有几个|还剩多久|还有多久|还有多长时间|剩多少|还剩多少.{0,3}|是几点.{0,2})|(?:我的)?(?:闹钟|闹铃|计时器?|定时器|倒计时)?(?:还有|还剩|还要|还得)(?:多久|多长时间|几分钟)(?:才)?(?:响|到时间|到点)(?:了)?");
  private static final Pattern ZH_ASK = Pattern.compile("提醒|叫我|叫醒|喊我|通知我|闹钟|闹铃|告诉我一声|喊一声|叫一声");
  private static final Pattern ZH_TIMER = Pattern.compile("计时|倒计时|定时器|闹钟|闹铃|定时(?!关|停|播|睡)");

  /** A day that is neither today nor tomorrow: the timer takes the next such time of day. */
  private static final Pattern ZH_OTHER_DAY =
      Pattern.compile(
          "大?后天|(?:周|星期|礼拜)(?:[一二三四五六日天]|末)|每(?:周|个?星期|个?礼拜|个?月|年)|下个?(?:周|星期|礼拜|月)|[两二三四五六七八九十\\d]+天(?:之?后|以后)|[零一二三四五六七八九十\\d]{1,3}[月号]"
              + "|(?:圣诞节?|平安夜|元旦|春节|除夕|大年初一|元宵节?|清明节?|劳动节|端午节?|中秋节?|国庆节?|重阳节?|感恩节|万圣节|情人节|儿童节|母亲节|父亲节|教师节|生日|月底|月初|月末)"
              + "(?:那天|那一天|当天|的|早上|早晨|上午|中午|下午|傍晚|晚上)*(?=[零一二两三四五六七八九十\\d]{1,3}[点:：])");

  private static final Pattern ZH_WORKDAYS =
      Pattern.compile("(?:工作日|上班日|(?:从)?(?:周|星期|礼拜)一到(?:周|星期|礼拜)?五|每?个?上学日)(?:的)?每?天?");
  private static final String EN_ORDINAL =
      "(?:(?:twenty|thirty)[- ])?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
          + "|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth"
          + "|nineteenth|twentieth|thirtieth)";
  private static final Pattern EN_OTHER_DAY =
      Pattern.compile(
          "\\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|the day after tomorrow|next"
              + " (?:week|month|year)|(?:every|each) (?:week|month|year|other"
              + " day)|weekly|monthly|(?:january|february|march|april|june|july|august|september|october|november|december|may"
              + " the)|(?:of|in) may|may (?:\\d{1,2}(?:st|nd|rd|th)?|"
              + EN_ORDINAL
              + ")|on the (?:\\d{1,2}(?:st|nd|rd|th)|"
              + EN_ORDINAL
              + ")(?! (?:floor|page|street|day|of (?!may\\b)))"
              + "|(?:on|at|next|this|before|until) (?:the )?(?:christmas|boxing day|easter|thanksgiving|halloween|new year|mother'?s day|father'?s"
              + " day|valentine'?s|independence day)|christmas (?:day|eve|morning)|new year'?s (?:day|eve)"
              + "|on (?:\\w+ ){0,2}(?:birthday|anniversary)"
              + "|in (?:a|two|three|four|five|six|seven|ten|\\d+) (?:days|weeks?|months?|years?))\\b");

  /** What joins another time of day to the first one: 六点和七点, "at six and at seven". */
  private static final Pattern ZH_AND = Pattern.compile("(?:钟|整)?(?:[和跟与及、，,]|还有|再加上?)+");

  private static final Pattern EN_AND =
      Pattern.compile(
          "\\s*(?:,\\s*(?:and\\s+)?|and\\s+)(?:(?:then|also|again)\\s+)?(?:(?:at|for|by)\\s+)?");
  private static final Pattern EN_WORKDAYS =
      Pattern.compile("\\b(?:monday (?:to|through|till|until) friday)\\b");
  private static final Pattern ZH_NAME =
      Pattern.compile(
          "(?:提醒|叫|喊|通知|告诉)(?:一下|一声)?(?:我们?|大家|爸爸|妈妈|孩子|他|她)?(?:一下|一声|要|去|该|得|记得)*(.*)");
  private static final Pattern EN_TIME =
      Pattern.compile(
          "(?:(?:hey )?(?:do you (?:know|have)|tell me|can you tell me|could you tell me|may i"
              + " ask|give me|check) )?(?:what(?:'s| is)? ?(?:the )?(?:current"
              + " )?(?:time|date|day)(?: of day)?(?: is it| it is| today| now| right now| please|"
              + " is today)*|what time (?:is it|it is|do you have)(?: .{0,10})?|the"
              + " (?:time|date)|(?:(?:have )?you |anyone )?got the time(?: on you)?|how late is"
              + " it|what day (?:is it|of the week is it)(?: today)?|which day is it|(?:do you know"
              + " )?(?:what(?:'s| is) )?(?:today's|the current) (?:date|day)|what(?:'s| is) the"
              + " (?:day|date) today|(?:is it|is today)"
              + " (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: today|"
              + " already)?)");
  private static final Pattern EN_LIST =
      Pattern.compile(
          "(?:what|which|any|are there any|do i have any|list|show|tell me|how many)(?: are|"
              + " of)?(?: all)?(?: the| my)? ?(?:active |running"
              + " )?(?:timers?|alarms?|reminders?)(?: .{0,24})?|how (?:long|much time|much"
              + " longer)(?: is)?(?: left| remaining)?(?: (?:is )?(?:left"
              + " )?(?:on|for|of|until|till) (?:the|my) .*(?:timer|alarm|reminder).*)|when"
              + " (?:is|does|will) (?:the|my) (?:\\w+ )?(?:timer|alarm|reminder)(?: .{0,14})?");
  private static final Pattern EN_ASK =
      Pattern.compile(
          "\\b(?:remind|reminder|wake|alarm|timer|alert|notify|tell me when|let me know|ping me|get"
              + " (?:me|us) up(?= (?:at|in|by|for)\\b)|count ?down)\\b");
  private static final Pattern EN_NAME =
      Pattern.compile(
          "(?:remind (?:me|us|him|her)|(?:a )?reminder|let me know|alert me|notify me|tell me)(?:"
              + " (?:to|that|about|when|for))? (.*)");

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.zh() ? zh(words) : en(words);
  }

  private static Optional<Decision> zh(Utterance words) {
    if (words.is(ZH_TIME)) {
      return Decision.call("get_time");
    }
    if (words.is(ZH_LIST)) {
      return Decision.call("list_timers");
    }
    if (!asks(words)) {
      return Optional.empty();
    }
    String days = ZH_WORKDAYS.matcher(words.text()).replaceAll("");
    boolean workdays = days.length() < words.text().length();
    Durations.Found time = Durations.find(words.text(), Language.ZH).orElse(null);
    Clocks.Found clock =
        Clocks.find(workdays ? blanked(words.text()) : words.text(), Language.ZH).orElse(null);
    if (time != null && !(clock != null && clock.end() >= time.end())) {
      return relative(words, time, zhName(words, time.start(), time.end()));
    }
    if (clock != null && ZH_OTHER_DAY.matcher(days).find()) {
      return otherDay(words);
    }
    if (clock != null && severalTimes(words, clock)) {
      return oneAtATime(words);
    }
    if (clock != null) {
      return absolute(
          words, clock.at(), zhName(words, clock.start(), clock.end()), zhRepeat(words.text()));
    }
    boolean command = Patterns.matches(words.text(), ".*(?:设|定|加|开|来|提醒我|叫我|叫醒我|喊我).*");
    return command ? Decision.ask(words.say("要定在什么时候呢？", "For when?")) : Optional.empty();
  }

  /** Returns whether somebody wants to be called, reminded or woken. */
  static boolean asks(Utterance words) {
    return words.zh() ? words.has(ZH_ASK) || words.has(ZH_TIMER) : words.has(EN_ASK);
  }

  private static String zhName(Utterance words, int start, int end) {
    String rest = words.text().substring(0, start) + " " + words.text().substring(end);
    Matcher named = ZH_NAME.matcher(rest);
    String name =
        named.find() ? named.group(1) : Patterns.replaceAll(rest, ".*?(?:一个|个|定(?!时)|设|为)", "");
    return Patterns.replaceAll(name, "[\\s，,。]", "")
        .replaceAll("^(?:之?后|以后|过后|的时候|的时候儿|的(?=.)|时|我|要|去|该|一下|在)+", "")
        .replaceAll("(?:在|于|每天|每晚|每早|工作日|的?闹钟|的?计时器?|的?倒计时|的?定时器?|的?提醒|起床|设置?|定|一个|个|开始|的)+$", "")
        .replaceAll("^(?:醒我?|我|吧|的)$", "");
  }

  /** Takes the days away without moving what stands behind them: 周五七点 is not 五十七点. */
  private static String blanked(String text) {
    return ZH_WORKDAYS.matcher(text).replaceAll(m -> " ".repeat(m.group().length()));
  }

  /** Says which days there are. */
  static Optional<Decision> otherDay(Utterance words) {
    return Decision.say(
        Decision.Certainty.PERHAPS,
        words.say(
            "这样的日子我定不了，可以说今天、明天、后天、周五，或者每天、每周六。",
            "I cannot set that day. Say today, tomorrow, Friday, every day or every Saturday."));
  }

  /** Returns whether another time of day is joined to the one that was found. */
  private static boolean severalTimes(Utterance words, Clocks.Found first) {
    String rest = words.text().substring(first.end());
    Matcher and = (words.zh() ? ZH_AND : EN_AND).matcher(rest);
    if (!and.lookingAt()) {
      return false;
    }
    String more = (words.zh() ? "" : "at ") + rest.substring(and.end());
    return Clocks.find(more, words.zh() ? Language.ZH : Language.EN)
        .filter(second -> second.start() == 0 && !second.at().equals(first.at()))
        .isPresent();
  }

  private static Optional<Decision> oneAtATime(Utterance words) {
    return Decision.say(
        Decision.Certainty.PERHAPS,
        words.say(
            "一次只能定一个，请一个一个说。", "I can set one at a time. Please say them one after the other."));
  }

  private static String zhRepeat(String text) {
    if (Patterns.matches(text, ".*(?:每天|天天|每日|每晚|每早|每个?早上|每个?晚上).*")) {
      return "daily";
    }
    return ZH_WORKDAYS.matcher(text).find() ? "weekdays" : "";
  }

  private static Optional<Decision> en(Utterance words) {
    if (words.is(EN_TIME)) {
      return Decision.call("get_time");
    }
    if (words.text().contains("sleep timer")) {
      return Optional.empty();
    }
    if (words.is(EN_LIST) && !Patterns.matches(words.text(), "tell me when.*")) {
      return Decision.call("list_timers");
    }
    if (!asks(words)) {
      return Optional.empty();
    }
    Durations.Found time = Durations.find(words.text(), Language.EN).orElse(null);
    if (time != null) {
      return relative(words, time, enName(words, time.start(), time.end()));
    }
    if (EN_OTHER_DAY.matcher(EN_WORKDAYS.matcher(words.text()).replaceAll("")).find()) {
      return otherDay(words);
    }
    Clocks.Found clock = Clocks.find(words.text(), Language.EN).orElse(null);
    if (clock != null && severalTimes(words, clock)) {
      return oneAtATime(words);
    }
    if (clock != null) {
      return absolute(
          words, clock.at(), enName(words, clock.start(), clock.end()), enRepeat(words.text()));
    }
    boolean command =
        Patterns.matches(
            words.text(), "(?:set|start|make|create|add|remind|wake|i need|give|put).*");
    return command ? Decision.ask(words.say("要定在什么时候呢？", "For when?")) : Optional.empty();
  }

  private static String enName(Utterance words, int start, int end) {
    String left =
        Patterns.replaceAll(
            words.text().substring(0, start), "\\b(?:in|for|after|of|at|every)\\s*$", "");
    String rest = (left + " " + words.text().substring(end)).replaceAll("\\s+", " ").strip();
    Matcher named = EN_NAME.matcher(rest);
    if (named.find()) {
      String name =
          Patterns.replaceAll(
              named.group(1),
              "^(?:(?:to|that|about|from now|later|tomorrow|today|tonight|every ?day|daily|(?:each|every)"
                  + " (?:day|morning|evening|night|afternoon|week ?day)|on weekdays)\\b\\s*)+",
              "");
      return Patterns.replaceAll(
              name,
              "\\s*\\b(?:in|at|from now|every|every day|tomorrow|today|tonight|later|in the"
                  + " morning)$",
              "")
          .replaceAll("^(?:me|us)$", "")
          .strip();
    }
    Matcher called =
        Patterns.of("(?:called|named|labelled|labeled|for (?:the|my)) (.+)$").matcher(rest);
    if (called.find()) {
      return called.group(1).strip();
    }
    Matcher kind =
        Patterns.of(
                "\\b(?:set|start|an?|the|make|create|minute)\\s+((?!for|set|an?\\b|the\\b|new|timer|alarm|minute|hour|second)\\w+)"
                    + " (?:timer|alarm|reminder)")
            .matcher(rest);
    return kind.find() ? kind.group(1) : "";
  }

  private static String enRepeat(String text) {
    if (Patterns.matches(
        text,
        ".*\\b(?:every day|everyday|daily|each day|(?:every|each)"
            + " (?:morning|evening|night|afternoon))\\b.*")) {
      return "daily";
    }
    boolean workdays =
        EN_WORKDAYS.matcher(text).find()
            || Patterns.matches(
                text, ".*\\b(?:weekdays?|working days?|every week ?day|workdays?)\\b.*");
    return workdays ? "weekdays" : "";
  }

  private static Optional<Decision> relative(Utterance words, Durations.Found time, String name) {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("seconds", Durations.plain(time.seconds()));
    addDetails(args, words, name, "");
    return Decision.call("set_timer", args);
  }

  private static Optional<Decision> absolute(
      Utterance words, String at, String name, String repeat) {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("at", at);
    addDetails(args, words, name, repeat);
    if (!args.containsKey("kind")) {
      args.put("kind", "alarm");
    }
    return Decision.call("set_timer", args);
  }

  private static void addDetails(
      Map<String, Object> args, Utterance words, String name, String repeat) {
    String text = words.text();
    if (!name.isEmpty()) {
      args.put("name", name);
    }
    // Who is called for nothing else is to wake up, or come: it rings until somebody stops it.
    boolean called =
        name.isEmpty()
            && args.containsKey("seconds")
            && Patterns.matches(text, ".*(?:叫|喊)(?:我|我们|我一声|我一下)(?:吧|啊|哦)?");
    if (called || Patterns.matches(text, ".*(?:叫醒|闹钟|闹铃|起床|\\bwake\\b|\\balarm\\b).*")) {
      args.put("kind", "alarm");
    } else if ((!name.isEmpty() || args.containsKey("seconds"))
        && Patterns.matches(
            text,
            ".*(?:提醒|叫我|喊我|通知我|告诉我|\\bremind|\\blet me know|\\btell me|\\bnotify|\\balert).*")) {
      args.put("kind", "reminder");
    }
    if (!repeat.isEmpty()) {
      args.put("repeat", repeat);
    }
  }
}
