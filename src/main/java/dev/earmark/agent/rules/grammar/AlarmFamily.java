package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Alarms on days of the week, tomorrow and the day after, and alarms that are put off. What remains
 * without the days is read by {@link TimerFamily}.
 */
final class AlarmFamily implements IntentFamily {
  private static final String ZH_DAY = "(?:周|星期|礼拜)[一二三四五六日天末]";
  private static final Pattern ZH_DAYS =
      Pattern.compile(
          "(?<![上下这那个本])(每个?)?"
              + ZH_DAY
              + "(?:(?:[、，,和跟与及]|还有)?(?:每个?)?(?:(?:周|星期|礼拜)?[一二三四五六日天末](?![点月号十百个本集]))?)*的?");
  private static final Pattern ZH_RANGE = Pattern.compile("[一二三四五六]到");
  private static final List<String> ZH_NAMES = List.of("一", "二", "三", "四", "五", "六", "日");
  private static final List<String> NAMES =
      List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");
  private static final String EN_DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?";
  private static final Pattern EN_DAYS =
      Pattern.compile(
          "\\b(?:(?:on|for|each|every|this|and)\\s+)*(?:"
              + EN_DAY
              + ")(?:(?:\\s*,\\s*|\\s+and\\s+|\\s+)(?:on\\s+|every\\s+)?(?:"
              + EN_DAY
              + "))*(?:\\s+(?=morning|evening|afternoon))?");
  private static final Pattern EN_ONE_DAY = Pattern.compile(EN_DAY);
  private static final Pattern ZH_NEAR = Pattern.compile("明天|明早|明晚|(?<!大)后天");
  private static final Pattern EN_NEAR =
      Pattern.compile("\\b(?:on )?(the day after tomorrow|tomorrow)\\b");

  private static final Pattern ZH_SOME_WEEKS =
      Pattern.compile("隔[一两二三四1-4]?个?(?:周|星期|礼拜)|每[隔两二三四2-4]+个?(?:周|星期|礼拜)|[单双]周");

  private static final Pattern EN_SOME_WEEKS =
      Pattern.compile(
          "\\b(?:every (?:other|second|two|three|four|[2-4])|each other|alternate|alternating)\\s+(?:weeks?\\b|(?:"
              + EN_DAY
              + "))|\\b(?:bi-?weekly|fortnightly|every fortnight)\\b");

  private static final Pattern ZH_SNOOZE =
      Pattern.compile(
          "(?:过|等|那就|请|你)*(.*?)(?:之?后|以后|过后)?再(?:叫醒?|喊|提醒|响)(?:我)?(?:一次|一遍|一下|起床)?"
              + "|(?:让我|我想|我要|我)*再(?:多)?(?:睡|躺|眯|赖)(.*?)(?:床)?|贪睡(?:模式)?(.*?)"
              + "|(?:把)?(?:这个)?闹[钟铃](?:推迟|延后|晚)(.+?)(?:再?响)?");
  private static final Pattern ZH_WHILE = Pattern.compile("一?会儿?|待会儿?|一?下|");
  private static final Pattern EN_SNOOZE =
      Pattern.compile(
          "(?:hit |press )?(?:the )?snooze(?: (?:it|the alarm|button|alarm))?(?: (?:for|in)"
              + " (.+))?|(?:please )?(?:(?:wake|call|remind) me(?: up)?|ring|try)(?: me)? again(?:"
              + " in| after)? (.+)|(?:just )?(?:let me sleep|let me lie|i (?:want|need) to"
              + " sleep)(?: for)? (.+?)(?: (?:more|longer))?");
  private static final Pattern EN_WHILE =
      Pattern.compile("(?:in )?(?:a (?:little )?(?:bit|while|moment)|later|a little)(?: later)?");

  private final TimerFamily timers = new TimerFamily();

  @Override
  public Optional<Decision> read(Utterance words) {
    return snooze(words).or(() -> someWeeks(words)).or(() -> onDays(words)).or(() -> near(words));
  }

  /** An alarm rings every week or once: what skips weeks is refused, not set for one of them. */
  private static Optional<Decision> someWeeks(Utterance words) {
    return (words.zh() ? ZH_SOME_WEEKS : EN_SOME_WEEKS).matcher(words.text()).find()
            && TimerFamily.asks(words)
        ? TimerFamily.otherDay(words)
        : Optional.empty();
  }

  private static Optional<Decision> snooze(Utterance words) {
    Matcher m = (words.zh() ? ZH_SNOOZE : EN_SNOOZE).matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String length = "";
    for (int group = 1; group <= m.groupCount(); group++) {
      length = m.group(group) == null ? length : m.group(group).strip();
    }
    if ((words.zh() ? ZH_WHILE : EN_WHILE).matcher(length).matches() || length.isEmpty()) {
      return Decision.call("snooze");
    }
    Language language = words.zh() ? Language.ZH : Language.EN;
    String said = length;
    return Durations.find(said, language)
        .filter(found -> found.start() == 0 && found.end() == said.length())
        .flatMap(
            found ->
                Decision.call("snooze", Args.of("minutes", Durations.plain(found.seconds() / 60))));
  }

  /** 每周六早上八点叫我: every Saturday; 周五七点叫我: once. */
  private Optional<Decision> onDays(Utterance words) {
    Matcher m = (words.zh() ? ZH_DAYS : EN_DAYS).matcher(words.text());
    if (!m.find() || (words.zh() && ZH_RANGE.matcher(words.text()).find())) {
      return Optional.empty();
    }
    String said = m.group();
    Set<String> days = words.zh() ? zhDays(said) : enDays(said);
    boolean plural = !words.zh() && said.endsWith("s");
    boolean every =
        days.size() > 1 || plural || said.contains("每") || said.matches(".*\\b(?:every|each)\\b.*");
    return withoutDays(words, m)
        .map(
            call ->
                every
                    ? with(call, "repeat", named(days))
                    : with(call, "day", days.iterator().next()));
  }

  private Optional<Decision> near(Utterance words) {
    Matcher m = (words.zh() ? ZH_NEAR : EN_NEAR).matcher(words.text());
    if (!m.find()) {
      return Optional.empty();
    }
    boolean after = m.group().equals("后天") || m.group().contains("after");
    // 明早 and 明晚 tell the part of the day too, and stay.
    boolean whole = m.group().equals("明早") || m.group().equals("明晚");
    Optional<Decision.Call> call =
        whole || (!words.zh() && !after) ? timer(words) : withoutDays(words, m);
    return call.filter(c -> !c.args().containsKey("repeat"))
        .map(c -> with(c, "day", after ? "day_after_tomorrow" : "tomorrow"));
  }

  private Optional<Decision.Call> withoutDays(Utterance words, Matcher days) {
    String rest = words.text().substring(0, days.start()) + words.text().substring(days.end());
    return timer(words.with(rest.replaceAll("\\s+", " ").strip()));
  }

  private Optional<Decision.Call> timer(Utterance words) {
    return timers
        .read(words)
        .flatMap(decision -> Optional.ofNullable(decision.call()))
        .filter(call -> call.tool().equals("set_timer") && call.args().containsKey("at"));
  }

  private static Decision with(Decision.Call call, String name, String value) {
    Map<String, Object> args = new LinkedHashMap<>(call.args());
    args.put(name, value);
    return Decision.call(call.tool(), args).orElseThrow();
  }

  private static Set<String> zhDays(String said) {
    Set<String> days = new LinkedHashSet<>();
    for (String c : said.replace('天', '日').split("", -1)) {
      int at = ZH_NAMES.indexOf(c);
      if (at >= 0) {
        days.add(NAMES.get(at));
      } else if (c.equals("末")) {
        days.addAll(List.of("sat", "sun"));
      }
    }
    return days;
  }

  private static Set<String> enDays(String said) {
    Set<String> days = new LinkedHashSet<>();
    Matcher m = EN_ONE_DAY.matcher(said);
    while (m.find()) {
      if (m.group().startsWith("weekend")) {
        days.addAll(List.of("sat", "sun"));
      } else {
        days.add(m.group().substring(0, 3).toLowerCase(Locale.ROOT));
      }
    }
    return days;
  }

  private static String named(Set<String> days) {
    return days.equals(Set.of("sat", "sun")) ? "weekends" : String.join(",", days);
  }
}
