package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.book.Concepts;
import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Everyday;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import dev.earmark.text.Ordinals;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays a book, a section of it, or one of the results on the screen. */
final class PlayFamily implements IntentFamily {
  private static final String ZH_WHO =
      "(?:(?:[我你]们?|咱们?)(?:家|的)?的?(?=[孩宝儿女弟妹哥姐爷奶爸妈外老]))?(?:[我俺]们?|咱们?|爷爷|奶奶|爸爸|妈妈|宝宝|孩子们?|小朋友们?|[他她]们?|弟弟|妹妹|哥哥|姐姐|外婆|外公|姥姥|姥爷|老师|叔叔|阿姨|人家|大家|儿子|女儿|爸|妈|[一-龥&&[^不别没]]{2,3}(?=[要想]听))";
  private static final Pattern ZH_VERB =
      Pattern.compile(
          "^(?:"
              + ZH_WHO
              + ")?[，,]?(?:现在|今天|今晚|吵着|闹着|一直|老是|特别|很|还是|又|也|就|都|先|再|直接)*(?:给[我他她俺](?:们)?|帮[我他她]|为我|替我)?(?:想要|还要|要|想|还想|打算|准备|正想|需要|希望|喜欢|爱)?(?:过?来(?=[听放讲读念播]))?(?:把(?:音频|书|它|这个|这本书?|故事|这集|现在的)(?=换|改|切))?(?:开始|继续|重新|接着|你)?"
              + "(播放(?!器|列表|速度|速率|记录|历史|进度|状态|量|键)|朗读|诵读|朗诵|播讲|播一下|播(?![放得了着过音种撒])|放一下(?!子)|放(?![学假心屁弃松到在得了着过的]|下(?!一下)|开我)|收听|听一听|听一下(?!子)|听的是|听听|听下|听(?![起说见不得话懂写力从到过完了着])|点播|打开|讲一讲|讲讲|讲一下|讲下|讲(?!道理|真|什么|[完得了着过的])|念一念|念念|念一下|念(?![得了着过叨经头]|[大小中]学|书|高中)|读一读|读读|读一下|读(?!书|作业|[得了着过]|[大小中]学|高中|研究)|来一?(?:段|集|本|部|个|点|回|章)|来(?=[一-龥]{2,10}第[零一二两三四五六七八九十百\\d]+[集章回])|换成|换到|切换到|切到|切换|换听|换|跳到|转到|跳转到|回到|翻到|进入|去|到|从|接着|重新|开始|play|听从|(?<=[想要])看|选|选择|要|改放|改听|改播|改成)");
  private static final Pattern ZH_WEAK =
      Pattern.compile("打开|跳到|转到|跳转到|回到|翻到|进入|去|到|从|看一下|看看|看|接着|重新|开始|选|选择|要|换|切换|来一?.|换到|切到|切换到");
  private static final Pattern ZH_VAGUE =
      Pattern.compile(
          "(?:随便|任意|任何)?(?:点|些|个|一?[个本部段集首]|一点|点儿|放|随便|来|讲|听|什么都行|都行|给我)*(?:什么|东西|有意思的?|好听的?|好玩的?|有趣|精彩的?|热闹的?|轻松的?|书|故事|有声书|小说|新的|别的|其他的|其它的|另一?本|别的书|一?本书|童话|点什么|好书|内容|睡前故事|一本|本|个|别的故事|新书|好听的书|好听的故事|有趣的|推荐的)*(?:都行|都可以|就行|听听?)?");
  private static final Pattern ZH_THIS =
      Pattern.compile("(?:这本?书?|它|这个|那个|那本|这一?[集章回]|第[零一二两三四五六七八九十百\\d]+个?|刚才那本|刚才的|我的书|书|故事|那本书)");
  private static final Pattern EN_VERB =
      Pattern.compile(
          "^(?:(?:i|we|they|he|she|grandma|grandpa|mum|mom|dad|daddy|mommy|the (?:kids|children|baby|boys|girls)|my (?:little |older |younger |big )?(?:son|daughter|kids?|husband|wife|boy|girl|boys|girls|sister|brother|mother|father|mum|mom|dad|grandson|granddaughter|grandma|grandpa|children)|[a-z]+(?= wants to))(?:'d| would|'ll)? ?(?:really |just )?(?:wants?|like|love|need|feel like|wanna|fancy)(?: to)? ?)?(?:please |just |now )?"
              + "(play(?: me| us| back(?= (?:the|my|this|chapter|episode|section)\\b))?|start(?: playing| reading| with)?|read(?: me| us| to me| to us| out| aloud)?|put on|pop on|stick on|put|(?:let(?:'s| me| us) )?(?:hear|hearing|listen(?:ing)? to|listen)|tell (?:me|us)(?! (?:(?:a|an|another|some|any) )?(?:funny )?(?:jokes?|riddles?|facts?|poems?|time|date|news|weather|truth|how|why|who|when|where|whether|if|(?:some(?:thing)? |anything |a (?:bit|little) )?(?:more )?about)\\b)(?: (?:the|a) story (?:of|about|called))?|open(?: up)?|can (?:we|i) (?:have|hear|listen to|get)|(?:may|could) (?:we|i) (?:have|hear|listen to)|have(?! (?:you|i|we|they|got)\\b)|queue(?: up)?|begin(?: with)?|load|(?:carry|keep|go|get) (?:on|going)(?: reading| playing)? with|switch(?: over)? to|change to|go(?: back| ahead| on)? to|jump(?: back| ahead| forward)? to|skip(?: back| ahead| forward| on)? to|skip(?= (?:chapter|episode|section|part|number)\\b)|take me(?: back)? to|move(?: on| back)? to|return to|back to|give (?:me|us)|get (?:me|us)|get|how about|what about|let's (?:do|have|try|go (?:to|with|for))|i'll (?:have|take)|choose|pick|select|continue with|continue(?= (?:chapter|episode|section|part|number)\\b)|i(?:'d| would) (?:like|love|prefer)|i want|i said|resume|try|fetch(?: me)?|download|find and play|play back)\\b");
  private static final Pattern EN_WEAK =
      Pattern.compile(
          "(?:start|put|(?:carry|keep|go|get) (?:on|going).*|open|open up|begin|load|get.*|give.*|go.*|jump.*|skip.*|take me.*|move.*|return to|back to|tell (?:me|us)|let's.*|have|how about|what about|i'll.*|choose|pick|select|i(?:'d| would).*|i want|i said|try|can (?:we|i) (?:have|get)|listen|resume|hear|switch.*|change to|find and play|read|read out|may.*|could.*)");
  private static final Pattern EN_VAGUE =
      Pattern.compile(
          "(?:some|any|a|an|the|another|me|us|please|nice|good|new|different|other|random|bedtime|short|long|funny|cool|else|audio|whatever|to|my|fun|interesting)*\\s*(?:(?:some|any|a|an|the|another|me|us|nice|good|new|different|other|random|bedtime|short|long|funny|cool|audio|to|fun|interesting|of)\\s+)*(?:something|anything|somethin|book|books|audiobook|audiobooks|story|stories|one|whatever|tale|tales|novel|you (?:like|want|choose))(?: (?:else|nice|good|new|different|fun|funny|please|(?:a (?:bit|little) )?(?:long|short|new|old|light|easi|calm|funni|scari|happi|simpl|quiet|nic|bett)e?r|(?:more|less|not so|not too) [a-z]+|to listen to|for me|for kids|you like|interesting|for bedtime|to sleep to))*");
  private static final Pattern EN_THIS =
      Pattern.compile(
          "(?:it|this|that|them|him|her|this one|that one|this book|that book|the book|my book|the story|the same)");

  /** Of 第三集和第四集 the first is played, the other follows by itself. */
  private static final Pattern ZH_SEVERAL =
      Pattern.compile("(第[零一二两三四五六七八九十百\\d]+[集章回篇节])(?:和|跟|与|到|至|、)第[零一二两三四五六七八九十百\\d]+[集章回篇节]");

  /** 从头播放封神榜. */
  private static final Pattern ZH_FROM_START =
      Pattern.compile(
          "(?:我们?|咱们|给我|帮我)?(?:想要|想|要)?(?:从头|从第一集|重新|从最开始)(?:开始)?(?:播放|放|听|讲|念|读|播)(?:一[遍次下](?=.{2}))?(?!一)(.{2,12})");

  /** 封神榜从头放. */
  private static final Pattern ZH_TITLE_FROM_START =
      Pattern.compile(
          "(?:我们?|咱们)?(?:想要|想|要)?(?:把)?(?:播放|放|听)?((?!这|那|它|从|再|我|请|给|就).{2,12}?)(?:再)?(?:从头|从第一[集章回]|从最开始|重新)(?:开始)?(?:再)?(?:播放|放|听|讲|念|读|播)(?:一遍|起)?");

  /** "start treasure island over". */
  private static final Pattern EN_OVER =
      Pattern.compile(
          "(?:(?:start|begin) (.+?) (?:all )?over(?: again)?|(?:play|read) (.+?) (?:all )?over again|(?:restart|start|begin|play|read) (.+?) (?:again )?from (?:the (?:very )?(?:start|beginning)|scratch))");

  /** What else is done with a chapter than hearing it: 买第二集, "delete chapter five". */
  private static final Pattern OTHER_VERB =
      Pattern.compile(
          "(?i)(?:帮我|给我|请|把|我|想|要|都)*(?:买|购买|删除?|发送?|寄|传|上传|复制|分享|转发|订阅?|卖|撕|写|抄|背诵?|背|打印|翻译|预约|下单|评论|点赞|录|录制)(?:了|掉|一下|给.{1,3})?(?:到.*)?"
              + "|(?:buy|delete|erase|remove|send|share|print|write|copy|order|email|text|rate|review|study|record|translate|discuss|summari[sz]e|illustrate|upload|post|sell|burn|like)(?: .*)?");

  /** 把水浒传翻到第三回, 围城放一下: the title stands before the verb. */
  private static final Pattern ZH_TITLE_FIRST =
      Pattern.compile(
          "(?:把|将)(.{2,12}?)(?:给我)?(?:打开|翻到|跳到|转到|放到|播放到|播放一?下?|放一放|放一?下|放出来|放起来|放上|念起来|讲起来|放|念一?下|念|讲一?下|讲|读一?下|读)(?:给.{1,3}听|一遍|听听)?(第.+)?"
              + "|(.{2,10}?)(?:给我)?(?:放一?下|播放?一下|来一?(?:个|段|集)|讲一下|念一下|[放讲念读]?来听一?听|拿来听听?|[放讲念读]给[我他她](?:们)?听)()");

  private static final Pattern ZH_SORT =
      Pattern.compile("(?:点|些|点儿|一些|几本|一本|随便一本)?([一-龥&&[^的]]{2,6})(?:写)?的(?:书|小说|作品|评书|东西)");
  private static final Pattern EN_SORT =
      Pattern.compile(
          "(?i)(?:something|anything|(?:a|an|any|some|another) (?:\\w+ )?(?:books?|story|stories|novel|tale)|stories|books)(?: else)? (?:by|from|about|written by|with) (.+)");

  /** "find emma and play chapter two", 找到西游记放第二集. */
  private static final Pattern FIND_AND_PLAY =
      Pattern.compile(
          "(?:find|look up|look for|search for)(?: me)? (.+?) and (?:then )?(?:play|read|start)(?: (?:it|me))?(?: (.+))?"
              + "|(?:找到?|搜到?)(?:一下)?(.{2,10}?)[，,]?(?:然后|再|并)?(?:播放|放|念)(?:给我听)?(第.+)?");

  /** What somebody did is no command. */
  private static final Pattern EN_TOLD =
      Pattern.compile(
          "(?:i|we|he|she|they|you)(?:'ve| have| had|'d)? (?:\\w+ )?(?:read|heard|hear|listened|liked|loved|finished|saw|did|got|reached)\\b.*");

  /** Another book, but which? */
  private static final Pattern ZH_ANOTHER =
      Pattern.compile(
          ".{0,10}(?:换一?(?:本|个|部)(?:书|故事|别的|新的)?|换(?:点|些|个)?别的.{0,3}|(?:听|放|来)(?:点|些|一?[个本])?别的.{0,3})");

  private static final Pattern EN_WANTS_TO =
      Pattern.compile(
          "^(?:i|we)(?:'d| would|'ll)? (?:really |just )?(?:like|love|want|need|prefer|have) to (?!hear|listen|play|read|have|continue|start|try|go|resume|skip|jump|open|put|switch|begin|get)");

  private static final Pattern EN_ANOTHER =
      Pattern.compile(
          "(?:(?:play|read|start|open|go to|go back to|back to|return to|jump back to|skip to|jump to|put on|i want|i'd like|let's have) )?(?:the )?(?:next|another|different|other|previous|last|first|second|third|fourth|fifth)(?: (?:new|good|other))? (?:book|audio ?book)|(?:the )?last one|(?:change|switch)(?: the)? books?");

  /** 安徒生童话里的第三个: what a book holds is counted like its sections. */
  private static final Pattern ZH_INSIDE =
      Pattern.compile("(?:里面?|中)的?第([一二两三四五六七八九十百\\d]+)[个则篇首条](?:故事)?");

  /** A title that nobody knows is none when all its words are those of commands. */
  private static final Concepts ZH_COMMANDS = Concepts.builtIn(Language.ZH);

  private static final Concepts EN_COMMANDS = Concepts.builtIn(Language.EN);

  private final PickFamily pick = new PickFamily();
  private final FromEndFamily fromEnd = new FromEndFamily();

  @Override
  public Optional<Decision> read(Utterance words) {
    Optional<Decision> picked = pick.read(words).or(() -> fromEnd.read(words));
    if (picked.isPresent()) {
      return picked;
    }
    Optional<Ordinals.Found> ordinal = Ordinals.find(words.text(), words.language());
    Matcher find = FIND_AND_PLAY.matcher(words.text());
    if (find.matches()) {
      int group = find.group(1) != null ? 1 : 3;
      String title = words.part(find.start(group), find.end(group));
      String rest = find.group(group + 1) == null ? "" : " " + find.group(group + 1);
      return read(words.with(words.zh() ? "播放" + title + rest.strip() : "play " + title + rest));
    }
    if (!words.zh()) {
      if (words.has(EN_WANTS_TO)) {
        return Optional.empty();
      }
      Matcher over = EN_OVER.matcher(words.text());
      if (over.matches()) {
        int group = over.group(1) != null ? 1 : over.group(2) != null ? 2 : 3;
        return fromTheStart(words, words.part(over.start(group), over.end(group)));
      }
      return words.is(EN_ANOTHER) ? askWhich(words) : en(words, ordinal);
    }
    if (words.is(ZH_ANOTHER)) {
      return askWhich(words);
    }
    Matcher several = ZH_SEVERAL.matcher(words.text());
    if (several.find()) {
      return read(
          words.with(
              words.part(0, several.end(1)) + words.part(several.end(), words.text().length())));
    }
    Matcher again = ZH_TITLE_FROM_START.matcher(words.text());
    if (again.matches()) {
      return fromTheStart(words, words.part(again.start(1), again.end(1)));
    }
    Matcher start = ZH_FROM_START.matcher(words.text());
    if (start.matches()) {
      return zh(words.with("播放" + words.part(start.start(1), start.end(1)) + "从头"), ordinal);
    }
    Matcher inside = ZH_INSIDE.matcher(words.original());
    if (inside.find()) {
      return read(words.with(inside.replaceFirst("第$1集")));
    }
    Matcher titleFirst = ZH_TITLE_FIRST.matcher(words.text());
    if (titleFirst.matches() && !ZH_VERB.matcher(words.text()).find()) {
      int group = titleFirst.group(1) != null ? 1 : 3;
      String title = words.part(titleFirst.start(group), titleFirst.end(group));
      String section = titleFirst.group(group + 1) == null ? "" : titleFirst.group(group + 1);
      // 打开 is said of more than books: 把空调打开.
      String said = words.text().contains("打开") ? "打开" : "播放";
      Utterance reordered = words.with(said + title + section);
      return zh(reordered, Ordinals.find(reordered.text(), words.language()));
    }
    return zh(words, ordinal);
  }

  /** Plays the first section of what must be a title, as after a plain verb. */
  private Optional<Decision> fromTheStart(Utterance words, String title) {
    Utterance plain = words.with((words.zh() ? "播放" : "play ") + title);
    return read(plain)
        .filter(d -> d.call() != null && d.call().tool().equals("search_and_play"))
        .filter(d -> d.call() != null && !d.call().args().containsKey("section"))
        .flatMap(
            d ->
                d.call() == null
                    ? Optional.<Decision>empty()
                    : play(words, String.valueOf(d.call().args().get("keyword")), 1));
  }

  private static Optional<Decision> zh(Utterance words, Optional<Ordinals.Found> ordinal) {
    Matcher verb = ZH_VERB.matcher(words.text());
    boolean spoken = verb.find();
    int start = spoken ? verb.end() : 0;
    boolean weak = spoken && ZH_WEAK.matcher(verb.group(1)).matches();
    return decide(words, ordinal.filter(o -> o.start() >= start || !spoken), start, spoken, weak);
  }

  private static Optional<Decision> en(Utterance words, Optional<Ordinals.Found> ordinal) {
    Matcher verb = EN_VERB.matcher(words.text());
    boolean spoken = verb.find();
    boolean weak = spoken && EN_WEAK.matcher(verb.group(1)).matches();
    return decide(
        words,
        ordinal,
        spoken
            ? Math.min(
                verb.end(),
                ordinal.map(Ordinals.Found::start).filter(s -> s > 0).orElse(verb.end()))
            : 0,
        spoken,
        weak);
  }

  private static Optional<Decision> decide(
      Utterance words, Optional<Ordinals.Found> ordinal, int start, boolean spoken, boolean weak) {
    if (ordinal.isPresent()
        && ordinal.get().kind() == Ordinals.Kind.UNCLEAR
        && (spoken || words.text().length() < 16)) {
      return askNumber(words);
    }
    String title = title(words, ordinal, start);
    boolean quoted = words.text().contains("《");
    Optional<String> known = Titles.known(title, words.situation());
    if (ordinal.isPresent()) {
      return withOrdinal(words, ordinal.get(), title, spoken);
    }
    if (!spoken) {
      return known.isPresent() && title.length() >= 2
          ? play(words, known.get(), null)
          : quoted ? play(words, title, null) : Optional.empty();
    }
    return spoken(words, title, known, weak);
  }

  /** What follows the verb is a title, a pronoun, a sort of books, or no matter of books at all. */
  private static Optional<Decision> spoken(
      Utterance words, String title, Optional<String> known, boolean weak) {
    boolean quoted = words.text().contains("《");
    String folded = title.toLowerCase(java.util.Locale.ROOT);
    Optional<Decision> sort = sortOfBooks(words, title);
    if (sort.isPresent() && known.isEmpty()) {
      return sort;
    }
    boolean cut = Patterns.matches(folded, "第|的|the|an?|of|chapter|book");
    boolean vague =
        title.isEmpty() || cut || (words.zh() ? ZH_VAGUE : EN_VAGUE).matcher(folded).matches();
    if (vague && known.isEmpty()) {
      return weak && title.isEmpty() ? Optional.empty() : askWhich(words);
    }
    if ((words.zh() ? ZH_THIS : EN_THIS).matcher(folded).matches() && known.isEmpty()) {
      return weak
          ? Optional.empty()
          : words.situation().results().size() == 1
              ? play(words, words.situation().results().get(0), null)
              : Decision.call("resume");
    }
    if (weak && known.isEmpty() && NumberWords.parse(folded, words.language()).isPresent()) {
      return Optional.empty(); // "go to two thirty" names no book
    }
    if (known.isEmpty()
        && !quoted
        && (weak || words.zh())
        && wordsOfCommands(words).of(folded).isPresent()) {
      return Optional.empty(); // "read a bit faster than that", 播放多久
    }
    boolean time = weak && Durations.startingAt(folded, 0, words.language()).isPresent();
    if ((time || Everyday.isNoBook(words, folded, weak)) && known.isEmpty() && !quoted) {
      return Optional.empty();
    }
    if (weak && known.isEmpty() && !quoted) {
      boolean long_ =
          words.zh() ? title.length() > 10 || title.length() < 2 : folded.split(" ", -1).length > 7;
      return long_
          ? Optional.empty()
          : playFrom(words, title).map(d -> d.as(Decision.Certainty.PERHAPS));
    }
    return playFrom(words, title);
  }

  private static Concepts wordsOfCommands(Utterance words) {
    return words.zh() ? ZH_COMMANDS : EN_COMMANDS;
  }

  private static Optional<Decision> playFrom(Utterance words, String title) {
    boolean start = Patterns.matches(words.text(), ".*(?:从头|从第一集|from the (?:start|beginning)).*");
    return play(words, fromStart(words, title), start ? 1 : null);
  }

  /** "something by Charles Dickens", 点金庸的书: no title, but what to look for. */
  private static Optional<Decision> sortOfBooks(Utterance words, String title) {
    Matcher m = (words.zh() ? ZH_SORT : EN_SORT).matcher(title);
    return m.matches()
        ? Decision.call("search_album", Args.of("keyword", m.group(1).strip()))
        : Optional.empty();
  }

  private static String fromStart(Utterance words, String title) {
    String bare =
        Patterns.replaceAll(
                title,
                "(?i)(?:,? ?(?:all over again )?from the (?:very )?(?:start|beginning|top))$",
                "")
            .replaceAll("^从头(?:开始)?(?:播?放|听|讲)?|从头(?:开始)?(?:播?放|听|讲)?$", "");
    return bare.isBlank() ? title : Titles.clean(bare, words.zh());
  }

  private static String title(Utterance words, Optional<Ordinals.Found> ordinal, int start) {
    int end = words.text().length();
    if (ordinal.isEmpty()) {
      return withoutAuthor(Titles.clean(words.part(start, end), words.zh()), words);
    }
    Ordinals.Found o = ordinal.get();
    String before = o.start() > start ? Titles.clean(words.part(start, o.start()), words.zh()) : "";
    before = Patterns.replaceAll(before, "(?i)^(?:continue|resume)(?: |$)", "");
    String after =
        o.end() < end ? Titles.clean(words.part(Math.max(start, o.end()), end), words.zh()) : "";
    if (words.zh() && after.length() > 3) {
      after =
          Titles.clean(
              Patterns.replaceAll(after, "^(?:重新)?(?:开始|起)?(?:播放|放|听|讲|播)", ""), /* zh= */ true);
    }
    if (words.zh()) {
      before =
          Patterns.replaceAll(before, "(?<=..)[，,]?(?:我们?|咱们|给我)?(?:想要?|要)?(?:听|放|看|播放)?$", "");
    }
    if (!before.isEmpty() && !meaningless(before, words.zh())) {
      return before;
    }
    return tail(after, words.zh()) ? "" : after;
  }

  private static boolean tail(String after, boolean zh) {
    return zh
        ? Patterns.matches(
            after,
            "(?:重新)?(?:接着|继续)?(?:开始)?(?:继续|往下|接着)?(?:播放?|放|听|讲|念|读|起|看|来)*(?:起|看|给(?:我们?|孩子|宝宝|大家)(?:听听?)?|一遍|好了?|可以|就行|试试|去|呢|吧|啊|呀|了|嘛)*")
        : Patterns.matches(
            after,
            "(?i)(?:again|please|i said|i say|instead|now|then|and play(?: it)?|of (?:it|this|that|the book|this book|the story)|it|this|the book|this book|here|next|thanks|first|start|playing|out loud|aloud|one|on|up|not .*|i (?:want|meant|mean).*|wants?)?");
  }

  private static boolean meaningless(String before, boolean zh) {
    return zh
        ? Patterns.matches(
            before,
            "(?:第[零一二两三四五六七八九十百\\d]+[集章回节篇][，, ]?|我|你|就|是|要|我要|我想|想|我说|说|听|放|播放?|到|去|跳|从|那|这|本|这本书?|它|的|直接|给我|我说的是|应该|应该是|换|再|那就|还是|书|本书|不|嗯|看|我要听|来|一遍|一次|一下|我们|咱们|现在)*")
        : Patterns.matches(
            before,
            "(?i)(?:it|this|that|the|book|this book|the book|please|i|want|wanted|said|meant|mean|no|not|to|me|go|just|a|play|yes|from|at|my book|on|in|skip|jump|back|ahead|forward|straight|read|start|number|i want|i said|i meant|it was|it's|make it|it should be|us)(?:\\s+(?:it|this|that|the|book|please|i|want|wanted|said|meant|mean|no|not|to|me|go|just|play|from|at|on|skip|jump|back|ahead|forward|straight|read|start|number|be|us))*");
  }

  private static String withoutAuthor(String title, Utterance words) {
    Matcher by =
        Patterns.of(
                "(?i)^(\\S+(?: \\S+)*?(?: \\S+(?<! read| narrated| performed| told| voiced| spoken| recorded))),? (?:written )?by ((?!the\\b|a\\b|my\\b|night\\b|day\\b)\\S+(?: \\S+){0,2})$")
            .matcher(title);
    return !words.zh() && by.matches() ? by.group(1) : title;
  }

  private static Optional<Decision> withOrdinal(
      Utterance words, Ordinals.Found ordinal, String title, boolean spoken) {
    if (!spoken && handled(words, ordinal)) {
      return Optional.empty();
    }
    if (title.isEmpty()) {
      String album = words.situation().album();
      if (album.isEmpty() && words.situation().heard().size() == 1) {
        album = words.situation().heard().get(0);
      }
      if (album.isEmpty()) {
        return Decision.ask(words.say("要听哪一本书呢？", "Of which book?"));
      }
      return section(words, album, ordinal);
    }
    boolean prose =
        !spoken
            && (words.zh()
                ? title.length() > 12
                    || Patterns.matches(
                        title, "(?:什么|怎么|为什么).*|.*(?:我|你|他|她|吗|怎么|是|课|很|没|都|真|了$).*")
                : title.split(" ", -1).length > 7
                    || Patterns.matches(
                        title,
                        "(?i).*\\b(?:is|was|are|did|do|does|my|your|have|i|you|he|she|we)\\b.*")
                    || Patterns.matches(title, "(?i)(?:what|how|who|why).*"));
    if (!spoken && words.is(EN_TOLD)) {
      return Optional.empty();
    }
    if (!spoken && chatters(words, ordinal) && Titles.known(title, words.situation()).isEmpty()) {
      return Optional.empty();
    }
    if (prose && Titles.known(title, words.situation()).isEmpty()) {
      return Optional.empty();
    }
    if (!ordinal.unit()
        && !spoken
        && Titles.known(title, words.situation()).isEmpty()
        && !words.zh()) {
      return Optional.empty();
    }
    return section(words, Titles.resolve(withoutAuthor(title, words), words.situation()), ordinal);
  }

  /** Something else than hearing it is to be done with the section. */
  private static boolean handled(Utterance words, Ordinals.Found ordinal) {
    String before = words.text().substring(0, ordinal.start()).strip();
    String after = words.text().substring(ordinal.end()).strip();
    boolean zhBehind = words.zh() && before.matches("把?") && OTHER_VERB.matcher(after).matches();
    return (!before.isEmpty() && OTHER_VERB.matcher(before).matches()) || zhBehind;
  }

  /** 昨天的电视剧第三集真好看: without a verb, more words behind the number are talk about it. */
  private static boolean chatters(Utterance words, Ordinals.Found ordinal) {
    String after = Titles.clean(words.part(ordinal.end(), words.text().length()), words.zh());
    return words.zh() && ordinal.start() > 0 && !after.isEmpty() && !tail(after, /* zh= */ true);
  }

  private static Optional<Decision> section(Utterance words, String title, Ordinals.Found ordinal) {
    if (ordinal.kind() == Ordinals.Kind.NUMBER) {
      return play(words, title, ordinal.number());
    }
    if (ordinal.kind() == Ordinals.Kind.UNCLEAR) {
      return askNumber(words);
    }
    boolean current = title.equals(words.situation().album()) && words.situation().sections() > 0;
    return current
        ? play(words, title, words.situation().sections())
        : Decision.call("search_album", Args.of("keyword", title))
            .map(d -> d.then(Decision.Plan.PLAY_LAST));
  }

  private static Optional<Decision> play(
      Utterance words, String title, @org.jspecify.annotations.Nullable Integer section) {
    String keyword = Titles.resolve(title, words.situation());
    Map<String, Object> args =
        section == null
            ? Args.of("keyword", keyword)
            : Args.of("keyword", keyword, "section", section);
    return Decision.call("search_and_play", args);
  }

  private static Optional<Decision> askNumber(Utterance words) {
    return Decision.ask(
        words.say("没听清是第几集，要第几集呢？", "I did not get the number. Which chapter shall it be?"));
  }

  private static Optional<Decision> askWhich(Utterance words) {
    if (words.situation().heard().isEmpty()) {
      return Decision.ask(
          words.say(
              "想听哪一本呢？说书名就可以，比如“播放西游记第一集”。",
              "Which book would you like? Say its title, such as \"play chapter one of Alice\"."));
    }
    String last = words.situation().heard().get(0);
    return Decision.ask(
        words.say(
            "想听哪一本呢？最近听过的是《" + last + "》。",
            "Which book would you like? The last one you heard was " + last + "."));
  }
}
