package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Listening for a while and no longer: 睡前故事放二十分钟就行, "play emma for half an hour". A title is played
 * first; what plays already goes on; then the sleep timer is set.
 */
final class SpanFamily implements IntentFamily {
  private static final Pattern ZH_BEFORE =
      Pattern.compile("(.{0,12}?)(?:最多|顶多|只|就|再|先|大概|还|可以)*(?:播放|放|听|讲|念|读|播)(?:上|个|它|大概|大约|差不多)?");
  private static final Pattern ZH_VERB_FIRST =
      Pattern.compile("(?:我|我们|给我|再|先|想要|想|要|帮我)*(?:播放|放|听|讲|念|读|播|来)(?:上|个)?");
  private static final Pattern ZH_AFTER =
      Pattern.compile("(?:左右|的)?[，,]?(?:(?:就|也就)?(?:行|好|够|可以|差不多|算)?(?:了)?|吧|为止)(?:吧|了)?");
  private static final Pattern ZH_NO_TITLE =
      Pattern.compile(
          "(?:我|我们|咱们|宝宝|孩子|给我|继续|接着|你|书|故事|睡前故事|这本?书?|这个|这个故事|它|今晚|今天|晚上|睡前|现在|把它|想|要|想要|那就|让他)*");
  private static final Pattern ZH_REFUSED =
      Pattern.compile(".*(?:快进|后退|倒|退|跳|往|定时|提醒|闹钟|分钟后|小时后|了.+|没|已经|每|重|回|(?<!睡)前|刚|从|到).*");

  private static final Pattern EN_BEFORE =
      Pattern.compile(
          "(?:(?:i(?:'d| would) (?:like|love) to|i want to|let's|let me) )?(?:only |just )?(keep (?:playing|reading|going)|keep on (?:playing|reading)|carry on(?: (?:playing|reading))?|go on|continue(?: (?:playing|reading))?|play|read|put on|listen to|listen|hear|start|run)\\b ?(.{0,40}?) ?for(?: (?:about|around|another|the next|only|just|at most|up to|like))*");
  private static final Pattern EN_AFTER =
      Pattern.compile(
          " ?(?:more|only|longer|at most|max|or so|tonight|and (?:that's (?:it|all|enough)|no more)|then (?:sleep|bed))*");
  private static final Pattern EN_NO_TITLE =
      Pattern.compile(
          "(?:it|this|that|on|the (?:book|story|audiobook)|(?:a |my |some )?(?:bedtime )?(?:story|stories|book)|to me|me|us|to us|for me|aloud|along|something| )*");

  private final PlayFamily play = new PlayFamily();

  @Override
  public Optional<Decision> read(Utterance words) {
    Language language = words.language();
    Durations.Found time = Durations.find(words.text(), language).orElse(null);
    if (time == null || time.seconds() < 60) {
      return Optional.empty();
    }
    String after = words.text().substring(time.end());
    Matcher before =
        (words.zh() ? ZH_BEFORE : EN_BEFORE)
            .matcher(words.text().substring(0, time.start()).stripTrailing());
    if (words.zh() && ZH_VERB_FIRST.matcher(words.text().substring(0, time.start())).matches()) {
      Optional<Decision> titled = titleAfter(words, time, after);
      if (titled.isPresent()) {
        return titled;
      }
    }
    if (!(words.zh() ? ZH_AFTER : EN_AFTER).matcher(after).matches() || !before.matches()) {
      return Optional.empty();
    }
    int group = words.zh() ? 1 : 2;
    String what = before.group(group);
    if (words.zh() && ZH_REFUSED.matcher(what).matches()) {
      return Optional.empty();
    }
    Decision.Call timer = timer(time);
    if ((words.zh() ? ZH_NO_TITLE : EN_NO_TITLE).matcher(what).matches()) {
      return alone(words, timer);
    }
    String title = words.part(before.start(group), before.end(group));
    return play.read(words.with((words.zh() ? "播放" : "play ") + title))
        .filter(d -> d.call() != null && d.call().tool().equals("search_and_play"))
        .map(d -> d.next(timer));
  }

  /** 讲半小时红楼梦. */
  private Optional<Decision> titleAfter(Utterance words, Durations.Found time, String after) {
    String title = Patterns.replaceAll(after, "^的", "");
    if (title.length() < 2 || title.length() > 10 || ZH_AFTER.matcher(after).matches()) {
      return Optional.empty();
    }
    if (ZH_NO_TITLE.matcher(title).matches()) {
      return alone(words, timer(time));
    }
    int start = words.text().length() - title.length();
    return play.read(words.with("播放" + words.part(start, words.text().length())))
        .filter(d -> d.call() != null && d.call().tool().equals("search_and_play"))
        .map(d -> d.next(timer(time)));
  }

  private static Decision.Call timer(Durations.Found time) {
    return new Decision.Call(
        "set_sleep_timer", Args.of("minutes", Durations.plain(time.seconds() / 60)));
  }

  /** No title: the book at hand goes on, or the user is asked for one. */
  private static Optional<Decision> alone(Utterance words, Decision.Call timer) {
    if (words.playing()) {
      return Decision.call(timer.tool(), timer.args());
    }
    if (words.situation().album().isEmpty()) {
      return Decision.ask(words.say("想听哪一本呢？", "Which book would you like?"));
    }
    return Decision.call("resume").map(d -> d.next(timer));
  }
}
