package dev.earmark.agent.rules.grammar.heed;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Clocks;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sentences with the words of a command that ask for none, or for one that cannot be done as it is
 * asked: "that's loud enough", 两分钟后音量调到二十, "change my alarm to eight". Doing a part of them would
 * be something else than what was asked for, so they are answered. Stateless and thread-safe.
 */
public final class Unasked implements IntentFamily {
  private static final Pattern ZH_ENOUGH =
      Pattern.compile(
          "(?:现在|这样|这个?|已经|声音|音量|速度|语速|[，,])*(?:(?:足够|够|正好|刚好|刚刚好)(?:大声?|小声?|响|快|慢|轻|清楚)?|(?:大|小|快|慢|响)得?(?:正好|刚好))(?:了|啦)?");

  private static final Pattern EN_ENOUGH =
      Pattern.compile(
          "(?:(?:that|this|it|the (?:volume|sound|speed|book))(?:'s| is| was)? )?(?:already |now |quite |just )?(?:loud|quiet|soft|fast|slow|quick|high|low|clear|good) enough(?: (?:now|already|for me|like that|as it is))*");

  private static final String EN_VERBS =
      "(?:stop|pause|skip|quit|mute|rewind|go (?:on|back)|continue|turn|play|switch|delete|cancel)";

  /** Somebody asks what to do, or tells what somebody cannot do. */
  private static final Pattern EN_TALK =
      Pattern.compile(
          "(?:should|must|ought) (?:i|we) (?:to |really |just |maybe )?"
              + EN_VERBS
              + "\\b.*"
              + "|(?:do|did|does) (?:i|we) (?:have|need|want) to "
              + EN_VERBS
              + "\\b.*"
              + "|(?:i|we) (?:don't|do not|didn't) want to (?:stop|pause|skip|quit|mute)\\b.*"
              + "|(?:i|we|he|she|they|(?:my|the|our) [a-z]+) (?:just |simply |really )?(?:can't|cannot|can not|couldn't|could not|won't|never)(?: ever| just| really)? "
              + EN_VERBS
              + "\\b.*");

  private static final Pattern ZH_TALK =
      Pattern.compile(
          "(?:我们?|咱们?|你说|你觉得|[，,])*(?:要不要|该不该|应不应该|是不是该|是不是应该|用不用|需不需要|需要不需要|有没有必要)(?:我们?|再|先|把)?(?:快进|快退|后退|暂停|停|继续|跳过|跳|关|静音|取消|删|调|换).{0,8}"
              + "|(?:我|我们|他|她|他们|孩子)(?:根本|真的|实在|就是|完全)*(?:停不下来|放不下)(?:了|啊)?");

  private static final Pattern EN_NO_SUCH =
      Pattern.compile(
          "no (?:more )?(?:(?:double|half|triple|fast|slow|higher|faster|slower|normal) (?:speed|reading)|mute|muting|skipping|rewinding|download|downloads)(?: please)?");

  private static final Pattern ZH_LEAVE =
      Pattern.compile(
          "(?:先|千万|还是|请)*(?:不要|别|不用|不必|不能|不许|甭)再?(?:取消|删除|删掉?|关掉?|清除|清空|去掉|动|改)(?:掉|了)?.{0,10}(?:闹钟|闹铃|提醒|定时器|计时器|书签)(?:了)?"
              + "|(?:先|千万|还是|请)*(?:不要|别|不用)把.{0,8}(?:闹钟|闹铃|提醒|定时器|计时器|书签)(?:取消|删除|删掉?|关掉?|清除|清空|去掉)(?:掉|了)*"
              + "|(?:先|还是)*(?:不要|别|不用)(?:用|开|放)?(?:双倍|两倍|[一二三四]点[一二五七]+倍|[\\d.]+倍)(?:速)?(?:速度|播放)?(?:了)?");

  /** Waits for a time that only a sleep timer, an alarm or a reminder can wait for. */
  private static final Set<String> AT_ONCE =
      Set.of(
          "set_volume",
          "set_speed",
          "seek",
          "next_section",
          "previous_section",
          "search_and_play",
          "play_next",
          "resume",
          "add_bookmark",
          "set_sound",
          "set_skips",
          "keep_book");

  private static final Set<String> WAIT = Set.of("set_timer", "snooze", "play_next");

  private static final Pattern ZH_LATER =
      Pattern.compile(
          "^[，,]?(?:钟)?(?:之后|以后|过后|后)[，,]?(?:再|就|自动|请|你|给我|帮我|把(?!声|音))*(?<rest>.{2,})");
  private static final Pattern ZH_PASSED =
      Pattern.compile(
          "^[，,]?(?:钟)?(?:之后|以后|过后|后)?[，,]?(?:再|就|自动|请|你|给我|帮我|把(?!声|音))*(?<rest>.{2,})");
  private static final Pattern ZH_BEFORE = Pattern.compile("(?:请|帮我|给我|过|等|再过|大概|差不多)*");
  private static final Pattern ZH_AT =
      Pattern.compile("^(?:的时候|时|左右|整|[，,])*(?:再|就|自动|请|给我|帮我)*(?<rest>(?!倍|分|秒|%|的|集|章|回).{2,})");
  private static final Pattern ZH_SOME_TIME =
      Pattern.compile(
          "(?:等?一?会儿|待会儿?|等下|过一会儿?|晚点儿?|晚些时候|明天|明早|明晚|后天|睡醒以?后)(?:早上|上午|中午|下午|晚上)?(?:再|就|自动|给我|帮我)+(?<rest>(?:继续|接着)?(?:播放|放|听|讲|念|调|快进|换|播).{0,20})");
  private static final Pattern ZH_IF =
      Pattern.compile("^(?:如果|要是|假如|若).{1,10}(?:就|再)(?<rest>.{2,})$");
  private static final Pattern EN_FRONT = Pattern.compile("^(?:in|after) (?:about |another )?$");
  private static final Pattern EN_BACK =
      Pattern.compile("(?<rest>.{3,}?) (?:in|after)(?: about| another)?\\s*$");
  private static final Pattern EN_CLOCK_FRONT = Pattern.compile("(?:tomorrow |tonight |today )?");
  private static final Pattern EN_CLOCK_SAID =
      Pattern.compile(
          ".*(?:o'clock|\\b[ap]\\.? ?m\\b|half|quarter|morning|evening|afternoon|tonight|tomorrow|noon|midnight|\\d[:.]\\d\\d).*");
  private static final Pattern EN_SOME_TIME =
      Pattern.compile(
          "(?<rest>(?:play|resume|continue|read|start|put on|turn|set|skip|mute)\\b.*?) (?:later(?: on| today| tonight)?|(?<!after |and |of )tomorrow(?: (?:morning|evening|night|afternoon))?(?: at .{2,24})?|tonight at .{2,24}|in a (?:while|bit|moment|minute)|after (?:dinner|lunch|breakfast|work|school))");

  private static final Pattern ZH_CHANGED =
      Pattern.compile(
          "(?:把|将)?.{0,14}?(?:闹[钟铃]|提醒)的?(?:时间)?(?:改|换|调|挪|推迟|延后|提前|移)(?:到|成|为|至|在).{2,14}");
  private static final Pattern EN_CHANGED =
      Pattern.compile(
          "(?:please )?(?:change|move|shift|reschedule|push(?: back)?|postpone|delay|bring forward|adjust) (?:the |my )?.{0,24}?\\b(?:alarm|reminder|wake-?up call)\\b.* (?:to|until|till|for|by) .{2,24}");

  private static final Pattern ZH_SEVERAL =
      Pattern.compile(
          ".*(?:定|设|设置|来|加|开|建)(?:一下)?(?:两|二|三|四|五|几|[2-9])个(?:闹[钟铃]|提醒|定时器|计时器|倒计时).*");
  private static final Pattern ZH_ASKS = Pattern.compile("闹[钟铃]|提醒我|叫我|叫醒|喊我|定时器|计时器");
  private static final Pattern ZH_TWO_CLOCKS =
      Pattern.compile(
          "[零一二两三四五六七八九十\\d]{1,3}点(?:钟|半|一刻|三刻|[零一二三四五\\d][零一二三四五六七八九十\\d]{0,2}分?)?(?:和|跟|与|及|以及|还有|、|[，,](?!再?过)|(?:起床|出门|吃药|上班|上学|开会|睡觉)(?:和|跟|还有|以及|[，,]))(?:早上|上午|中午|下午|晚上|再|叫我|[，,])*[零一二两三四五六七八九十\\d]{1,3}点");
  private static final Pattern EN_SEVERAL =
      Pattern.compile(
          "(?:(?:please )?(?:set|make|create|start|add|give me|i need|i want) )?(?:me )?(?:two|three|four|five|several|both|[2-9]) (?:alarms|timers|reminders)\\b.+");
  private static final String EN_HOUR =
      "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight|\\d{1,2}(?:[:.]\\d\\d)?)";
  private static final Pattern EN_TWO_CLOCKS =
      Pattern.compile(
          ".*\\b(?:wake|remind|alarm|alarms|call me)\\b.*\\b(?:at|for) "
              + EN_HOUR
              + "(?: (?:thirty|fifteen|o'clock|[ap]\\.?m\\.?|in the (?:morning|evening)))*(?:,? and (?:then )?|, )(?:(?:again )?at "
              + EN_HOUR
              + "\\b.*|"
              + EN_HOUR
              + "\\b.*)");

  private static final Pattern ZH_FROM_END =
      Pattern.compile(
          "(?:直接)?(?:跳到|快进到|转到|到|去|放|播放|听|从)(?:这一?[集章回]的?)?(?:最后|末尾|结尾前?)的?.{1,5}(?:秒钟?|分钟)(?:的?地方|开始|放)?"
              + "|(?:直接)?(?:跳到|快进到|转到|去)(?:这一?[集章回]的?)?(?:[二两三四五]分之[一二三四]|一半|中间|百分之[一二三四五六七八九十\\d]+)(?:的?(?:地方|位置))?");
  private static final Pattern EN_FROM_END =
      Pattern.compile(
          "(?:go|skip|jump|move|seek|take me|fast forward|start|forward)(?: ahead| forward)? (?:to|at|from) (?:the )?(?:last|final) (?:[a-z]+(?:[ -][a-z]+)? |\\d+ )?(?:seconds?|minutes?)(?: of (?:the|this) (?:chapter|episode|section|book))?"
              + "|(?:(?:go|skip|jump|move|seek|take me)(?: ahead| forward)? to )?(?:[a-z]+(?:[ -][a-z]+)?|\\d+) (?:seconds?|minutes?) (?:before|from) the end(?: of (?:the|this) (?:chapter|episode|section))?"
              + "|(?:go|skip|jump|move)(?: ahead| forward)? to (?:the )?(?:middle|half(?:way)?(?: point)?|(?:one|a) (?:third|quarter)|two thirds|three quarters|[a-z]+(?:[ -][a-z]+)? percent|\\d+ ?(?:percent|%))(?: (?:of|through)(?: (?:the|this) (?:chapter|episode|section))?)?");

  private static final Pattern EN_SKIP_FIRST =
      Pattern.compile(
          "skip (?:the )?first (.{2,30}?)(?: of (?:this|the) (?:chapter|episode|section))?");
  private static final Pattern ZH_HELD =
      Pattern.compile(
          "(?:先)?(?:把)?(?:(?:暂停|继续|恢复|接着)(?:一下)?(?:所有|全部|这个|那个)?的?下载(?:任务)?|下载(?:先)?(?:暂停|停一下|继续|恢复))(?:一下|吧|了)?");
  private static final Pattern EN_HELD =
      Pattern.compile(
          "(?:pause|hold|resume|continue|unpause)(?: (?:the|all|my|that|this))* (?:downloads?|downloading)(?: .{0,12})?");

  private static final Pattern SOME_SECTIONS =
      Pattern.compile(
          "(?:下载|缓存)(?:一下)?(?:从?第.{1,5}[集章回]?(?:到|至)第?.{1,5}[集章回]|(?:接下来|后面|下面|前|后)的?[一二两三四五六七八九十几\\d]+[集章回])"
              + "|(?:download|fetch|save|cache) (?:me )?(?:the )?(?:next|first|last|following) (?:[a-z]+|\\d+) (?:chapters|episodes|sections)|(?:download|fetch|save|cache) (?:chapters|episodes|sections) .{2,12} (?:to|through|until) .{2,12}");

  private static final Pattern OTHER_ROOM =
      Pattern.compile(
          "(?:在|到)?(?:厨房|客厅|卧室|浴室|书房|车里|隔壁)(?:里)?(?:播放|放|听)"
              + "|(?:play|read|put)(?: (?:it|this|that|the book))? (?:in|on) (?:the|my) (?:kitchen|bedroom|living ?room|bathroom|garage|car|office|other room|tv|phone)(?: speakers?)?");

  private static final Pattern SERIES =
      Pattern.compile(
          "(?:算一下|计算)?从.{1,5}(?:一直)?加到.{1,6}|(?:add|sum)(?: up)?(?: the numbers)? from .+ to .+");

  /** What somebody tells of other days. */
  private static final Pattern ZH_TOLD =
      Pattern.compile("(?:我们?|他|她|孩子)(?:昨天|昨晚|前天|上周|早就|以前|已经)(?:都|就|才)?(?:听|放|看)(?:了|过|完).{2,14}");

  private final Function<Utterance, Optional<Decision>> families;

  /**
   * Takes the grammar.
   *
   * @param families reads what would be done if it were asked for at once
   */
  public Unasked(Function<Utterance, Optional<Decision>> families) {
    this.families = families;
  }

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.text().contains("《")) {
      return Optional.empty();
    }
    if (words.is(words.zh() ? ZH_ENOUGH : EN_ENOUGH)
        && !words.text().matches("够(?:了|啦)?|正好|刚好|good enough")) {
      return said(words, "好的，就这样。", "All right, it stays as it is.");
    }
    if (words.is(words.zh() ? ZH_LEAVE : EN_NO_SUCH)) {
      return left(words);
    }
    if (words.is(words.zh() ? ZH_TALK : EN_TALK) || (words.zh() && words.is(ZH_TOLD))) {
      return said(
          words, "好的，我什么都不动。要我做什么就直接说。", "I leave everything as it is. Just say what I shall do.");
    }
    return alarms(words).or(() -> places(words)).or(() -> later(words));
  }

  private static Optional<Decision> said(Utterance words, String zh, String en) {
    return Decision.say(Certainty.SURELY, words.say(zh, en));
  }

  /** "No double speed" while it reads that fast asks for the normal one. */
  private static Optional<Decision> left(Utterance words) {
    boolean speed = words.text().matches(".*(?:speed|reading|倍).*");
    return speed && words.situation().speed() != 1.0
        ? Decision.call("set_speed", Args.of("rate", 1.0))
        : said(words, "好的，不动它。", "All right, I leave it as it is.");
  }

  private static Optional<Decision> alarms(Utterance words) {
    boolean zh = words.zh();
    if (words.is(zh ? ZH_CHANGED : EN_CHANGED)) {
      return said(
          words,
          "我不能改已经定好的时间。请先取消那一个，再定新的，比如说“取消七点的闹钟”，再说“定八点的闹钟”。",
          "I cannot change the time of one that is set. Cancel it first and set a new one, such as"
              + " \"cancel the alarm at seven\" and then \"set an alarm for eight\".");
    }
    boolean several =
        zh
            ? words.is(ZH_SEVERAL) || (words.has(ZH_ASKS) && words.has(ZH_TWO_CLOCKS))
            : words.is(EN_SEVERAL) || words.is(EN_TWO_CLOCKS);
    return several
        ? said(words, "我一次只能定一个，请分开说。", "I set one at a time. Please say them one by one.")
        : Optional.empty();
  }

  /** Places that are counted from an end that the rules do not know, and held downloads. */
  private static Optional<Decision> places(Utterance words) {
    if (words.is(words.zh() ? ZH_FROM_END : EN_FROM_END)) {
      return said(
          words,
          "我不能从结尾往前数，也不能按比例跳。请说时间，比如“跳到第十分钟”或“快进五分钟”。",
          "I cannot count from the end or jump to a share of it. Name a time, such as \"go to minute"
              + " ten\" or \"forward five minutes\".");
    }
    if (words.is(words.zh() ? ZH_HELD : EN_HELD)) {
      return said(
          words,
          "说话不能暂停或继续下载，可以在网页上点，或者用命令 earmark downloads pause 和 resume。取消下载可以直接说。",
          "I cannot hold a download or let it go on by voice. The page can, and so can earmark"
              + " downloads pause and resume. Cancelling works by voice.");
    }
    if (words.is(SOME_SECTIONS)) {
      return said(
          words,
          "我不能只下载其中几集，可以下载整本，说“下载整本书”。",
          "I cannot fetch some of the chapters alone. Say \"download the whole book\" for all of them.");
    }
    if (words.is(SERIES)) {
      return said(
          words,
          "一串数的和我不会算，请一步一步说。",
          "I cannot sum up a row of numbers. Say the sum step by step.");
    }
    if (words.is(OTHER_ROOM)) {
      return said(words, "我只能在这台机器上放。", "I can play on this machine alone.");
    }
    Matcher first = EN_SKIP_FIRST.matcher(words.text());
    return !words.zh() && first.matches() ? skipFirst(words, first.group(1)) : Optional.empty();
  }

  private static Optional<Decision> skipFirst(Utterance words, String length) {
    String counted = Patterns.matches(length, "minute|second") ? "a " + length : length;
    Durations.Found time = Durations.find(counted, words.language()).orElse(null);
    if (time == null || time.start() > 0 || time.end() < counted.length()) {
      return Optional.empty();
    }
    return words.situation().positionS() < time.seconds()
        ? Decision.call("seek", Args.of("position", Durations.plain(time.seconds())))
        : said(
            words,
            "这里已经过去了。要每集都跳过，请说“每集跳过片头三十秒”。",
            "That part is over already. For every chapter, say \"skip the first thirty seconds of"
                + " every chapter\".");
  }

  /** 两分钟后音量调到二十 is not done now. */
  private Optional<Decision> later(Utterance words) {
    return (words.zh() ? zhRest(words) : enRest(words))
        .flatMap(this::wouldBeDone)
        .filter(call -> AT_ONCE.contains(call.tool()) && !waits(words))
        .flatMap(
            call ->
                said(
                    words,
                    "我不能到时候自己做这个：能定时的只有停止播放、闹钟和提醒。",
                    "I cannot do that later by myself: only the sleep timer, alarms and reminders"
                        + " wait for a time."));
  }

  /**
   * "Play alice and stop in 20 minutes", "play until eleven": the time belongs to what can wait.
   */
  private boolean waits(Utterance words) {
    Decision whole = families.apply(words).orElse(null);
    if (whole == null || whole.call() == null) {
      return false;
    }
    return whole.next() != null
        || whole.call().args().containsKey("at")
        || WAIT.contains(whole.call().tool());
  }

  private Optional<Decision.Call> wouldBeDone(Utterance rest) {
    Matcher on = ZH_IF.matcher(rest.text());
    Utterance asked = on.matches() ? rest.with(rest.part(on.start("rest"), on.end("rest"))) : rest;
    return families.apply(asked).flatMap(d -> Optional.ofNullable(d.call()));
  }

  private static Optional<Utterance> zhRest(Utterance words) {
    String text = words.text();
    Matcher some = ZH_SOME_TIME.matcher(text);
    if (some.matches()) {
      return Optional.of(words.with(words.part(some.start("rest"), some.end("rest"))));
    }
    Durations.Found time = Durations.find(text, words.language()).orElse(null);
    if (time != null && ZH_BEFORE.matcher(text.substring(0, time.start())).matches()) {
      boolean passes = Patterns.matches(text.substring(0, time.start()), ".*(?:过|等)");
      return behind(words, passes ? ZH_PASSED : ZH_LATER, time.end());
    }
    Clocks.Found clock = Clocks.find(text, words.language()).orElse(null);
    return clock != null && ZH_BEFORE.matcher(text.substring(0, clock.start())).matches()
        ? behind(words, ZH_AT, clock.end())
        : Optional.empty();
  }

  private static Optional<Utterance> behind(Utterance words, Pattern pattern, int from) {
    Matcher m = pattern.matcher(words.text().substring(from));
    return m.matches()
        ? Optional.of(words.with(words.part(from + m.start("rest"), from + m.end("rest"))))
        : Optional.empty();
  }

  private static Optional<Utterance> enRest(Utterance words) {
    String text = words.text();
    Matcher some = EN_SOME_TIME.matcher(text);
    if (some.matches()) {
      return Optional.of(words.with(words.part(some.start("rest"), some.end("rest"))));
    }
    Durations.Found time = Durations.find(text, words.language()).orElse(null);
    if (time != null) {
      Matcher back = EN_BACK.matcher(text.substring(0, time.start()));
      if (time.end() == text.length() && back.matches()) {
        return Optional.of(words.with(words.part(back.start("rest"), back.end("rest"))));
      }
      boolean fromNow = time.start() == 0 && text.startsWith(" from now ", time.end());
      if (fromNow) {
        return rest(words, time.end() + " from now".length());
      }
      if (EN_FRONT.matcher(text.substring(0, time.start())).matches()) {
        return rest(words, time.end());
      }
    }
    Clocks.Found clock = Clocks.find(text, words.language()).orElse(null);
    if (clock == null) {
      return Optional.empty();
    }
    if (EN_CLOCK_FRONT.matcher(text.substring(0, clock.start())).matches()) {
      return rest(words, clock.end());
    }
    boolean certain =
        clock.end() == text.length()
            && EN_CLOCK_SAID.matcher(text.substring(clock.start())).matches();
    return certain
        ? Optional.of(words.with(words.part(0, clock.start()).strip()))
        : Optional.empty();
  }

  private static Optional<Utterance> rest(Utterance words, int from) {
    String rest = words.part(from, words.text().length()).replaceFirst("^[ ,]+(?:then )?", "");
    return rest.length() < 3 ? Optional.empty() : Optional.of(words.with(rest));
  }
}
