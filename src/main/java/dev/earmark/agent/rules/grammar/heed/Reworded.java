package dev.earmark.agent.rules.grammar.heed;

import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.text.ReadBy;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says the same in the words that the families know: "turn the volume from thirty to sixty" is
 * "turn the volume to sixty", 不跳片头片尾 is 不要跳过片头片尾. Stateless and thread-safe.
 */
public final class Reworded {
  private static final String ZH_NUMBER = "[零一二两三四五六七八九十百点半\\d.]+";
  private static final String EN_NUMBER =
      "(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|an?|hundred|thousand|point|\\d[\\d.]*)(?:[ -](?=\\w))?){1,6}";
  private static final String EN_WORD = "[a-z\\d.%]+";

  /** What is found becomes what stands behind it; groups are kept by their numbers. */
  private record Rule(Pattern found, String instead) {
    static Rule of(String found, String instead) {
      return new Rule(Pattern.compile(found), instead);
    }
  }

  private static final List<Rule> ZH =
      List.of(
          // The same verb, denied and then said again: 音量不要调到三十，调到四十.
          Rule.of(
              "^(.{0,6}?)(?:不要|不用|别)(调到|调成|设到|设成|设为|定到|定在|快进|快退|后退|跳到|回到)[^，,]{1,10}[，,]"
                  + "(?:要|应该|而是|是)?(\\2.{1,12})$",
              "$1$3"),
          Rule.of("^我?(?:现在|一共|总共)?都?有(?:哪些|什么|几个|多少个?)书签$", "有哪些书签"),
          Rule.of("^(?:打开|跳到|放)(?:上次|最后|最近|上一个)的?(?:那个)?书签$", "回到书签"),
          Rule.of("^(?=调到(?:百分之)?(?:[一二三四五六七八九]?十[一二三四五六七八九]?|\\d{2,3})(?:吧|了|好了)?$)", "音量"),
          Rule.of(
              "^(?:给我|跟我|你|请)*(?:讲讲|说说|讲一讲|说一说|讲一下|说一下)(?=.{2,12}(?:是谁|是什么人?|什么意思|怎么回事|为什么.{0,8})$)",
              ""),
          Rule.of(
              "^(?:我)?(?:想|要|想要)?(?:播放|放|听|换成?)(.{2,10}?)[，,](?:不是|不要|别|而不是|不(?=[放听]))(?:再)?(?:播放|放|听)?(?!.*(?:太|声|响|快|慢|停|吵|[集章回，,])).{2,10}$",
              "播放$1"),
          // The book at hand as a whole, and who reads it.
          Rule.of(
              "^(?:把|将)?(?:整本书?|整部书?|全书|全本|这一?整?本书?|整个故事)(?=(?:再)?(?:从头|从第一[集章回]|重新|从最开始))", ""),
          Rule.of("^(从头|从第一[集章回]|重新)(?:开始)?(?:播放|放|听|讲|念)(?:一遍)?(?:整本书?|整部书?|全书|全本)$", "$1开始听"),
          Rule.of(
              "^(?:等)?(这一?[集回章节]|这一?本书?|这个)(?:播放|放|听|播|读|念|讲)完(?:了|以后|之后|后|就)*[，,]?(?:就|再|给我|帮我|接着)*(?:换成?|改成?|改放|换听|切到|切换到|接着放|播放|放|听)(?!下|上|别的|其他)(.{2,})$",
              "听完$1放$2"),
          Rule.of("^(?:今天|今晚|今儿|现在|暂时|这会儿|晚上|我|我们|[，,])+(?:就)?不(?:想)?(?:再)?听了$", "不听了"),
          Rule.of(
              "^我?(?:都|一共|总共|已经)*(?:存|加|做|记|标|放|留)(?:了|过)(?:哪些|什么|哪几个|几个|多少个?)(?:书签|记号|标记)$",
              "有哪些书签"),
          Rule.of("^(?:现在)?(?:听|放|播|讲|念)到(?:第)?(?:多少|几)(?:分钟?|秒钟?)了?$", "放到哪了"),
          Rule.of(
              "^(?:播放|放|听|念|讲)((?:第" + ZH_NUMBER + "|最后一?)[个本])给(?:我们?|[他她]们?|孩子|宝宝)听(?:听|一下)?$",
              "播放$1"),
          Rule.of(
              "^(?:换|听|要|改)(?:成|一)?个?(?:别的?|其他|其它|另一个?)?人(?:来)?(?:讲|播|读|念|说)的?(?:版本|版)?$",
              "换一个主播讲的"),
          Rule.of("^换(?:一)?个(?:声音|嗓音|音色)(?:来)?(?:讲|读|念|播)?$", "换一个主播讲的"),
          Rule.of(
              "^(每一?[集章回])的?(?:开头|前面|最前面|最开始|开始)(?:都|的)?(?:跳过|跳|略过|去掉)(?:前)?(.{2,6})$", "$1跳过片头$2"),
          Rule.of("^(每一?[集章回])的?(?:结尾|最后|后面|末尾)(?:都|的)?(?:跳过|跳|略过|去掉)(.{2,6})$", "$1跳过片尾$2"),
          // The value that it is to become is meant, not the one it has.
          Rule.of(
              "(?<=音量|声音|速度|语速|倍速|声|把它)(?:从|由)?(?:现在的)?(?:百分之)?"
                  + ZH_NUMBER
                  + "(?:倍速?|%|格)?[，,]?(?=(?:调|加|降|减|升|提|改|变|开|关)[高低大小快慢升]?(?:到|成|为|至))",
              ""),
          Rule.of("(?<=定时)从?.{1,6}?(?:分钟|小时)(?=(?:改|调|换|延长?)(?:成|到|为))", ""),
          Rule.of("([一二三四五六七八九十百\\d]{1,6})回本的?", ""),
          Rule.of("^(.{0,8})第[一二三四五六七八九十百\\d]+[集章回]不要[，,]?(?:我)?要(最后一[集章回]|第.{1,6})$", "播放$1$2"),
          Rule.of("^看看(最后一个|第[一二三四五六七八九十\\d]+[个本部])(?:的(?:详情|简介|内容))?$", "介绍一下$1"),
          Rule.of("^(?:换|听|要)(?:成)?个?别?人讲的$", "换一个主播讲的"),
          Rule.of("^有(?:没有)?(?:别|其他|其它|另外)的版本吗?$", "有没有别的主播的版本"),
          Rule.of("^只(?=(?:播放|放|听)第" + ZH_NUMBER + "[集章回节篇][，,]?(?:放|听|播)完)", ""),
          Rule.of("^(?:所有|全部)的?(闹[钟铃]|提醒|定时器)(?:都|全)*(?:别|不要|不用|不许)再?(?:响|叫)了?$", "取消所有$1"),
          Rule.of("^不(?:再)?跳过?(?=片头|片尾)", "不要跳过"),
          Rule.of("^(把?这本书)下载整本$", "下载整本书"),
          Rule.of("^(?:声音|音量|[你它这]|念得|[，,])*(?:还|还是|根本)*不够(?:大声?|响亮?)$", "声音大一点"),
          Rule.of("^(?:声音|音量|[你它这]|[，,])*(?:还|还是)*不够(?:小声?|轻)$", "声音小一点"),
          Rule.of("^(?:速度|语速|[你它这]|[读讲念放]得|[，,])*(?:还|还是)*不够(快|慢)$", "$1一点"),
          Rule.of(
              "^(?:等)?(?:播放|放|听|播|读|念|讲)完(这一?[集回章节]|这一?本书?|这个)?(?:了)?(?:以后|之后|后|就)*[，,]?(?:就|再|给我|帮我)*(?:换成?|改成?|改放|换听|切到|切换到)(.{2,})$",
              "听完$1放$2"),
          Rule.of(
              "^我(?:是|刚才|刚刚|明明)*(?:说|让你|叫你)(?:的是|要|是)*(?:播放|放|听)(.{2,10}?)[，,]?(?:你|怎么)(?:怎么|为什么|干嘛|干什么|却|给我|老是?|又|还)*(?:播放|放|播|来|讲)(?:了|的|起)?(?:什么|啥|是)*.{0,10}$",
              "播放$1"),
          Rule.of(
              "^(?:播放|放|听)?(.{0,12}?)(?:别|不要|不用|不)(?:放|听|播放|要)第"
                  + ZH_NUMBER
                  + "[集章回节][，,]?(?:我)?(?:要|放|听|播放|改放|给我放)+(第"
                  + ZH_NUMBER
                  + "[集章回节])$",
              "播放$1$2"),
          Rule.of(
              "^(?!.*(?:下载|缓存))(?:请|给我|帮我|我要|我想)*(?:播放|放|听|讲|读|念)?(.*)(第"
                  + ZH_NUMBER
                  + ")([集章回节])?(?:和|跟|与|到|至|、)第?"
                  + ZH_NUMBER
                  + "([集章回节])(?:连着|连续|一起|都|连起来)*(?:播放|放|听|讲|读)?$",
              "播放$1$2$4"),
          Rule.of("静音缩短", "缩短静音"),
          Rule.of("停顿缩短", "缩短停顿"),
          Rule.of("^(?:我)?(?:都)?听完(?:过|了)?(?:哪些|什么|哪几本|几本)书?$", "我听过哪些书"),
          Rule.of("^(?:我)?(?:都)?读完(?:过|了)?(?:哪些|什么|哪几本|几本)书?$", "我听过哪些书"),
          Rule.of("^(?:我)?(?:都)?有?(?:哪些|什么|哪几本)书(?:我)?(?:已经)?[听读]完(?:了|过)?$", "我听过哪些书"),
          Rule.of("^(?:再|重新?)(?:播放|放|听)(?:一遍|一下)?(?:这)?最后的?(.{1,5}(?:分钟|秒钟?))$", "后退$1"),
          Rule.of("^刚[刚才](?:讲|说|念|读|放)的?(?:什么|啥)?[，,]?(?:我)?没(?:有)?听清楚?$", "刚才没听清"),
          Rule.of("^(?:播放?|放|听)(?:一下)?播客(?=.{2})", "播放"),
          Rule.of("^把书打开(?=接着|继续)", ""),
          Rule.of("^(.{2,12}?)(?:放|听|讲|播)到(?:第几[集章回]|哪儿?里?)了?[，,]?(?:接着|继续)(?:放|听|讲|播)$", "继续听$1"),
          Rule.of("^(百分之" + ZH_NUMBER + ")的(?=" + ZH_NUMBER + "$)", "$1乘以"),
          Rule.of("^((?:做|煮|泡|蒸|烤|炖|煲|烧|炒|洗|敷|晾|焖|腌|和)[一-龥]{0,3})定时(?!关|停)", "$1计时器"));

  private static final List<Rule> EN =
      List.of(
          Rule.of(
              "^(?:please )?(?:do not|don't) (set|turn|change|make|put|go|skip|jump|move) ([^,]{1,30}?) (to|up|down|ahead|back|forward) [^,]{1,30},"
                  + " (?:but )?(?:\\1|set) (?:it |that )?(?:to )?(.{2,30})$",
              "$1 $2 $3 $4"),
          Rule.of(
              "^(?:please )?(?:do not|don't) (go|skip|jump|move|play|read) [^,]{1,30}, (?:but )?(\\1 .{2,40})$",
              "$2"),
          Rule.of(
              "^(?:play|read|resume|continue(?: with)?|(?:carry|go) on with) (?:yesterday's|last night's|this morning's) (?:book|story|one)$",
              "resume"),
          Rule.of("^(?:the )?sound (?:back )?on(?: again)?$", "unmute"),
          Rule.of(
              "^(?:read|play)(?: it| this| the book)? at (?=(?:zero |nought )?point [a-z]+(?: [a-z]+)?$)",
              "speed "),
          Rule.of(
              "^(?:start|begin) over (?:with )?(?:the|this) (?:(?:whole|entire) )?(?:book|story|thing)$|^(?:start|begin|play|read|restart) (?:(?:the|this) (?:whole|entire) (?:book|story|thing)|the book|this book)(?: (?:all )?(?:over|again))*(?: from (?:the )?(?:very )?(?:beginning|start|top|chapter one))$",
              "go to chapter one"),
          Rule.of(
              "^(?:when|once|after|as soon as) (?:this|the) (chapter|episode|section|story|book|one) (?:is (?:over|finished|done|through)|ends|finishes|stops),? (?:then )?(?:switch to|change to|play|put on|start|go on with|continue with|read) (?!(?:the )?(?:next|previous|it|this|that)\\b)(.+)$",
              "after this $1 play $2"),
          Rule.of(
              "^(?:switch to|change to|play|put on|start|read) (.{3,}?) (?:when|once|after|as soon as) (?:this|the)( (?:chapter|episode|section|story|book|one))?(?: (?:is (?:over|finished|done)|ends|finishes))?$",
              "after this$2 play $1"),
          Rule.of(
              "^(?:read|narrated|performed) by (?!some|any|another|a different|a |the |me|him|her|who)(.+)$",
              "search for $1"),
          Rule.of(
              "^((?:play|put on|start|read) (?!(?:it|this|that|the book|something|music)\\b).+?)(?<! at)(?<! the)(?<! to) volume ("
                  + EN_WORD
                  + "(?: percent)?)$",
              "$1 at volume $2"),
          Rule.of(
              "^(?:move|go|skip|jump|get|step|carry)(?: on| along| ahead| forward| straight| right| over)* to the (next|previous) (one|chapter|episode|section)$",
              "$1 $2"),
          Rule.of(
              "^(?:just )?(?:be|keep|stay) quiet for (?:a |one )?(?:minute|moment|second|sec|bit|while)$",
              "pause"),
          Rule.of("^divide (.+) by (.+)$", "what is $1 divided by $2"),
          Rule.of("^multiply (.+) (?:by|with|and) (.+)$", "what is $1 times $2"),
          Rule.of(
              "^add (" + EN_NUMBER + ") (?:and|to|plus) (" + EN_NUMBER + ")$",
              "what is $1 plus $2"),
          Rule.of("^subtract (.+) from (.+)$", "what is $2 minus $1"),
          Rule.of(
              "^(?:is there|do you have|have you got|are there) (?:any |an)?other (?:readers?|narrators?|voices?|recordings?|versions?)(?: (?:for|of|reading) (?:this|it|the|that)(?: (?:book|one|story))?)?$",
              "another narrator"),
          Rule.of(
              "^(play|read|put on|i want(?: to hear)?|start) (.*(?<! or)(?<! and))(?:, (?:and )?| and )not (?!(?:too|so|that|very|quite|yet|now|really|a|the|to|without)\\b)[a-z].{2,}$",
              "$1 $2"),
          Rule.of(
              "(?<=\\b(?:volume|sound|speed|rate|pace|it|level|up|down)) from "
                  + EN_WORD
                  + "(?: "
                  + EN_WORD
                  + "){0,3}?(?: percent)? to (?=[a-z\\d])",
              " to "),
          Rule.of(
              "^(?:lower|raise|increase|decrease|reduce) (?=the (?:volume|sound|speed) to )",
              "set "),
          Rule.of(
              "^(play|put on|start|listen to|i want(?: to hear)?) (?:me )?(?:the )?podcast (?:called |named )?(?=\\w{2})",
              "$1 "),
          Rule.of(
              "^after ([a-z]+|\\d+) (chapters?|episodes?|sections?|stories|story),? (go to sleep|stop|turn off|pause)$",
              "$3 after $1 $2"),
          Rule.of(
              "^(?:go|skip|jump|move) from (?:chapter|episode|section) .{2,16}? to (?=chapter|episode|section)",
              "go to "),
          Rule.of("^(?:cancel|stop|abort|kill|end) the download$", "cancel all downloads"),
          Rule.of(
              "^(?:which|what) (?:audio)?books? (?:have|did) i (?:already )?(?:finish(?:ed)?|complete[d]?)(?: .{0,12})?$",
              "what did i listen to recently"),
          Rule.of(
              "^(?:show me|look at|(?:show me )?(?:the )?details (?:of|on)) (?:the )?(first|second|third|fourth|fifth|last) (?:one|book|result)$",
              "tell me about the $1 one"),
          Rule.of(
              "^(?:(?:that|this|it|the volume|the speed)(?:'s| is) )?(?:still )?not (?:nearly |quite )?loud enough(?: for me)?$",
              "louder"),
          Rule.of(
              "^(?:(?:that|this|it|the volume|the speed)(?:'s| is) )?(?:still )?not (?:nearly |quite )?fast enough(?: for me)?$",
              "faster"),
          Rule.of(
              "^(?:(?:that|this|it|the volume|the speed)(?:'s| is) )?(?:still )?not (?:nearly |quite )?slow enough(?: for me)?$",
              "slower"),
          Rule.of(
              "^(?:(?:that|this|it|the volume|the speed)(?:'s| is) )?(?:still )?not (?:nearly |quite )?(?:quiet|soft) enough(?: for me)?$",
              "quieter"),
          Rule.of("\\btwenny\\b", "twenty"),
          Rule.of("\\bgo bak\\b", "go back"),
          Rule.of(
              "^(?:is|are|does|do) (.+ (?:and|plus|minus|times|divided by) (?:one|two|three|four|five|six|seven|eight|nine|ten|\\d+)),? (?:(?:equals?|make|makes|equal to|really)(?: to)? )?(?:one|two|three|four|five|six|seven|eight|nine|ten|\\d+)$",
              "what is $1"));

  private static final Pattern EN_NOT =
      Pattern.compile(
          "(?:play|read|put on|i want(?: to hear)?|start) (?<one>.{2,}) not (?<other>[a-z].{2,})");

  private static final Pattern HAS_VERB =
      Pattern.compile(
          "(?:play|read|put on|start|begin|listen|find|search|look|is|are|do|does|did|was|who|what|when|where|why|how|i|i'm|i'd|i've|you|we|he|she|they|can|could|please|give|let|let's|open|get|show|any|have|stop|pause|switch|change|download)\\b.*"
              + "|.*(?:播放|想听|要听|[有没是吗呢？?]|搜|找|换|下载|多少|几[集章回]|停|^[放听来打换给帮请我你他她它]).*");

  private Reworded() {}

  /** Returns the words as they are, or in words that mean the same. */
  public static Utterance of(Utterance words) {
    if (words.text().contains("《")) {
      return words;
    }
    Utterance said = words;
    if (VolumeWords.isNamedAlone(words) || isReadBySomebody(words)) {
      said = words.with((words.zh() ? "播放" : "play ") + words.original());
    }
    said = words.zh() ? said : notThatOne(VolumeWords.behindTitle(said));
    for (Rule rule : words.zh() ? ZH : EN) {
      Matcher m = rule.found().matcher(said.text());
      if (m.find() && m.end() - m.start() < said.text().length() + rule.instead().length()) {
        String replaced = instead(said, m, rule.instead());
        String rest = said.part(0, m.start()) + replaced + said.part(m.end(), said.text().length());
        said = rest.isBlank() ? said : said.with(rest);
      }
    }
    return said;
  }

  /**
   * Leaves out what is not wanted: "play dracula not treasure island". "Not" is a word of titles
   * too, so without a comma one of the two must be a book that was heard or is shown.
   */
  private static Utterance notThatOne(Utterance words) {
    Matcher m = EN_NOT.matcher(words.text());
    if (!m.matches() || isKnown(words, m.start("one"), m.end("other"))) {
      return words;
    }
    boolean both =
        isKnown(words, m.start("one"), m.end("one"))
            || isKnown(words, m.start("other"), m.end("other"));
    return both ? words.with(words.part(0, m.end("one"))) : words;
  }

  private static boolean isKnown(Utterance words, int from, int to) {
    return Titles.known(Titles.clean(words.part(from, to), words.zh()), words.situation())
        .isPresent();
  }

  /** 王明军讲的三体, "alice read by Mary": a book is named, without a verb that plays it. */
  private static boolean isReadBySomebody(Utterance words) {
    return !words.is(HAS_VERB) && !words.text().contains("?") && ReadBy.isSure(words.original());
  }

  /** The groups are taken from the user's own writing. */
  private static String instead(Utterance words, Matcher m, String pattern) {
    String out = pattern;
    for (int group = 1; group <= m.groupCount(); group++) {
      out = out.replace("$" + group, m.group(group) == null ? "" : words.part(m, group));
    }
    return out;
  }
}
