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

/** Skipped ends of sections, a longer sleep timer, how long was listened, and the sound. */
final class HabitsFamily implements IntentFamily {
  private static final String PLEASE = "(?:请|帮我|给我|把|以后|每次|每集|每一集|每章|都|自动)*";

  private static final Pattern ZH_SKIP =
      Pattern.compile(
          PLEASE + "(?:跳过|略过|去掉|不听)(?:每集|每一集|每章)?(?:的)?(片头|片尾)(?:曲|音乐|的)?(?:的)?(?:前|后|最后)?(.+)");

  /** 每集跳过前三十秒片头: of every section, or it would be a leap of thirty seconds. */
  private static final Pattern ZH_SKIP_ENDS =
      Pattern.compile(
          "(?<every>(?:请|帮我|给我|把|以后|每次|每集|每一集|每[章回]|每一[章回]|都|自动|总是|一直)*)(?:跳过|略过|去掉|不听|跳)(?:每集|每一集|每章|每[章回]|每一[章回])?(?:的)?(?<end>开头|开始|前面|前|最前面?|片头|最后面?|结尾|末尾|后面|片尾)(?:的)?(?<time>.+?)(?:的)?(?<what>片头曲?|片尾曲?|广告|音乐|开场白)?(?:部分)?");

  private static final Pattern ZH_BOTH_ENDS =
      Pattern.compile(
          PLEASE
              + "(?:跳过|略过|去掉|跳|设置?)?(?<first>片头|片尾|开头)曲?(?:的?前|的?后)?(?<one>.{1,8}?)[，,、]?(?:和|跟|还有|以及|再|跳过|跳)*(?:片头|片尾|结尾|最后)曲?(?:的?最?后)?(?<two>.{1,8}?(?:秒钟?|分钟?|分半))");
  private static final Pattern EN_BOTH_ENDS =
      Pattern.compile(
          "(?:always |please |from now on )?(?:skip|leave out|cut) (?:the |an? )?(?:(?<first>first|last|intro of|outro of|credits of) (?<one>.{2,30}?),? and (?:skip )?(?:the |an? )?(?:first|last|intro of|outro of|credits of) (?<two>.{2,30}?))(?: (?:of|in|from) (?:each|every|all) (?:chapters?|sections?|episodes?|parts?))?");

  private static final Pattern ZH_NO_SKIP =
      Pattern.compile("(?:不要|不用|别|取消|不再)(?:再)?(?:跳过|略过)(片头片尾|片头|片尾)(?:了)?");
  private static final Pattern EN_SKIP =
      Pattern.compile(
          "(?:always |please |from now on )?(?:skip|leave out|cut) (?:an? |the"
              + " )?(?:(intro|introduction|outro|credits) of (.+)|(first|last) (.+?) (?:of|in|from)"
              + " (?:each|every|all) (?:chapters?|sections?|episodes?|parts?))|(?:always|from now on|every"
              + " time) (?:skip|leave out|cut) (?:the )?(first|last) (.+)|(?:in|at) (?:each|every)"
              + " (?:chapter|section|episode|part) (?:skip|leave out|cut) (?:the )?(first|last) (.+)");
  private static final Pattern EN_NO_SKIP =
      Pattern.compile(
          "(?:don't|do not|stop|no longer) skip(?:ping)? (?:the"
              + " )?(intro|intros|outro|outros|credits)(?: any ?more)?");

  private static final Pattern ZH_EXTEND =
      Pattern.compile(
          "(?:把)?(?:睡眠|定时|定时器|睡眠定时|睡眠定时器)*(?:再|多)*(?:延长|推迟|延后|加长|往后推)(.+?)(?:再停|再关)?|(?:睡眠|定时|定时器|睡眠定时)+(?:再|多)*加(.+)|(?:晚|迟|推迟|推后|晚点)(.+?)(?:再|才)(?:停|关|睡)(?:播放|掉)?|再?多(?:放|播|听|讲|念|给我)(.+?)(?:再停|再关|再睡)?");
  private static final Pattern EN_EXTEND =
      Pattern.compile(
          "(?:extend|prolong|lengthen)(?: (?:it|that|the (?:sleep )?timer|my (?:sleep )?timer))?(?:"
              + " by)? (.+)|add (.+?) to the sleep timer|(?:stop|turn off|sleep) (.+?) later(?: than (?:planned|that|before))?|(?:give me |just )?(.+ more"
              + " minutes|another .+ minutes)(?: before (?:you )?(?:stop|stopping))?");

  private static final Pattern ZH_TIME =
      Pattern.compile(
          "(?:我)?(今天|今日|这周|本周|这个?星期|这个?月|本月|最近七天|最近一周)(?:我)?(?:一共|总共|都)?(?:听|听书)了?(?:多久|多长时间|多少(?:分钟|小时|时间)|几个?(?:小时|分钟))(?:的?书)?(?:了)?");
  private static final Pattern EN_TIME =
      Pattern.compile(
          "how (?:long|much|many (?:minutes|hours)) (?:have|did) i (?:listen|listened|been"
              + " listening|heard?)(?: (?:to|for))*(?: (?:books|audiobooks))?(?: to)? ?(today|this"
              + " week|this month|in the last week)");

  private static final Pattern ZH_SOUND =
      Pattern.compile(
          "(?:请|帮我)?(打开|开启|开|启用|关闭|关掉|关|取消|不要)(?:一下)?(人声增强|语音增强|音量均衡|响度均衡|跳过静音|缩短静音|缩短停顿|跳过停顿|静音跳过)|(?:把)?(人声增强|语音增强|音量均衡|响度均衡|跳过静音|缩短静音|缩短停顿)(打开|开启|关闭|关掉|关了|取消)");
  private static final Pattern EN_SOUND =
      Pattern.compile(
          "(?:turn|switch) (on|off) (?:the )?(voice boost|volume levell?ing|levell?ing|silence"
              + " skipping|silence trimming)|(?:turn|switch) (?:the )?(voice boost|volume"
              + " levell?ing|levell?ing|silence skipping|silence trimming) (on|off)|(don't |do not"
              + " |stop )?(skip|skipping|shorten|shortening|trim|trimming) (?:the"
              + " )?(silences?|pauses)");

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.zh() ? zh(words) : en(words);
  }

  /** 每集跳过片头30秒片尾15秒: both ends in one sentence. */
  private static Optional<Decision> bothEnds(Utterance words, Pattern pattern) {
    Matcher m = pattern.matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    Durations.Found first = Durations.find(m.group("one"), words.language()).orElse(null);
    Durations.Found second = Durations.find(m.group("two"), words.language()).orElse(null);
    if (first == null || second == null) {
      return Optional.empty();
    }
    boolean outroFirst = Patterns.matches(m.group("first"), "片尾|结尾|最后|outro.*|last|credits.*");
    return Decision.call(
        "set_skips",
        Args.of(
            "intro",
            Durations.plain((outroFirst ? second : first).seconds()),
            "outro",
            Durations.plain((outroFirst ? first : second).seconds())));
  }

  private static Optional<Decision> zh(Utterance words) {
    Optional<Decision> both = bothEnds(words, ZH_BOTH_ENDS);
    if (both.isPresent()) {
      return both;
    }
    Matcher m = ZH_SKIP.matcher(words.text());
    if (m.matches()) {
      return skip(m.group(1).equals("片头"), m.group(2), Language.ZH);
    }
    m = ZH_SKIP_ENDS.matcher(words.text());
    if (m.matches()) {
      boolean every = Patterns.matches(words.text(), ".*(?:每|以后|都|总是|一直|片[头尾]).*");
      boolean outro = Patterns.matches(m.group("end") + m.group("what"), ".*(?:最后|结尾|末尾|后面|片尾).*");
      return every ? skip(!outro, m.group("time"), Language.ZH) : Optional.empty();
    }
    m = ZH_NO_SKIP.matcher(words.text());
    if (m.matches()) {
      return noSkip(!m.group(1).equals("片尾"), !m.group(1).equals("片头"));
    }
    m = ZH_SOUND.matcher(words.text());
    if (m.matches()) {
      String what = m.group(2) != null ? m.group(2) : m.group(3);
      String how = m.group(1) != null ? m.group(1) : m.group(4);
      return sound(what, Patterns.matches(how, "打开|开启|开|启用"));
    }
    m = ZH_TIME.matcher(words.text());
    if (m.matches()) {
      return time(m.group(1));
    }
    return extend(words, ZH_EXTEND);
  }

  private static Optional<Decision> en(Utterance words) {
    Optional<Decision> both = bothEnds(words, EN_BOTH_ENDS);
    if (both.isPresent()) {
      return both;
    }
    Matcher m = EN_SKIP.matcher(words.text());
    if (m.matches()) {
      if (m.group(1) != null) {
        return skip(m.group(1).startsWith("intro"), m.group(2), Language.EN);
      }
      int end = m.group(3) != null ? 3 : m.group(5) != null ? 5 : 7;
      return skip(m.group(end).equals("first"), m.group(end + 1), Language.EN);
    }
    m = EN_NO_SKIP.matcher(words.text());
    if (m.matches()) {
      boolean intro = m.group(1).startsWith("intro");
      return noSkip(intro, !intro);
    }
    m = EN_SOUND.matcher(words.text());
    if (m.matches()) {
      if (m.group(6) != null) {
        return sound("silence", m.group(5) == null);
      }
      String what = m.group(2) != null ? m.group(2) : m.group(3);
      return sound(what, "on".equals(m.group(1) != null ? m.group(1) : m.group(4)));
    }
    m = EN_TIME.matcher(words.text());
    if (m.matches()) {
      return time(m.group(1));
    }
    return extend(words, EN_EXTEND);
  }

  private static Optional<Decision> skip(boolean intro, String text, Language language) {
    return Durations.find(text, language)
        .flatMap(
            time ->
                Decision.call(
                    "set_skips",
                    Args.of(intro ? "intro" : "outro", Durations.plain(time.seconds()))));
  }

  private static Optional<Decision> noSkip(boolean intro, boolean outro) {
    if (intro && outro) {
      return Decision.call("set_skips", Args.of("intro", 0, "outro", 0));
    }
    return Decision.call("set_skips", Args.of(intro ? "intro" : "outro", 0));
  }

  private static Optional<Decision> sound(String what, boolean on) {
    String name =
        Patterns.matches(what, ".*(?:人声|语音|boost).*")
            ? "boost"
            : Patterns.matches(what, ".*(?:均衡|level).*") ? "level" : "shorten_silence";
    return Decision.call("set_sound", Args.of(name, on));
  }

  private static Optional<Decision> time(String span) {
    int days =
        Patterns.matches(span, ".*(?:周|星期|七天|week).*")
            ? 7
            : Patterns.matches(span, ".*(?:月|month).*") ? 30 : 1;
    return Decision.call("listening_time", Args.of("days", days));
  }

  /** 再延长十分钟, "extend it by ten minutes"; only while a book is there to be slept by. */
  private static Optional<Decision> extend(Utterance words, Pattern pattern) {
    Matcher m = pattern.matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String text =
        words.firstPart(m).replaceFirst("^another ", "").replace(" more minutes", " minutes");
    Optional<Durations.Found> time = Durations.find(text, words.language());
    return time.filter(t -> t.start() == 0 && t.end() == text.length())
        .flatMap(
            t ->
                Decision.call(
                    "set_sleep_timer", Args.of("extend", Durations.plain(t.seconds() / 60))));
  }
}
