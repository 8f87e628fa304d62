package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Questions about what plays, what was heard and what is fetched; bookmarks. */
final class StatusFamily implements IntentFamily {
  private static final Pattern ZH_STATUS =
      Pattern.compile(
          "(?:什么|哪一?本|啥)书?(?:啊|呀)?(?:这|这个|现在放的)(?:是)?|这一?[集章回](?:讲|放|听|念|播)完还(?:要|得|有)(?:多久|多长时间|几分钟)|(?:请问|我们?|咱们|你|现在|目前|刚才|这|已经|书|故事|上回|上次|昨天|昨晚|告诉我|看看)*(?:放|听|讲|播|读|念|说|播放|进行|进展)到(?:了)?(?:哪里?儿?|第?几(?:集|章|回|分钟?|分|篇|页)|什么地方|多少(?:集|分)?|哪一?(?:集|章|回|段|篇))(?:了)?"
              + "|(?:现在|目前|正在|当前|这会儿|你)*(?:在)?(?:放|播|听|讲|播放|念|读)(?:着)?(?:的)?(?:这|这个|这段|这本)?(?:是|叫)?(?:什么|哪一?(?:集|章|回|本|篇|部|个|段)|第几(?:集|章|回|篇)|谁).{0,6}"
              + "|(?:这|那|这个|现在这|当前|现在)(?:本|个|部|段|一)?(?:是|叫|故事|书|小说)*(?:是|叫)?(?:什么|哪)(?:一)?(?:书|故事|小说|本书?|部|集|章|回|名字|书名|标题|节目|有声书)?.{0,3}"
              + "|(?:现在|这|这是|当前|目前|今天)?(?:是|在|到)?(?:第几|哪一?)(?:集|章|回|篇|节)(?:了)?|(?:这一?(?:集|章|回|本|本书|本书一共|个故事|篇))?(?:还剩|还有|剩下?)(?:多少|多久|多长|几)(?:时间|分钟|集|章|回)?(?:就?(?:结束|放完|讲完|完|听完|播完)|没(?:有)?(?:听|放|讲|播)完?)?(?:了)?|(?:我们?)?(?:已经|一共|今天)?(?:听|放|讲|播)了(?:多久|多长时间|多少分钟|几分钟|几集|几回|几章|多少集)(?:了)?"
              + "|(?:这本?书?|它)?(?:一共|总共|共)?(?:有)?(?:多少|几)(?:集|章|回)(?:啊)?|(?:这|这本|这个|这部)(?:书|故事|小说|节目)?(?:一共|总共|共)?(?:有)?(?:多少|几)(?:集|章|回)|(?:这|这本|这个)?(?:书|故事|小说)?(?:是)?(?:谁|哪位|哪个)(?:写|讲|读|念|播|演播|朗读|说|作)(?:的)?.{0,2}|(?:这|这本书|它)?(?:的)?(?:作者|主播|演播者?|播音|朗读者)(?:是)?(?:谁|哪位)"
              + "|(?:现在|当前|目前)?(?:是|在用|用的?是?)?(?:几|多少)倍速?(?:播放)?|(?:播放|现在|当前)?(?:的)?(?:状态|进度)(?:是|怎么样|如何|什么|多少)*|(?:现在|当前|这个)?(?:的)?(?:音量|速度|倍速|语速|声音)(?:现在)?(?:开|调|放)?(?:是|有|到|在)?(?:多少|多大|多快|几)(?:了)?|(?:这集|这一集|这章|这一回|这个故事|本集)?(?:叫|讲|说)(?:的是|的|了)?(?:什么)(?:名字|故事|标题)?|(?:这|这一|本)(?:集|章|回|篇)(?:一共|总共|大概)?(?:有)?(?:多长|多久|多少分钟|几分钟)(?:时间)?|(?:整本书?|全书|这本书?|全本|这部书?)(?:一共|总共|大概)?(?:还剩|还有|剩下?)(?:多少|多久|多长|几)(?:时间|分钟|小时|个小时|集|章|回)?(?:没(?:有)?(?:听|放|讲|播)完?|要听|就?(?:结束|放完|讲完|完|听完|播完))?(?:了|呢)?|(?:这|这一|本|当前|现在这)(?:集|章|回|篇)(?:的)?(?:长度|时长|总长)(?:是|有)?(?:多少|多长)?|(?:这|这一|本)(?:集|章|回|篇)(?:一共|总共|大概|要|得)*(?:放|听|讲|播)(?:多久|多长时间|多少分钟|几分钟)|(?:后面|后边|剩下|接下来)(?:的)?(?:还有|还剩)?(?:多少|几)(?:集|章|回)(?:没(?:有)?听)?(?:了|呢)?|(?:这本书?|整本书?|全书|这部书)(?:一共|总共|大概)?(?:有|要|得)?(?:听|放)?(?:多长|多久)(?:时间)?|(?:现在)?(?:是)?在(?:播放|放)吗?|(?:你)?(?:在)?(?:放|讲|播)(?:的)?什么|书名(?:是|叫)?什么|什么书");
  private static final Pattern ZH_RECENT =
      Pattern.compile(
          "(?:我|我们|咱们|看看|查一下|请问|查查)*(?:最近|近来|这几天|这两天|这些天|这周|这个?星期|这个?礼拜|这个月|今天|之前|以前|昨天晚上|昨晚上|前天晚上|昨天|上次|上周|上礼拜|上星期|上个月|前天|前几天|上回|昨晚|前两天|过去)(?:都|我|我们|还|在|常|老|一直)*(?:听|放|播|看)(?:过|了|的|的是|到)*(?:些|哪些|哪几本|哪本|什么|啥|哪个|的)*(?:书|故事|小说|内容|有声书)?(?:是(?:什么|哪本|哪个))?(?:啊|来着|了)*|(?:我|我们)?(?:都)?听过(?:哪些|什么|哪几本|些什么|啥)(?:书|故事|小说)?|(?:看看|看一?下|看|打开|查看|查一?下|查查|显示|列一?下|给我|我的)*(?:收听|播放|听书|听过的|最近的)?(?:历史|记录)+|最近(?:播放|收听|听)(?:的)?(?:列表|记录|书)?");
  private static final Pattern ZH_BOOKMARK =
      Pattern.compile(
          "(?:[在给为]?(?:这里|这儿|这|当前位置|现在这里|此处))?(?:加|添加|打|存|做|设|放|插|来|标|保存|夹|建|新建|记)(?:一下|个|一个|上|下|入|好|张)*(?:书签|标记|记号)(?:[，,]?(?:名字?|就|给它|起名)?(?:叫做?|名为|取名|叫作|命名为?)(.+))?|(?:把)(?:这里|这儿|这个?(?:地方|位置)|这一?(?:段|句|页|集)|现在的?位置)(?:给我|帮我)?(?:标记|标|记|记住|收藏|保存|存)(?:下来?|一下|住|好|上)?(?:[，,]?(?:成|为|作|叫做?|名字?叫|起名叫?)(.+))?|(?:书签|标记)[，,]?(?:记|加|标|存|建)?(?:一下|一个|上)?[，,]?(?:名字?|就|起个?名字?|取个?名字?)?(?:叫做?|名为|取名|起名|命名为?)(.+)|(?:帮我)?(?:在?(?:这里|这儿))?(?:记住|记下来?|记一下|标记|标记一下|标一下|收藏|收藏一下|保存|存一下|记着)(?:这里|这个|这儿|这个?地方|这个?位置|这段|这一段|当前位置|现在的?位置|进度|位置|我听到哪|听到哪里?|这本书|这个故事|这本)?(?:了)?|书签");
  private static final Pattern ZH_DOWNLOADS =
      Pattern.compile(
          "(?:什么时候|几时|多久|多长时间|还要?多久|还得多久|还需要多久|大概多久|啥时候)(?:能|可以|才能?|会|就能)*下(?:载)?(?:好|完)(?:了)?|(?:书|它|这本书?|那本书?)?(?:下(?:载)?好了?|下完了?)(?:没有?|吗|么)|(?:还在|在)下(?:吗|着吗|着呢)|(?:下载|下)(?:还|还要|还得|还需要|要)(?:多久|多长时间)|.{0,8}下载(?:得|到|的)?(?:怎么样|怎样|好了|完了?|了多少|到哪|进度|列表|情况|如何|完成|哪里|多少).{0,6}|.{0,4}(?:在|正在|还在)?下载(?:着|的)?(?:有|是)?(?:什么|哪些|吗|哪几|几个).{0,4}|下载到(?:第)?(?:几|多少|哪).{0,6}|(?:查看|看看|看一下)下载(?:.{0,4})|下载(?:列表|进度|任务|情况)");
  private static final Pattern ZH_CANCEL_DOWNLOAD =
      Pattern.compile(
          "(?:把)?(?:取消|停止|停掉|中止|终止|不要|别)(?:再)?(?:所有|全部|那个|这个|正在|当前)?(?:的)?下载(?:任务|了)?.{0,3}|(?:把)?(?:那个|这个)?下载(?:任务)?(?:取消|停|停掉|停了|关了|不要)(?:了|掉)?");

  private static final Pattern ZH_CANCEL_NAMED =
      Pattern.compile(
          "(?:把|请)?(?:取消|停止|停掉|停下|中止|终止|不要|别|不用|先别)(?:再)?(?:下载|缓存)(?:了)?(?:一下)?《?(.{2,16}?)》?(?:这本书|了|吧|啦|这本)*"
              + "|(?:把|取消|停止|停掉|终止)+《?(.{2,16}?)》?(?:这本书)?的?下载(?:任务)?(?:取消|停|停掉|停了|停下|关了|关掉)?(?:了|掉|吧)*");
  private static final Pattern ZH_NO_NAME =
      Pattern.compile(
          "(?:所有|全部|那个|这个|正在|当前|任务|一切|它|这些|那些|现在|东西|整本).{0,6}|.{0,2}(?:任务|进度)|.*(?:模型|软件|声音)|都.*|了.*");
  private static final Pattern EN_CANCEL_NAMED =
      Pattern.compile(
          "(?:please )?(?:cancel|stop|abort|kill|end|quit)(?: (?:the|that|this|my))* (?:downloads? (?:of|for)|downloading) (.{3,50}?)(?: now| for now)?"
              + "|(?:cancel|stop|abort|kill)(?: (?:the|that|this|my))* (.{3,40}?) downloads?|(?:don't|do not) (?:download|fetch) (.{3,50})");
  private static final Pattern EN_NO_NAME =
      Pattern.compile(
          "(?:the|my|(?:the |this |that )?(?:it|this|that|them|these|those|all|all of .{0,12}|every(?:thing)?|current|running|now|please|book|books|any ?more|stuff|things?|right now|anything(?: .{0,10})?|whole book|my book))");

  private static final Pattern EN_STATUS =
      Pattern.compile(
          "(?:(?:can|could) you )?(?:tell me )?(?:what(?:'s| is| was|'re)?|which) ?(?:book|story|chapter|episode|section|title|one|track|minute|part)?(?: (?:am i|are we|is|are you|was i|were we|i'm|i am|we're))?(?: (?:i|we))?(?: (?:this|that|it|playing|on|listening to|hearing|reading|at|up to|called|we on|i on|we at|i at|the name of|the title of|is|this one|now|right now|currently|the book|this book|the story|this story|the title|the name|the chapter|this chapter|the status|current|book|chapter|title|story|of|the|here|about))*\\??"
              + "|(?:what's|what is|how much is|how much time is|is there much|is there a lot) (?:still )?(?:left|remaining|to go)(?: (?:of|in|on|to|hear|listen to|the|this|it|chapter|book|story|episode))*|how much (?:longer|more|time|of (?:this|it|the book|the chapter))(?: (?:does|do|will|is|are|there|this|it|the|chapter|book|story|go|going|last|take|run|on|left|for|to|be|we|have|i))*|where (?:am i|are we|were we|was i|did (?:i|we) (?:stop|leave off|get to)|is it|i am|we are)(?: (?:in|now|at|up to|with|the|this|book|story|chapter|currently))*|how (?:far|long|much|many minutes)(?: (?:did|in|along|into|through|time|more|longer|is|are|am|have|left|this|the|it|does|chapter|book|story|i|we|to go|remaining|listened|gone|got|get|there|of|until|till|end|ends|finished|over|are we|take))*|(?:how many|what number of)(?: more)? (?:chapters|sections|episodes|stories|parts)(?: (?:are|is|does|do|has|have|left|there|in|this|it|book|the|remain|remaining|more|we|i|got|are there|to go|story))*"
              + "|who(?:'s)? (?:wrote|reading|narrating|the author|the narrator|is reading|reads|narrates|is narrating|is the (?:author|narrator)|read|is the author)(?: (?:of|this|it|the|book|story|that))*|(?:(?:what's|what is|give me|show|tell me) )?(?:the )?(?:playback |current |player )?(?:status|progress|position)|what(?:'s| is) the (?:current )?(?:volume|speed)(?: (?:now|at|set to))*|how (?:loud|fast) is it(?: .{0,8})?|is (?:it|anything|something|the book|a book) (?:playing|paused|on|still playing)|are you (?:playing|paused|still reading|reading)(?: .{0,10})?");

  /** "How long is this episode", "how long does the chapter last". */
  private static final Pattern EN_LENGTH =
      Pattern.compile(
          "how long have (?:i|we) been (?:listening|at it)(?: (?:to|for|now|this|it|today|the book))*|(?:how (?:long|many minutes|many hours)|(?:what(?:'s| is) )?the (?:length|duration|running time))(?: (?:is|does|of|are|will|in))*(?: (?:the|this|that|current|whole|entire))* (?:chapter|episode|section|part|story|book|audiobook|one|track)(?: (?:last|take|run|go on|be|in total|altogether|all together|now|for))*");

  private static final Pattern EN_STATUS_REFUSED =
      Pattern.compile(
          "what|which|what's|what is|where|how|how long|how much|how far|which one|what now|what's the|what is about|what's about|what is the|what's up|what's up to|what one|how much is|how much is it|what book|what's on|what is called|what this|what that|what is|what was|what was that|what is that|what's that|how long is|how many chapters|which book|which story");
  private static final Pattern EN_RECENT =
      Pattern.compile(
          "(?:(?:show|tell|give|read|list)(?: me)? )?(?:what|which) (?:books? |stories |story |audiobooks? )?(?:did|have|had|was|were|i've) ?(?:i|we|you)?(?: been)? ?(?:listen(?:ed)?|listening|heard|hear|play(?:ed|ing)?|read|reading)(?: to)? ?(?:to )?(?:recently|lately|last|before|yesterday|last (?:night|time|week)|earlier|so far|already|this week|the other day)?(?: time| night| week)?|(?:(?:show|tell|give|read|list|open)(?: me)? )?(?:(?:my|the) )?(?:listening |play |playback )?(?:history|recent (?:books|stories|ones|titles|list|audiobooks)|recently played|recents|recent)|what (?:was|were) (?:the|my) (?:last|recent) (?:book|books|story|one|thing)s?(?: .{0,24})?|what have i heard(?: .{0,12})?|(?:what(?:'s| is| was)|which was) (?:that|the) (?:book|story|one|audiobook|title)(?: that| which)? (?:i|we) (?:was|were|have been|had been|'ve been|'d been) (?:listening to|hearing|playing|reading)(?: .{0,20})?|(?:my |the )?(?:last|previous) books?");
  private static final Pattern EN_BOOKMARK =
      Pattern.compile(
          "(?:(?:add|set|make|leave|save|place|put|create|drop|new)(?: me)?(?: a| the| another)? ?bookmark|book ?mark(?: (?:this|it|that|here|now))?)(?: (?:here|now|at this (?:point|place|spot)|this (?:place|spot|page|point|bit|part)|right here|for me|there|please))*(?: ?(?:called|named|as|with the name|name it|labelled|and call it) (.+))?|(?:mark|remember|save|keep|note)(?: (?:this|my|the|that|where))(?: (?:place|spot|page|position|point|part|bit|scene|i am|i was|we are|moment|passage))?(?: (?:here|in the book|for later|for me))*(?: (?:as|called|named|under(?: the name)?|with the name|and call it) (.+))?|(?:call|name|label) (?:this|the) (?:place|spot|page|position|point|part|bit|scene|moment|passage|bookmark) (.+)");
  private static final Pattern EN_DOWNLOADS =
      Pattern.compile(
          "(?:(?:what(?:'s| is| are)?|show|list|how(?:'s| is| are)?|any|check)(?: me)?(?: the| my| all| being| currently| you| there| any)* ?(?:downloads?|downloading|downloaded)(?: .{0,20})?|is (?:it|the download|the book|anything|.{0,30}) (?:downloaded|downloading|finished downloading|still downloading)(?: yet)?|download (?:status|progress|list)|how far (?:along )?(?:is|has|with) (?:the|that|this|it|your) ?download(?:ing)?(?: .{0,16})?|downloads|when (?:will|does|is) (?:it|the download|the book|this|that|everything)(?: be| going to be)? (?:ready|done|finish(?:ed)?|complete|downloaded|there)(?: downloading| to download)?|how (?:long|much longer) (?:will|does|is|until) (?:it|the download|downloading)(?: .{0,20})? ?(?:download\\w*|take|left)|is the download (?:done|finished|ready|complete))");
  private static final Pattern EN_CANCEL_DOWNLOAD =
      Pattern.compile(
          "(?:cancel|stop|abort|kill|end|quit)(?: (?:the|that|this|all|my|current))* (?:downloads?|downloading)(?: .{0,20})?|(?:don't|do not) download (?:it|that|this)");

  /** 加个书签大闹天宫: the name stands right behind. */
  private static final Pattern ZH_BOOKMARK_NAME =
      Pattern.compile(
          "(?:在?(?:这里|这儿))?(?:加|添加|打|存|做|设|放|插|建|新建|加上)(?:一下|一个|个|一张|上|下)*书签[：:，, ]*"
              + "(?![在到吗了吧的里呢啊])(.{2,20})");

  private static Optional<Decision> bookmark(Utterance words, Matcher bookmark) {
    for (int i = 1; i <= bookmark.groupCount(); i++) {
      if (bookmark.group(i) != null && !bookmark.group(i).isBlank()) {
        String name = words.part(bookmark.start(i), bookmark.end(i)).strip();
        return Decision.call("add_bookmark", Args.of("name", name));
      }
    }
    return Decision.call("add_bookmark");
  }

  /** The downloads are looked at first: which there are, and whether any. */
  private static Optional<Decision> cancelledDownload(Utterance words) {
    Matcher named = (words.zh() ? ZH_CANCEL_NAMED : EN_CANCEL_NAMED).matcher(words.text());
    String title = named.matches() ? Titles.clean(words.firstPart(named), words.zh()) : "";
    boolean one = !title.isBlank() && !words.with(title).is(words.zh() ? ZH_NO_NAME : EN_NO_NAME);
    if (!one && !words.is(words.zh() ? ZH_CANCEL_DOWNLOAD : EN_CANCEL_DOWNLOAD)) {
      return Optional.empty();
    }
    String which = one ? Titles.resolve(title, words.situation()) : "all";
    Decision.Call cancel = new Decision.Call("cancel_download", Args.of("id", which));
    return Decision.call("downloads").map(d -> d.next(cancel).then(Decision.Plan.LAST_RESULT));
  }

  @Override
  public Optional<Decision> read(Utterance words) {
    Optional<Decision> reader = LibraryFamily.otherReader(words);
    if (reader.isPresent()) {
      return reader;
    }
    Optional<Decision> count = LibraryFamily.howMany(words);
    if (count.isPresent()) {
      return count;
    }
    Optional<Decision> cancelled = cancelledDownload(words);
    if (cancelled.isPresent()) {
      return cancelled;
    }
    if (words.is(words.zh() ? ZH_DOWNLOADS : EN_DOWNLOADS)) {
      return Decision.call("downloads");
    }
    Matcher bookmark = (words.zh() ? ZH_BOOKMARK : EN_BOOKMARK).matcher(words.text());
    if (bookmark.matches()) {
      return bookmark(words, bookmark);
    }
    Matcher named = ZH_BOOKMARK_NAME.matcher(words.text());
    if (words.zh() && named.matches()) {
      return bookmark(words, named);
    }
    if (words.is(words.zh() ? ZH_RECENT : EN_RECENT)) {
      return Decision.call("recent");
    }
    if (words.zh()) {
      return words.is(ZH_STATUS) ? Decision.call("get_status") : Optional.empty();
    }
    return words.is(EN_LENGTH) || (words.is(EN_STATUS) && !words.is(EN_STATUS_REFUSED))
        ? Decision.call("get_status")
        : Optional.empty();
  }
}
