package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The list of all books, and turning the pages of the list on the screen.
 *
 * <p>An empty keyword of {@code search_album} lists the books; nothing else here gives one.
 */
final class ShelfFamily implements IntentFamily {
  private static final String ZH_HERE =
      "(?:请问|我想知道|你(?:们)?这?里?|你?这儿|这里面?|这|你(?:们)?|书库里?|库里|书架上?|家里|里面|我们?|咱们|现在|到底|一共|总共|看看|看一下|告诉我|说说|都)*";
  private static final String ZH_BOOKS = "(?:有声书|有声小说|听书|书|故事|小说|评书|节目|内容|专辑|书籍|作品)";
  private static final Pattern ZH_ALL =
      Pattern.compile(
          ZH_HERE
              + "(?:有|能听|可以听|能放|可以放)(?:些|点)?(?:什么|哪些|哪几[本个部]|多少本?)(?:样的)?(?:(?:好听的?|好|有意思的|新|可以听的|能听的)?"
              + ZH_BOOKS
              + "|好听的|能听的|可以听的|听的|可听的)?(?:可以听|能听|听|可听|可以放|可以选|能选)?(?:的)?(?:吗|呢|啊|呀)?"
              + "|(?:把)?(?:列出|列一下|列举|显示|看看|看一下|查看|给我看看?|打开|浏览|报一下|念一下)(?:一下)?(?:你的?|我的?)?(?:所有|全部|整个)?(?:的)?(?:(?:"
              + ZH_BOOKS
              + ")(?:列表|目录|单)?|书库|书架|书单)(?:列出来)?|(?:书单|书目|目录)(?:给我)?(?:看看|看一下|念一下|念念)");
  private static final Pattern ZH_NEEDS_MORE =
      Pattern.compile("(?:有|能)(?:些|点)?(?:什么|哪些|多少)(?:的)?|.{0,2}有多少(?:的)?|看看(?:书|小说)|打开书");
  private static final Pattern ZH_NEXT_PAGE =
      Pattern.compile(
          "(?:帮我|给我)?(?:再|往|向|接着|继续)*(?:看|翻|翻到|去|到|换|跳到|显示|往下|往后|下|后)*(?:看|翻)?(?:下一|后一|下面一|后面一|再下一|一)?页(?:的?(?:结果|书))?(?:看看)?|(?:还有)(?:没有)?(?:其他|其它|别|更多|另外)(?:的)?(?:结果|选择|书|版本)?(?:吗|没有|么)?|(?:更多|其他|其它|别的|剩下)的?(?:结果|书|选择)|(?:再|继续)(?:往下|往后)(?:看|翻)|往下翻|翻页|(?:看看|换)(?:更多|别的|其他的?)(?:结果)?|还有呢|还有没有");
  private static final Pattern ZH_PREVIOUS_PAGE =
      Pattern.compile(
          "(?:再|往|向)*(?:看|翻|翻到|翻回|回到|返回|退回|去|到|换|往回|往前|前|回)*(?:看|翻)?(?:上一|前一|前面一|上面一)页|(?:往回|往前|向前)翻(?:一页)?");
  private static final Pattern ZH_PAGE =
      Pattern.compile(
          "(?:再|帮我)?(?:看看?|翻到?|去|到|跳到|回到|显示|打开|看一下)?第([一二两三四五六七八九十\\d]{1,3})页(?:的?结果)?");

  private static final String EN_BOOKS =
      "(?:audio ?books?|books?|stories|story|titles?|albums?|tales|novels?|library|collection|catalogue|catalog|ones)";
  private static final Pattern EN_ALL =
      Pattern.compile(
          "(?:what|which)(?: all)?(?: (?:the |other |kinds? of |sorts? of |good )?"
              + EN_BOOKS
              + ")?(?: (?:do you have|have you got|have we got|do we have|are there|is there|can i (?:hear|listen to|play|choose(?: from)?|pick(?: from)?)|can you (?:play|read)|could i (?:hear|listen to)|are available|are in (?:the|your) (?:library|catalogue|catalog)|is in (?:the|your) (?:library|catalogue|catalog)))(?: (?:in (?:the|your) (?:library|catalogue|catalog)|here|available|to (?:listen to|hear|read|play|offer|choose from)|for me|there|on here|in there|all|now|at the moment))*"
              + "|what(?:'s| is) (?:there to (?:listen to|hear|play)|available|in (?:the|your) (?:library|catalogue|catalog|collection)|on (?:the|your|my|our) (?:book)?shel(?:f|ves))"
              + "|(?:(?:list|show|browse|read out|tell|give|display|open)(?: me| us)?|let me (?:see|browse)|i want to see)(?: all| everything in| a list of| the list of)*(?: of)?(?: the| your| my| our| available)* "
              + EN_BOOKS
              + "(?: (?:list|you have|you've got|we have|there are|available|here|that you have))*"
              + "|(?:(?:do|have) (?:you|we) (?:have|got)|are there|have you got|got)(?: any| some| many| lots of)* "
              + EN_BOOKS
              + "(?: (?:here|at all|for me|there|available|in there|on here|i can (?:hear|listen to)|to (?:listen to|read|play)))*");
  private static final Pattern EN_ALL_REFUSED =
      Pattern.compile(
          "(?:what|which) (?:is|are) there|(?:tell|give|read out)(?: me| us)?(?: a| the| my)* (?:story|stories|book|audio ?book|title|tales|novel)|(?:open|show|list|give me)(?: the| my| your| me)* (?:book|story|audio ?book|title|novel)|what(?: all)? can you (?:read|play)|.*\\b(?:the|this|that|my|your) (?:book|story|audio ?book|title)");
  private static final Pattern EN_NEXT_PAGE =
      Pattern.compile(
          "(?:(?:show|give|go|turn|take|read|let me see|see|see|get|display|and|on)(?: me| us)?(?: on)?(?: to)? ?)?(?:the )?(?:next|following) (?:page|ten|few|results|lot|batch)(?: of (?:results|books|them|the list))?|(?:(?:show|give|read|tell|list|let me see|see|are there|is there|do you have|have you got|got)(?: me| us)? )?(?:any |some |the |a few )?(?:more|more (?:results|of them|books|titles|options|choices)|other (?:results|ones|options|choices)|rest(?: of (?:them|the (?:list|results|books)))?|others)|(?:is there |do you have |have you got )?(?:anything|something|what) else|(?:turn|flip) (?:the|over the|a) page|page down|keep (?:going through|reading) the list|scroll down|what else(?: (?:is there|do you have|have you got|did you find))?");
  private static final Pattern EN_PREVIOUS_PAGE =
      Pattern.compile(
          "(?:(?:show|go|turn|take|back)(?: me)?(?: back)?(?: to)? )?(?:the )?(?:previous|last|prior) page(?: again)?|(?:go )?back (?:a|one) page|page (?:back|up)|(?:turn|flip|go) back the page");
  private static final Pattern EN_PAGE =
      Pattern.compile(
          "(?:(?:show|go|turn|take|jump|skip|see|open|back|let me see|give)(?: me| us)?(?: back| on)?(?: to)? )?(?:the )?(?:page (?:number )?([a-z]+|\\d+)|([a-z]+) page)(?: of (?:the )?(?:results|list))?");

  @Override
  public Optional<Decision> read(Utterance words) {
    Optional<Decision> page = page(words);
    if (page.isPresent()) {
      return page;
    }
    boolean all =
        words.zh()
            ? words.is(ZH_ALL) && !words.is(ZH_NEEDS_MORE)
            : words.is(EN_ALL) && !words.is(EN_ALL_REFUSED);
    return all ? Decision.call("search_album", Args.of("keyword", "")) : Optional.empty();
  }

  private static Optional<Decision> page(Utterance words) {
    long now = Math.max(1, words.situation().page());
    if (words.is(words.zh() ? ZH_PREVIOUS_PAGE : EN_PREVIOUS_PAGE)) {
      return turn(words, Math.max(1, now - 1));
    }
    boolean next = words.is(words.zh() ? ZH_NEXT_PAGE : EN_NEXT_PAGE);
    if (next) {
      return turn(words, now + 1);
    }
    Matcher m = (words.zh() ? ZH_PAGE : EN_PAGE).matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String said = words.zh() || m.group(1) != null ? m.group(1) : m.group(2);
    Language language = words.language();
    long page = NumberWords.parse(said, language).orElse(0);
    return page < 1 ? Optional.empty() : turn(words, page);
  }

  /** A page of what is on the screen; without a list there is nothing to turn. */
  private static Optional<Decision> turn(Utterance words, long page) {
    if (words.situation().results().isEmpty()) {
      return words.text().contains(words.zh() ? "页" : "page")
          ? Decision.ask(
              words.say(
                  "现在没有可以翻页的列表。想找什么书呢？",
                  "There is no list to turn the pages of. What shall I look for?"))
          : Optional.empty();
    }
    return Decision.call(
        "search_album", Args.of("keyword", words.situation().searched(), "page", page));
  }
}
