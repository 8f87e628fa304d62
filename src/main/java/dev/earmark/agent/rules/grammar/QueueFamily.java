package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.text.Ordinals;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is to be played later: 接下来放红楼梦, "queue up dracula", and the list of it. */
final class QueueFamily implements IntentFamily {
  private static final Pattern ZH_NEXT =
      Pattern.compile(
          "(?:然后|接下来|之后|随后|等一?会儿?|待会儿?|过一?会儿?|一会儿|回头|等下|下一本)(?:再|就|我要|我想|给我|帮我)*(?:播放|放|听|讲|来)(?:一?(?:下|本|个))?(.{2,20})|(?:听|放|播|讲)完(这一?[集回章节]|这一?本|这个|这本书|这部)?(?:了)?(?:以后|之后|后)?[，,]?(?:就|再|接着|帮我|给我)*(?:播放|放|听)(.{2,20})|把(.{2,20}?)(?:加|添加|放)(?:到|进|入)+(?:播放)?(?:队列|列表)(?:里|中)?");
  private static final Pattern ZH_QUEUE =
      Pattern.compile(
          "(?:看看|查看|显示|列出|念一?下|读一?下)?(?:播放)?(?:队列|列表)(?:里)?(?:都)?(?:有)?(?:什么|哪些|多少)?(?:书)?");
  private static final Pattern ZH_CLEAR =
      Pattern.compile("(?:把)?(?:清空|清除|取消)(?:播放)?队列|把?(?:播放)?队列(?:清空|清掉)(?:了)?");
  private static final Pattern EN_NEXT =
      Pattern.compile(
          "(?:and )?(?:then|next|afterwards|after (?:that|this(?:"
              + " (book|one|chapter|section|episode|story))?)),? (?:play|read|put on)"
              + " (.+)|(?:queue up|queue|enqueue|line up) (.+)|(?:add|put) (.+?) (?:to|on|in) (?:the|my)"
              + " queue|(?:play|read) (.+?) (?:next|after(?:wards)?(?: (?:this|that)(?:"
              + " (book|one|chapter|section|episode|story))?)?)");
  private static final Pattern EN_QUEUE =
      Pattern.compile(
          "(?:what(?:'s| is) (?:in|on) |(?:show|read|tell)(?: me)?(?: what is in| out)? |list )(?:the|my) queue");

  /** A question, though the word for the next section is in it. */
  private static final Pattern ASKS_NEXT =
      Pattern.compile(
          "(?:what(?:'s| is| comes| plays| will be| will come)(?: up| coming| playing)? next|what(?:'s| is) the next"
              + " (?:one|chapter|episode|section|story)(?: called| about)?)|下一?[集章回节个本](?:故事)?(?:是|叫|讲|放)(?:的是|的)?什么.{0,3}");

  private static final Pattern EN_CLEAR = Pattern.compile("(?:clear|empty|reset) (?:the|my) queue");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.is(ASKS_NEXT)) {
      return Decision.call("get_status");
    }
    return words.zh() ? queueZh(words) : queueEn(words);
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
            ? words.part(m, 1)
            : m.group(3) != null ? words.part(m, 3) : words.part(m, 4);
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
        return next(words, words.part(m, i), section);
      }
    }
    return Optional.empty();
  }

  /** What is to come must be a title: "then play it again" and 接下来放下一集 are other commands. */
  private static Optional<Decision> next(Utterance words, String said, boolean afterSection) {
    String cut =
        words.zh()
            ? said
            : Patterns.replaceAll(
                said,
                "(?i) (?:next|after(?:wards| (?:this|that|it))?(?: (?:one|book|story))?|behind (?:this|it)|to be played next)$",
                "");
    Ordinals.Found ordinal =
        Ordinals.find(cut.toLowerCase(Locale.ROOT), words.language())
            .filter(o -> o.kind() == Ordinals.Kind.NUMBER && o.unit() && o.start() > 1)
            .orElse(null);
    String title =
        Titles.clean(ordinal == null ? cut : cut.substring(0, ordinal.start()), words.zh());
    boolean other =
        words.zh()
            ? Patterns.matches(title, "(?:下|上|第|这|那|后面|前面|别的|其他|什么|哪).*|.*(?:[集回章节]|分钟|音乐|歌)")
            : Patterns.matches(
                title.toLowerCase(Locale.ROOT),
                "(?:(?:the|a|an|my)$|it|this|that|the"
                    + " (?:next|previous|last|first|one|chapter|book|story|rest)|chapter|section|episode|something|anything|what|more|on|from)\\b.*");
    if (title.isBlank() || other) {
      return Optional.empty();
    }
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("keyword", Titles.resolve(title, words.situation()));
    if (ordinal != null) {
      args.put("section", ordinal.number());
    }
    if (afterSection) {
      args.put("after", "section");
    }
    return Decision.call("play_next", args);
  }
}
