package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for books, and for what is known of one. */
final class LibraryFamily implements IntentFamily {
  private static final Pattern ZH_SEARCH =
      Pattern.compile(
          "(?:看看|看一下|你这?里?|你?这儿|这里|我想知道|我想|书?库里)?(?:都|还)?(?:有没有|有不有|还有没有|有)(?!几|多少|什么|哪|点|人|没|时间|空|意思)(.{2,16}?)(?:可以听|能听)?(?:吗|么|没有|没|的?吗)?"
              + "|(?:我想|我要|可以|给我|帮我)?(?:搜索|搜一?搜|搜一?下|搜|查找|查一?查|查一?下|找一?找|找一?下|找|寻找|检索)(?:一下|一些|一个|一本|几本|些|本|看看|有没有|到|关于|看)*(.{2,18}?)(?:来听|给我听|听听)?|(?:我想(?:听|找)|推荐)(?:一?点|一些|一下|几本|些|几个|一本)(.{2,12}?)");
  private static final Pattern ZH_ANY =
      Pattern.compile(
          "(?:你(?:这里|们)?|这里|库里|都)*(?:有|能听|可以听)(?:些|哪些|什么|哪几本|几本|多少)(?:好听的|有意思的|好的|新)?(?:的)?(?:书|故事|有声书|小说|内容|可以听的?|可听的?)*(?:可以听|能听|推荐)?(?:的)?|推荐(?:一下|点|一?[本个])?(?:书|故事|有声书|什么)?|有什么(?:好听的|推荐|书|故事)?(?:吗)?");
  private static final Pattern ZH_DETAIL =
      Pattern.compile(
          "(?:请问|告诉我|我想知道|看看|查一下|介绍(?:一下)?|讲讲|说说)?(.{2,14}?)(?:这本书|这部小说)?(?:一共|总共|共|到底)?(?:有|更新到)?(?:多少|几|第几)(?:集|章|回|篇|节|个故事).{0,2}|(.{2,14}?)(?:这本书|这部小说)?(?:大概|大致|主要|到底|究竟)?(?:(?:一共|总共|共)?有多长|多长时间|有多久|(?:是|的作者是|作者是)?(?:谁|哪位|哪个人)(?:写|作|讲|演播|读|念)?的?|的作者|的简介|讲的?是?(?:什么|啥)(?:故事|内容)?|是讲什么的?|说的?是?什么|(?:都|里面?|一共|共)*有(?:些)?(?:哪些|什么|哪几个?)(?:章节?|集|回目?|篇|节|目录|内容)|(?:是)?(?:一本)?(?:什么|怎样)(?:样)?的?书|的(?:内容|详情|目录|介绍))|(?:介绍一?下|查看|看看)(.{2,14}?)(?:的详情|的简介|这本书|的内容|的目录)?");
  private static final Pattern EN_SEARCH =
      Pattern.compile(
          "(?:(?:do|have) you (?:happen to )?(?:have|got|know)?|have we got|(?:you )?got any(?:thing by)?|is there|are there|have you|got|any chance of|can you find(?: me)?|i(?:'m| am) looking for|we(?:'re| are) looking for|show(?: me)?|search(?: the (?:library|catalogue|catalog))?(?: for)?|look(?: for| up)?|look around for|find(?: me| us)?|browse(?: for)?|what (?:books|stories|audiobooks|else)? ?(?:do you have|have you got|are there|is there)|list|can i (?:get|find))\\s+(?:me )?(.+?)(?: (?:in (?:the|your) (?:library|catalogue|catalog)|available|there|on here|to listen to|please|at all|for me))?|(?:anything|any (?:other )?(?:books?|stories|audiobooks?)|some (?:books?|stories)|something|books?|stories) ((?:else )?(?:by|from|about|like|on|written by|with) .+)");
  private static final Pattern EN_ANY =
      Pattern.compile(
          "(?:what|which) (?:books|stories|audiobooks|titles|else)(?: (?:do you have|have you got|are there|can i (?:hear|listen to|play)|is there|are available))(?: .{0,14})?|what (?:can i (?:listen to|hear|play)|do you have|have you got|can you (?:play|read))(?: .{0,16})?|(?:can you )?recommend (?:me )?(?:something|a book|a story|anything)(?: .{0,20})?|(?:list|show)(?: me)?(?: all)?(?: the| your| my)? (?:books|library|audiobooks|stories|titles)|what should i (?:listen to|hear)(?: .{0,8})?|(?:(?:do|have) you (?:have|got)|are there|is there|have we got|got|have you)(?: (?:any|some|many|lots of|other|good|new|nice|more|kids|children's))* (?:books?|stories|story|audiobooks?|titles)(?: (?:here|at all|for me|there|available|in there|on here|i can (?:hear|listen to)|to (?:listen to|read|play)))*|any recommendations");

  /** "What agatha christie books do you have". */
  private static final Pattern EN_BOOKS_OF =
      Pattern.compile(
          "(?:what|which) (.{3,40}?) (?:books|stories|novels|audio ?books|titles|tales) (?:do you (?:have|know)|have you got|are there|can (?:i|we) (?:hear|listen to))(?: .{0,14})?");

  private static final Pattern EN_ANY_SORT =
      Pattern.compile("(?:(?:kinds?|sorts?|types?) of|other|more|good|new|nice|audio)");
  private static final Pattern EN_NOT_BOOKS =
      Pattern.compile(
          ".*\\b(?:(?:the )?(?:internet|web)|online|google|tickets?|(?:train|bus|flight|cinema) (?:times?|schedules?)|phone numbers?|opening hours|address(?:es)?|exchange rates?|stocks?|scores?|a doctor|a problem|any(?:one|body)|someone|somebody|my (?:phone|keys?|wallet|glasses|shoes|socks|bag|dog|cat|mum|mom)|phone|restaurants?|flights?|hotel|recipe|time(?! (?:machine|travel\\w*|and|of|traders|keeper))|weather|breakfast|lunch|news|a (?:minute|moment|second|plan|name|family|brother|sister|dog|cat)|directions|work|job|milk|food|dinner|feelings|friends|fun|any idea|school|plans|questions?|problem|siblings|money|homework|pen|fever|at (?:this|that|me|him|her)|out|down|away|after)\\b.*");

  /** 有福尔摩斯吗: perhaps a title, and looking it up does no harm. */
  private static final Pattern ZH_HAVE = Pattern.compile("(?:你?这?里?|你?们?[这那][里儿]|库里)?有.{4,10}[吗么]");

  /** 有什么儿童故事, 有哪些适合小孩听的: a sort of books, or whom they are for. */
  private static final Pattern ZH_WHICH =
      Pattern.compile(
          "(?:请问|你(?:这里|这儿|们)?|这里|书?库里|都|还|看看|现在|我想知道)*有(?:些)?(?:什么|哪些|哪几[本个部])(?:样的)?(?:(?:适合|给|可以给)(.{2,8}?)(?:听|看)?的.{0,4}|(?:好听的?|好)?(?:关于)?(.{2,10}?)的?(?:故事书|故事|有声书|小说|书|评书|童话|作品|节目|专辑)(?:可以听|能听)?(?:的)?)(?:吗|呢|啊)?");

  /** 鲁迅的书有哪些. */
  private static final Pattern ZH_BOOKS_OF =
      Pattern.compile(
          "(?:请问|看看|查一下|查一?查|搜一?搜|搜一下|找一?找|找一下|查|搜)?([一-龥&&[^的这那查搜找看]]{2,8})(?:写|讲|演播)?(?:的(?:书|小说|作品|评书|有声书|故事)(?:都)?有(?:哪些|什么|哪几[本部]|几本|吗|没有|么)|(?:都)?有(?:什么|哪些|哪几本)(?:书|小说|作品|评书|故事))");

  /** 有金庸的吗: a Chinese family name tells that a person is meant. */
  private static final Pattern ZH_OF_AUTHOR =
      Pattern.compile(
          "(?:你?这里|你?这儿|你|书?库里)?(?:还)?有(?:没有)?([赵钱孙李周吴郑王冯陈蒋沈韩杨朱秦许何吕张孔曹严金魏陶姜谢邹苏潘范彭鲁韦马方任袁柳史唐薛雷贺汤罗毕郝安常于傅余孟黄萧尹姚汪毛米贝成戴宋庞项祝董梁杜阮蓝季贾江童郭梅林徐邱骆高夏蔡田樊胡凌霍丁邓单洪包左石崔龚程陆甄曲储段焦巴牧侯全班仰秋仲伊宫宁厉卜老冰莫古琼三刘叶白蒲谭温庄瞿阎易曾沙丰关查荆游权][一-龥]{1,3}?)(?<!色)(?:写|讲|演播)?的(?:书|作品)?(?:吗|么|没有)?");

  private static final Pattern ZH_NOT_BOOKS =
      Pattern.compile(
          ".*(?:手机|钥匙|钱包|眼镜|餐厅|饭店|外卖|酒店|天气|路|工作|作业|朋友|对象|医生|下雨|有空|时间|问题|意思|人在|吃的|喝的|电话|电影|票|快递|水果|道理|可能|同学|老师|工人|没有人|[我你他她]|闹钟|提醒|点饿|点冷|点热|点累).*");
  private static final Pattern EN_BY =
      Pattern.compile(
          "\\b(?:(?:by|about|from|like|called) |for (?!me\\b|us\\b|now\\b|today\\b|tonight\\b|free\\b)(?:my |the |a )?)\\w");
  private static final Pattern EN_BOOKS =
      Pattern.compile("\\b(?:audio ?books?|books?|story|stories|tales?|novels?)\\b");
  private static final Pattern EN_DETAIL =
      Pattern.compile(
          "how many (?:chapters|sections|episodes|parts|stories|hours) (?:(?:does|do|are there in|are in|has|in|is|for) )?(?:the book )?(.+?)(?: (?:have|has|got|contain|in total|long|altogether|are there|take))*|(?:who (?:wrote|is the author of|reads|narrates|is the narrator of)|what(?:'s| is)|tell (?:me|us) (?:more )?about|what do you know about|give me (?:details|information|info) (?:on|about|for)|describe|how long is|(?:what are|list|show(?: me)?|read out|tell me)(?: all)? (?:the )?(?:chapters|sections|episodes|parts|stories) (?:of|in)|information (?:on|about)|details (?:on|of|about|for)) (.+?)(?: about| by)?");

  /** 换一个主播的: the same book, read by somebody else. */
  private static final Pattern ZH_OTHER_READER =
      Pattern.compile(
          "(?:我想|我要|想要?|给我|帮我)?(?:换成?|换到|改成?|听|有没有|还有没有|有|找|找找|来)?(?:一下|一)?(?:个|位|别的|另外?一?[个位]|其他的?|不同的?|别人)+(?:主播|播音员?|演播者?|播讲人?|朗读者?|讲书人|说书人|讲|播|演播)(?:的)?(?:版本|来讲|来播|讲的?|播的?|版)?(?:的)?(?:吗|么|听听|吧)?");

  private static final Pattern EN_OTHER_READER =
      Pattern.compile(
          "(?:(?:can i|could i|i(?:'d like| want)(?: to)?|is there|are there|do you have|have you got|let's) )?(?:(?:have|hear|try|find|get|change|switch|use|play)(?: it| this)?(?: to| with| by| from| read by)? )?(?:(?:another|a different|some other|any other|other|the other|a new) )(?:narrators?|readers?|recordings?|versions?)(?: (?:of it|of this|please|instead))*");

  private static final Pattern EN_READ_BY =
      Pattern.compile(
          "(?:.{0,30}\\b)?(?:read|narrated|told|reading|read it)(?: (?:it|this))?(?: by)? (?:someone|somebody|anyone|anybody) else(?: (?:please|instead))*|(?:can|could) (?:someone|somebody|anyone|anybody) else (?:read|narrate|tell)(?: (?:it|this|this book))?(?: please)?");

  /** 有没有别的主播的, "is there another recording": it is asked for, not wanted at once. */
  private static final Pattern ASKS_FOR_READER =
      Pattern.compile(
          "(?:我想知道)?(?:还)?(?:有|找).*|.*[吗么]|(?:is|are) there\\b.*|(?:do you have|have you got|find)\\b.*");

  /** Looks for the current book where somebody asks for another reader of it, and plays that. */
  static Optional<Decision> otherReader(Utterance words) {
    String album = words.situation().album();
    boolean asked =
        words.zh() ? words.is(ZH_OTHER_READER) : words.is(EN_OTHER_READER) || words.is(EN_READ_BY);
    if (album.isEmpty() || !asked) {
      return Optional.empty();
    }
    Optional<Decision> search = Decision.call("search_album", Args.of("keyword", album));
    return words.is(ASKS_FOR_READER) ? search : search.map(d -> d.then(Decision.Plan.OTHER_READER));
  }

  /** 看看有多少集: of the book that is on the screen alone, else of the current one. */
  private static final Pattern ZH_HOW_MANY =
      Pattern.compile(
          "(?:我想|帮我|给我)?(?:看看|看一下|查一下|查查|数数)?(?:这本书?|这部|它|那本)?(?:一共|总共|共)?(?:有)?(?:多少|几)(?:集|章|回)");

  private static final Pattern EN_HOW_MANY =
      Pattern.compile(
          "(?:(?:tell me|show me|and) )?how many (?:chapters|sections|episodes|parts)(?: (?:are there|has it got|does (?:it|this|that)(?: (?:one|book))? (?:have|got)|(?:does|has) the book have|in (?:it|this|that)(?: (?:one|book))?|in total|altogether))*");

  /** Tells how many sections a book has that is not named. */
  static Optional<Decision> howMany(Utterance words) {
    if (!words.is(words.zh() ? ZH_HOW_MANY : EN_HOW_MANY)) {
      return Optional.empty();
    }
    java.util.List<String> shown = words.situation().results();
    // Asked without the book, the status tells it too.
    String current =
        Patterns.matches(
                words.text(), "一共.*|总共.*|.*are there|.*in total|.*altogether|how many \\w+")
            ? ""
            : words.situation().album();
    String title = shown.size() == 1 ? shown.get(0) : current;
    return title.isEmpty()
        ? Optional.empty()
        : Decision.call("search_album", Args.of("keyword", title))
            .map(d -> d.then(Decision.Plan.DETAIL));
  }

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.zh() ? zh(words) : en(words);
  }

  private static Optional<Decision> zh(Utterance words) {
    if (words.is(ZH_ANY)) {
      return anyBooks(words);
    }
    Matcher detail = ZH_DETAIL.matcher(words.text());
    if (detail.matches()) {
      Optional<Decision> found = detail(words, detail);
      if (found.isPresent()) {
        return found;
      }
    }
    Matcher which = ZH_WHICH.matcher(words.text());
    if (which.matches()) {
      return search(words, Titles.clean(words.firstPart(which), /* zh= */ true));
    }
    Matcher listed = ZH_BOOKS_OF.matcher(words.text());
    if (listed.matches() && !ZH_NOT_BOOKS.matcher(words.text()).matches()) {
      return search(words, words.firstPart(listed));
    }
    Matcher author = ZH_OF_AUTHOR.matcher(words.text());
    if (author.matches()) {
      return search(words, words.firstPart(author)).map(d -> d.as(Decision.Certainty.PERHAPS));
    }
    Matcher search = ZH_SEARCH.matcher(words.text());
    if (!search.matches()) {
      return Optional.empty();
    }
    String raw = words.firstPart(search);
    String keyword =
        Patterns.replaceAll(
                Titles.clean(raw, /* zh= */ true), "(?:都)?(?:有(?:哪些|什么|没有|几本|多少)|在哪里?)$", "")
            .replaceAll("(?:写|讲|演播)?(?:的(?:故事|小说|评书|有声小说)|的?(?:书|有声书|作品|专辑|书籍|节目|音频))$", "")
            .replaceAll("^(?:来?听听?|给我听)[，,]*", "")
            .replaceAll("^(?:关于|适合|和|像|类似于?|跟|别的|其[他它]的?|另外的?|讲)|(?:相关|有关|类似|一样|差不多)$", "")
            .replaceAll("(?:写|讲|演播)?的$", "");
    keyword = keyword.isBlank() ? Titles.clean(raw, /* zh= */ true) : keyword;
    String asked = Patterns.replaceAll(words.text(), "^你们?[这那][里儿]", "");
    if (ZH_NOT_BOOKS.matcher(asked).matches() || (keyword.length() < 2 && !raw.contains("《"))) {
      return Optional.empty();
    }
    boolean explicit = Patterns.matches(words.text(), ".*(?:搜|找|查|书|故事|小说|专辑|评书|有声|童话|推荐|有没有|《).*");
    if (explicit) {
      return search(words, keyword);
    }
    return words.is(ZH_HAVE)
        ? search(words, keyword).map(d -> d.as(Decision.Certainty.PERHAPS))
        : Optional.empty();
  }

  private static Optional<Decision> en(Utterance words) {
    if (words.is(EN_ANY) && !words.has(EN_BY)) {
      return anyBooks(words);
    }
    Matcher detail = EN_DETAIL.matcher(words.text());
    if (detail.matches()) {
      Optional<Decision> found = detail(words, detail);
      if (found.isPresent()) {
        return found;
      }
    }
    Matcher listed = EN_BOOKS_OF.matcher(words.text());
    if (listed.matches()) {
      String sort = words.firstPart(listed);
      return EN_ANY_SORT.matcher(sort).matches() ? anyBooks(words) : search(words, sort);
    }
    Matcher search = EN_SEARCH.matcher(words.text());
    if (!search.matches() || (words.is(EN_NOT_BOOKS) && !words.has(EN_BOOKS))) {
      return Optional.empty();
    }
    String keyword = words.firstPart(search).strip();
    keyword =
        Patterns.replaceAll(
            keyword,
            "(?i)^(?:(?:anything|something|any|some|a|an|the|me|other|more|else|good|new|all|few|couple of)\\s+)*(?:(?:audio)?books?|stories|audiobooks?|story|novels?|titles?|tales?)?\\s*(?:else )?(?:(?:written )?by|from|about|like|on|called|named|with|for|featuring|of) ",
            "");
    keyword =
        Patterns.replaceAll(keyword, "(?i)^(?:anything|something|any|some|a) (?=\\S)", "")
            .replaceAll("(?i) (?:books?|audiobooks?|novels?)$", "");
    boolean about =
        Patterns.matches(
            words.text(),
            ".*\\b(?:book|books|story|stories|audiobooks?|search|find|by|anything|got any [a-z']+ [a-z']+|look|tales|novels?|library|have you got|do you have|is there|looking)\\b.*");
    return keyword.isBlank() || !about ? Optional.empty() : search(words, keyword);
  }

  private static Optional<Decision> search(Utterance words, String keyword) {
    return Decision.call(
        "search_album", Args.of("keyword", Titles.resolve(keyword, words.situation())));
  }

  /** What is asked must look like a title: who wrote "dinner" is not about a book. */
  private static Optional<Decision> detail(Utterance words, Matcher m) {
    Optional<String> shown = Titles.onScreen(words.firstPart(m).strip(), words.situation());
    if (shown.isPresent()) {
      return search(words, shown.get()).map(d -> d.then(Decision.Plan.DETAIL));
    }
    String title = Titles.clean(words.firstPart(m), words.zh());
    String folded = title.toLowerCase(java.util.Locale.ROOT);
    boolean current =
        words.zh()
            ? Patterns.matches(folded, "(?:这|那|它|这本|这个|这部|我|你|现在|今天|明天|这本书|书|一共|总共|还|他|她).{0,3}")
            : Patterns.matches(
                folded, "(?:this|that|it|the book|this book|the story|he|she|your|my|i|you)\\b.*");
    if (current) {
      return Optional.empty();
    }
    boolean known =
        Titles.known(title, words.situation()).isPresent() || words.text().contains("《");
    boolean countsSections =
        Patterns.matches(
            words.text(),
            ".*(?:多少|几|第几)(?:集|章|回|篇|节|个故事).*|how many (?:chapters|sections|episodes|parts).*");
    boolean aboutBook =
        Patterns.matches(
            words.text(),
            ".*(?:作者|简介|讲的?是?什么|(?:谁|哪位|哪个人)(?:写|著|讲|播|演播|读|念|录|说)的?|写的|有(?:些)?(?:哪些|什么|哪几个?)(?:章节?|集|回目?|篇|节)|(?:一共|总共|共)有?多(?:长|久)|详情|目录|这本书|演播|^介绍).*|(?:who (?:wrote|reads|narrates|is the author).*|.*\\bbook\\b.*|.*\\b(?:chapters|sections|episodes) (?:of|in) .*|tell (?:me|us) (?:more )?about .*)");
    if (title.isBlank()
        || !(known || countsSections || aboutBook)
        || ZH_NOT_BOOKS.matcher(title).matches()
        || (!countsSections && EN_NOT_BOOKS.matcher(folded).matches())) {
      return Optional.empty();
    }
    boolean chat =
        Patterns.matches(
            folded,
            "(?:yourself|you|your .*|.*\\b(?:day|weather|life)\\b.*|dinosaurs|it|that|them)");
    return chat
        ? Optional.empty()
        : search(words, title)
            .map(d -> d.then(Decision.Plan.DETAIL))
            .map(d -> countsSections || known ? d : d.as(Decision.Certainty.PERHAPS));
  }

  private static Optional<Decision> anyBooks(Utterance words) {
    return Decision.ask(
            words.say(
                "说一个书名、作者或者题材，我来找，比如“找一下孙悟空的故事”。",
                "Name a title, an author or a subject and I will look, such as \"search for fairy tales\"."))
        .map(d -> d.as(Decision.Certainty.PERHAPS));
  }
}
