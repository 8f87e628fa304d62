package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Skipped ends of sections, a longer sleep timer, the list of bookmarks, the queue, how long was
 * listened, the sound, and books that are kept.
 */
final class HabitsFamily implements IntentFamily {
  private static final String PLEASE = "(?:请|帮我|给我|把|以后|每次|每集|每一集|每章|都|自动)*";

  private static final Pattern ZH_SKIP =
      Pattern.compile(
          PLEASE + "(?:跳过|略过|去掉|不听)(?:每集|每一集|每章)?(?:的)?(片头|片尾)(?:曲|音乐|的)?(?:的)?(?:前|后|最后)?(.+)");
  private static final Pattern ZH_NO_SKIP =
      Pattern.compile("(?:不要|不用|别|取消|不再)(?:再)?(?:跳过|略过)(片头片尾|片头|片尾)(?:了)?");
  private static final Pattern EN_SKIP =
      Pattern.compile(
          "(?:always |please |from now on )?(?:skip|leave out|cut) (?:an? |the"
              + " )?(?:(intro|introduction|outro|credits) of (.+)|(first|last) (.+?) (?:of|in|from)"
              + " (?:each|every) (?:chapter|section|episode|part))");
  private static final Pattern EN_NO_SKIP =
      Pattern.compile(
          "(?:don't|do not|stop|no longer) skip(?:ping)? (?:the"
              + " )?(intro|intros|outro|outros|credits)(?: any ?more)?");

  private static final Pattern ZH_EXTEND =
      Pattern.compile(
          "(?:把)?(?:睡眠|定时|定时器|睡眠定时|睡眠定时器)*(?:再|多)*(?:延长|推迟|延后|加长|往后推)(.+?)(?:再停|再关)?|(?:睡眠|定时|定时器|睡眠定时)+(?:再|多)*加(.+)");
  private static final Pattern EN_EXTEND =
      Pattern.compile(
          "(?:extend|prolong|lengthen)(?: (?:it|that|the (?:sleep )?timer|my (?:sleep )?timer))?(?:"
              + " by)? (.+)|add (.+?) to the sleep timer|(?:give me |just )?(.+ more"
              + " minutes|another .+ minutes)(?: before (?:you )?(?:stop|stopping))?");

  private static final Pattern ZH_MARKS =
      Pattern.compile(
          "(?:看看|列出|显示|查看|打开|我的|我|都|所有|有)*(?:有哪些|有什么|有几个|哪些|所有的?|全部的?)?书签(?:列表|有哪些|有几个|都有哪些|都有什么)");
  private static final Pattern ZH_MARKS_FRONT =
      Pattern.compile("(?:我)?(?:有哪些|有什么|有几个|看看|列出|显示|查看)(?:我的|所有的?|全部的?)?书签(?:吗|呢)?");
  private static final Pattern ZH_GO =
      Pattern.compile(
          "(?:跳|跳转|去|回|回到|跳到|跳回|转|到)+(?:我的|那个|上一个|最后一个)?书签(?:的?(?:地方|位置))?(?:“|叫)?(.*?)”?(?:的?(?:地方|位置|那里))?|(?:从|播放)书签(.*?)(?:开始|继续)?(?:播放|放|听)?");
  private static final Pattern ZH_REMOVE =
      Pattern.compile(
          "(?:把)?(?:删除|删掉|去掉|移除|删了)(?:这个|那个|我的)?书签(?:“|叫)?(.*?)”?|把?书签(.*?)(?:删除|删掉|删了|去掉)(?:吧|了)?");
  private static final Pattern EN_MARKS =
      Pattern.compile(
          "(?:(?:list|show|read|tell|give)(?: me)?(?: all)?(?: (?:the|my|of my))? bookmarks|what"
              + " bookmarks (?:do i have|are there|have i (?:got|set))|(?:do i have|are there)"
              + " (?:any )?bookmarks|my bookmarks)");
  private static final Pattern EN_GO =
      Pattern.compile(
          "(?:go|jump|skip|take me|return)(?: back)? to (?:the |my )?(?:last )?bookmark(?:"
              + " (?:called |named )?(.+))?|(?:play|continue|resume) from (?:the |my )?bookmark(?:"
              + " (?:called |named )?(.+))?");
  private static final Pattern EN_REMOVE =
      Pattern.compile(
          "(?:remove|delete|erase|forget) (?:the |my |that |this )?bookmark(?: (?:called |named"
              + " )?(.+))?");

  private static final Pattern ZH_NEXT =
      Pattern.compile(
          "(?:然后|接下来|之后|随后)(?:再|就)?(?:播放|放|听|讲|来)(?:一?(?:下|本|个))?(.{2,20})|(?:听|放|播|讲)完(这一?[集回章节]|这一?本|这个|这本书|这部)?(?:了)?(?:以后|之后|后)?[，,]?(?:就|再|接着|帮我|给我)*(?:播放|放|听)(.{2,20})|把(.{2,20}?)(?:加|添加|放)(?:到|进|入)+(?:播放)?(?:队列|列表)(?:里|中)?");
  private static final Pattern ZH_QUEUE =
      Pattern.compile("(?:看看|查看|显示)?(?:播放)?队列(?:里)?(?:有)?(?:什么|哪些|多少)?(?:书)?");
  private static final Pattern ZH_CLEAR =
      Pattern.compile("(?:把)?(?:清空|清除|取消)(?:播放)?队列|把?(?:播放)?队列(?:清空|清掉)(?:了)?");
  private static final Pattern EN_NEXT =
      Pattern.compile(
          "(?:and )?(?:then|next|afterwards|after (?:that|this(?:"
              + " (book|one|chapter|section|episode|story))?)),? (?:play|read|put on)"
              + " (.+)|(?:queue|queue up|enqueue) (.+)|(?:add|put) (.+?) (?:to|on|in) (?:the|my)"
              + " queue|(?:play|read) (.+?) (?:next|after(?:wards)?(?: (?:this|that)(?:"
              + " (book|one|chapter|section|episode|story))?)?)");
  private static final Pattern EN_QUEUE =
      Pattern.compile("(?:what(?:'s| is) (?:in|on) |show(?: me)? |list )(?:the|my) queue");
  private static final Pattern EN_CLEAR = Pattern.compile("(?:clear|empty|reset) (?:the|my) queue");

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

  private static final Pattern ZH_KEEP =
      Pattern.compile(
          "(?:请|帮我|给我)?(?:下载(?:下)?(?:整|全)(?:本|部|套)(?:书)?|(?:把)?(?:这|整|全)一?(?:本|部|套)(?:书)?(?:都|全部|全|完整)?(?:下载|缓存)(?:下来|一下|好)?(?:吧)?|(?:一直)?保留(?:住)?(?:这|整)(?:本|部)(?:书)?|(?:下载|缓存)全部(?:的)?(?:集|章节|章)?)");
  private static final Pattern ZH_RELEASE =
      Pattern.compile("(?:不用|不要|不再|取消|别)(?:再)?保留(?:这|整)?(?:本|部)?(?:书)?(?:了)?");
  private static final Pattern EN_KEEP =
      Pattern.compile(
          "(?:download|fetch|save|cache) (?:the (?:whole|entire|complete)|all of (?:the|this)|this"
              + " whole) (?:book|audiobook|story)(?: (?:for offline|offline|to keep))?|keep"
              + " (?:this|the) (?:book|audiobook)(?: (?:offline|on (?:this|the)"
              + " (?:machine|device|disk|box)|forever|downloaded))?");
  private static final Pattern EN_RELEASE =
      Pattern.compile(
          "(?:don't|do not|no longer|stop) keep(?:ing)? (?:this|the) (?:book|audiobook)(?:"
              + " .{0,16})?");

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.zh() ? zh(words) : en(words);
  }

  private static Optional<Decision> zh(Utterance words) {
    Matcher m = ZH_SKIP.matcher(words.text());
    if (m.matches()) {
      return skip(m.group(1).equals("片头"), m.group(2), Language.ZH);
    }
    m = ZH_NO_SKIP.matcher(words.text());
    if (m.matches()) {
      return noSkip(!m.group(1).equals("片尾"), !m.group(1).equals("片头"));
    }
    if (words.is(ZH_RELEASE)) {
      return Decision.call("keep_book", Args.of("keep", false));
    }
    if (words.is(ZH_KEEP)) {
      return Decision.call("keep_book");
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
    return queueZh(words)
        .or(() -> extend(words, ZH_EXTEND))
        .or(() -> marks(words, words.is(ZH_MARKS) || words.is(ZH_MARKS_FRONT), ZH_GO, ZH_REMOVE));
  }

  private static Optional<Decision> en(Utterance words) {
    Matcher m = EN_SKIP.matcher(words.text());
    if (m.matches()) {
      boolean intro =
          m.group(3) != null ? m.group(3).equals("first") : m.group(1).startsWith("intro");
      return skip(intro, m.group(2) != null ? m.group(2) : m.group(4), Language.EN);
    }
    m = EN_NO_SKIP.matcher(words.text());
    if (m.matches()) {
      boolean intro = m.group(1).startsWith("intro");
      return noSkip(intro, !intro);
    }
    if (words.is(EN_RELEASE)) {
      return Decision.call("keep_book", Args.of("keep", false));
    }
    if (words.is(EN_KEEP)) {
      return Decision.call("keep_book");
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
    return queueEn(words)
        .or(() -> extend(words, EN_EXTEND))
        .or(() -> marks(words, words.is(EN_MARKS), EN_GO, EN_REMOVE));
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
        group(words, m).replaceFirst("^another ", "").replace(" more minutes", " minutes");
    Optional<Durations.Found> time = Durations.find(text, words.language());
    return time.filter(t -> t.start() == 0 && t.end() == text.length())
        .flatMap(
            t ->
                Decision.call(
                    "set_sleep_timer", Args.of("extend", Durations.plain(t.seconds() / 60))));
  }

  private static Optional<Decision> marks(
      Utterance words, boolean list, Pattern go, Pattern remove) {
    if (list) {
      return Decision.call("bookmarks");
    }
    Matcher m = remove.matcher(words.text());
    String tool = "remove_bookmark";
    if (!m.matches()) {
      m = go.matcher(words.text());
      tool = "go_to_bookmark";
    }
    if (!m.matches()) {
      return Optional.empty();
    }
    String name = group(words, m).strip();
    return name.isEmpty() ? Decision.call(tool) : Decision.call(tool, Args.of("name", name));
  }

  private static Optional<Decision> queueZh(Utterance words) {
    if (words.is(ZH_CLEAR)) {
      return Decision.call("queue", Args.of("clear", true));
    }
    if (words.is(ZH_QUEUE)) {
      return Decision.call("queue");
    }
    Matcher m = ZH_NEXT.matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String what =
        m.group(1) != null
            ? part(words, m, 1)
            : m.group(3) != null ? part(words, m, 3) : part(words, m, 4);
    boolean section = m.group(2) != null && Patterns.matches(m.group(2), "这一?[集回章节]");
    return next(words, what, section);
  }

  private static Optional<Decision> queueEn(Utterance words) {
    if (words.is(EN_CLEAR)) {
      return Decision.call("queue", Args.of("clear", true));
    }
    if (words.is(EN_QUEUE)) {
      return Decision.call("queue");
    }
    Matcher m = EN_NEXT.matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String after = m.group(1) != null ? m.group(1) : m.group(6);
    for (int i = 2; i <= 5; i++) {
      if (m.group(i) != null) {
        boolean section = after != null && Patterns.matches(after, "chapter|section|episode");
        return next(words, part(words, m, i), section);
      }
    }
    return Optional.empty();
  }

  /** What is to come must be a title: "then play it again" and 接下来放下一集 are other commands. */
  private static Optional<Decision> next(Utterance words, String said, boolean afterSection) {
    String title = Titles.clean(said, words.zh());
    boolean other =
        words.zh()
            ? Patterns.matches(title, "(?:下|上|第|这|那|后面|前面|别的|其他|什么|哪).*|.*(?:[集回章节]|分钟|音乐|歌)")
            : Patterns.matches(
                title.toLowerCase(Locale.ROOT),
                "(?:it|this|that|the"
                    + " (?:next|previous|last|first|one|chapter|book|story|rest)|chapter|section|episode|something|anything|what|more|on|from)\\b.*");
    if (title.isBlank() || other) {
      return Optional.empty();
    }
    String keyword = Titles.resolve(title, words.situation());
    return afterSection
        ? Decision.call("play_next", Args.of("keyword", keyword, "after", "section"))
        : Decision.call("play_next", Args.of("keyword", keyword));
  }

  private static String part(Utterance words, Matcher m, int group) {
    return words.part(m.start(group), m.end(group));
  }

  private static String group(Utterance words, Matcher m) {
    for (int i = 1; i <= m.groupCount(); i++) {
      if (m.group(i) != null) {
        return part(words, m, i);
      }
    }
    return "";
  }
}
