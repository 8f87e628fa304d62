package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pause, stop, go on, next, previous. */
public final class TransportFamily implements IntentFamily {
  private static final String SECTION = "(?:集|章节?|回|篇|节|讲|课|期|话|段|首|个故事|个|故事|小节|级|机|极|即|鸡|季)";
  private static final String BOOK_ZH = "(?:它|他|她|书|这?本?书|故事|音频|声音|播放|节目|这个|有声书|评书|小说|播放器|音响)";
  private static final String BOOK_EN =
      "(?:it|this|that|him|her|them|everything|(?:the |this |that )thing|(?:the |this |that |my )?(?:book|audiobook|audio book|story|stories|audio|playback|player|playing|reading|recording|tape|tale|chapter|episode|narrator|sound))";
  private static final String A_WHILE_EN =
      "(?: (?:for )?(?:just )?(?:a|one|1) (?:little |short )?(?:moment|second|sec|minute|min|bit|while|tick)| there| here| for now| a little| quickly)";

  private static final String MAYBE_A_WHILE_EN = A_WHILE_EN + "?";

  private static final Pattern ZH_PAUSE =
      Pattern.compile(
          "(?:先|暂时|赶紧|立刻|马上|我想|我要)?(?:把"
              + BOOK_ZH
              + ")?(?:先|给我)?(?:暂停(?:一下|一小?会儿?|小?会儿?|下|播放|先|放|讲|听|[一二三四五六七八九十两几半\\d]+(?:分钟|秒钟?)|吧|啊|了|"
              + BOOK_ZH
              + "|[，,].{0,6})*|停一停|停一下.{0,4}|(?:停停+|等等|停下来|停)(?:一下|一会儿?|播放)|停停+|停会儿?|停一会儿?|停几分钟|打住|停在(?:这里?|这儿)|停下等.{0,4})"
              + "|(?:先|你)?(?:等一下|等一等|等等我?|等会儿?|等一会儿?|稍等(?:一下|片刻)?|等我(?:一下|一会儿?|会儿))"
              + "|先(?:别|不要?|不)(?:放|讲|念|说|播|读|听|急)(?:了|着)?|先(?:停|歇)(?:一?(?:下|会儿?|歇))?|歇(?:一)?(?:会儿?|下)|按(?:一下)?暂停(?:键)?");
  private static final Pattern ZH_PAUSE_FRONT =
      Pattern.compile(
          "^(?:先)?(?:停停|停一下|停一停|暂停(?:一下|一会儿?)?|等一下|等等|先停(?:一下)?|先(?:别|不要|不)(?:放|讲|念|说|播|读|听)了?)(?:[，,\\s]+|(?=[我有电门水孩宝妈爸来等老外他她饭快咱])|$)(?!后|之后|再).{0,14}$");
  private static final Pattern ZH_STOP =
      Pattern.compile(
          "(?:请|现在|马上|赶紧|都?给我|你)?(?:"
              + "停|停止(?:播放|放|讲|念|"
              + BOOK_ZH
              + ")?|停下(?:来|吧)?|停了|停掉|停播"
              + "|(?:别|不要|不用|甭|不许)(?:再)?(?:放|讲|念|读|播|播放|说|唱|吵|响|出声音?)(?:书|故事|下去)?了?"
              + "|不(?:想|要|再)?(?:听|放|播|讲|念)(?:书|故事|它|这个|下去)?了|不听"
              + "|(?:把)?(?:"
              + BOOK_ZH
              + ")?(?:给我)?(?:关掉|关了|关闭|关上|关|停掉|停了|停下来?|关闭播放|停止)(?:"
              + BOOK_ZH
              + ")?"
              + "|结束(?:播放|了)?|退出(?:播放)?|够了|听够了|今天(?:就|先)?(?:到这里?儿?|听到这里?儿?|这样)(?:了)?|就(?:听|放)?到这里?儿?(?:了)?"
              + "|闭嘴|住口|安静|可以停了|可以关了|收工(?:睡觉)?|下次再听|明天再听"
              + ")");
  private static final Pattern ZH_STOP_SLEEP =
      Pattern.compile(
          "^(?:(?:关掉|关了|停|停止|停了|别放了|不听了|可以停了|别讲了|别念了|不要放了)[，,吧啊\\s]*)?(?:我|宝宝|孩子)?(?:们)?(?:要|想|准备|该|困了|先|得)+(?:去)?(?:睡觉?|休息)?了?$");
  private static final Pattern ZH_STOP_FRONT =
      Pattern.compile("^(?:关掉|停止播放|别放了|别讲了|别念了|别播了|不听了|不想听了|停下来|停了)[，,吧啊\\s]+.{0,14}$");

  /** 下一集呢, 返回上一章听听: what may follow a place. */
  private static final Pattern ZH_PLACE_TAIL =
      Pattern.compile("(?<=..)(?:呢|听听|听一听|听一下|看看|讲讲|放放|试试)$");

  /** The wish to wait stands behind its reason: 我去开个门先停一下. */
  private static final Pattern ZH_PAUSE_BEHIND =
      Pattern.compile(
          ".{0,10}先(?:停一?下|停一?会儿?|停下来?|停停|暂停(?:一下)?)|(?:等等|等一下|等会儿?|一会儿?)再(?:讲|放|听|念|读|说)");

  private static final Pattern ZH_STOP_MORE =
      Pattern.compile("停止(?:朗读|讲述|诵读|念书|讲书|阅读)|(?:别吵了?|够了|行了|好了)[，,]?(?:关掉|关了|别放了|别讲了|别念了|停)");
  private static final Pattern ZH_RESUME_MORE =
      Pattern.compile("(?:你|现在)?可以(?:开始|继续|接着)?(?:放|讲|念|播|读|听)了");
  private static final Pattern ZH_PREVIOUS_MORE =
      Pattern.compile("(?:退|回|倒|退回|倒回)到?上(?:一)?[集章回节篇段]");
  private static final Pattern EN_RESUME_MORE =
      Pattern.compile(
          "(?:we|you) can (?:go on|continue|carry on)(?: now| again)?|start playing again|(?:and )?now (?:continue|go on|carry on)");
  private static final Pattern EN_NEXT_MORE =
      Pattern.compile("skip (?:the rest of )(?:this|the) (?:chapter|episode|section|story|part)");
  private static final Pattern EN_AGAIN = Pattern.compile("(\\w+)(?:,? \\1)+");

  /** Other things in the house can be paused and stopped too. */
  private static final Pattern EN_OTHER =
      Pattern.compile(
          ".*\\b(?:tv|telly|television|washing machine|dishwasher|tumble dryer|radio|game|movie|film|video|microwave)\\b.*");

  private static final Pattern ZH_RESUME =
      Pattern.compile(
          "(?:那就?|我们|咱们|可以|我要|我想|我想要)?(?:"
              + "继续(?:啊)?|(?:继续|接着|接下去|往下|恢复|再接着)(?:给我|帮我|为我)?(?:往下|下去)?(?:播放|放|听|讲|念|读|播|说|来|走|播书|放书|听书|讲书|讲故事|听故事|放故事)?(?:下去)?(?:我)?(?:的|了)?(?:昨天|昨晚|上次|上回|刚才|刚刚|之前|前面|那|这|我的|没听完|没讲完|没放完|听到|的|本|个|书|故事|地方|部分|没完|一次|听|讲|放|断|处|内容|有声书){0,8}"
              + "|接着(?:刚才|上次|昨天|上回|之前|昨晚|前面)(?:的|那|听|放|讲|到|地方|里|继续|接着|停|播|往下|处|儿|断)*"
              + "|(?:从)?(?:上次|刚才|昨天|上回|之前|昨晚)(?:听|停|放|讲|断|播|到|的|了|一半|半截|那[本个]|地方|那里|那儿|哪|哪里|哪儿|没|完|书|本|故事|处|就|从|开始|那)*(?:继续|接着)(?:往下)?(?:播放|放|听|讲|念|读|播)?"
              + "|(?:讲|念|读|放|播|说|听)下去|恢复(?:播放)?|取消暂停|解除暂停|播放|播|开始(?:播放|放|讲|听|念)?了?|放起来|往下(?:讲|放|念|听|说)|再(?:继续|接着)(?:放|讲|听)?|接着来|后来呢|然后呢|可以继续了|好了?继续"
              + ")");
  private static final Pattern ZH_COMPLAINT =
      Pattern.compile(
          "(?:谁|是谁)(?:让|叫|要|许|准)你(?:暂停|停|关|停下来?|不放|不讲)(?:了)?的?|(?:你)?(?:怎么|为什么|干嘛|干吗|为啥|咋)(?:又|就|突然|自己)?(?:暂停|停|停下来?|停住|不放|不讲|不念|不播|没声音?|不说话?|不响|关)了?.{0,2}|我没(?:让|叫|说)你?(?:暂停|停|关|要停).{0,3}|没说(?:要)?(?:停|暂停)");
  private static final Pattern ZH_NEXT =
      Pattern.compile(
          "往下一"
              + SECTION
              + "(?:去|跳|走)?|(?:我要|我想|直接|接着|要|想|那就)?(?:换|换到|放|播|听|播放|讲|念|跳到|跳|到|去|切|切到|切换到|进入|来|看|翻到|转到|打开|给我放)?(?:下一|下|后面一|后面那一|后一|后|下面一|后面的一|再下一)"
              + SECTION
              + "(?:故事)?(?:播放|去|跳|走|听|放|讲)?"
              + "|再(?:来|放|听|讲|念|播)一"
              + SECTION
              + "(?:故事)?|(?:后|下)面那一?"
              + SECTION
              + "|(?:跳过|略过|过掉|不听|不想听)(?:这|这一|本|当前|这个)"
              + SECTION
              + "(?:了)?|(?:这|这一)"
              + SECTION
              + "(?:听过|跳过|不好听|没意思|我听过|已经听过|不想听|不听|过)了?|换一?(?:集|章|回|篇)(?:听|放|讲)?|下面(?:一)?(?:集|回|章)|跳过|切歌|后面一(?:集|章|回)");
  private static final Pattern ZH_PREVIOUS =
      Pattern.compile(
          "(?:我要|我想|我想听|再|重新|要|想|还是)?(?:换|放|播|听|播放|讲|回|回到|退回|退回到|倒回|返回|跳到|跳回|到|去|切到|切回|再听|重听|重放|翻到|再放|听一?遍|倒)?(?:上一|上|前一|前面一|前面那一?|前面的一|上面一)"
              + SECTION
              + "(?:故事)?(?:播放|去|跳|走|(?:再|重新)(?:听|放|讲|念|播)(?:一?遍|一次)?)?");

  private static final Pattern EN_PAUSE =
      Pattern.compile(
          "(?:(?:quickly|paws|pause)(?: (?:the )?"
              + BOOK_EN
              + ")?(?: right there| again| playing)?"
              + MAYBE_A_WHILE_EN
              + "(?: (?:there|here|while .*|until .*|someone.*|i .*))?"
              + "|(?:put|leave) "
              + BOOK_EN
              + " on (?:pause|hold)|(?:hit|press) pause|hang on"
              + MAYBE_A_WHILE_EN
              + "|hold (?:on|it|up|that thought)"
              + MAYBE_A_WHILE_EN
              + "|wait(?: up)?"
              + MAYBE_A_WHILE_EN
              + "|(?:just )?(?:a|one|1) (?:moment|second|sec|minute)|(?:give|gimme) ?(?:me)? (?:a|one|1) (?:moment|second|sec|minute)|freeze|stop"
              + A_WHILE_EN
              + "|time ?out|take a break|stop "
              + BOOK_EN
              + A_WHILE_EN
              + ")");
  private static final Pattern EN_PAUSE_FRONT =
      Pattern.compile(
          "^(?:hang on|hold on|wait|pause(?: it| this| that)?(?: for a (?:moment|second|minute))?)[, ]+(?:the |someone|somebody|i |i'm|my |there|we |phone|mum|mom|dad).{0,40}$");
  private static final Pattern EN_STOP =
      Pattern.compile(
          "(?:now )?(?:stop|quit|end|halt)(?: (?:playing|reading|talking|listening|now|"
              + BOOK_EN
              + ")){0,2}|(?:stop|cut|quit) (?:it|that|this|playing|reading|the (?:book|story)) (?:out|now|already|immediately|at once|right away|this (?:instant|minute))"
              + "|(?:that's |that is |that will be |that'll be |we've had |i've had |had )?enough(?: (?:of (?:this|that|it)|for (?:today|now|tonight|one day)|now|listening|already|reading))*"
              + "|that(?:'s| is|'ll be| will be) (?:all|it)(?: for(?: today| now| tonight)?)?"
              + "|(?:turn|switch|shut) (?:off|down) "
              + BOOK_EN
              + "|(?:turn|switch|shut) "
              + BOOK_EN
              + " (?:off|down)|turn off|switch off|shut (?:up|it)|be quiet|quiet|silence|hush"
              + "|(?:i'm|i am|we're|we are) (?:done|finished|through)(?: (?:listening|for (?:today|now|tonight)|with (?:this|it|the book|the story)))*|that(?:'ll| will| should) do(?: (?:nicely|for (?:now|today|tonight)))*|no more(?: (?:reading|stories|story|books?|please|today|now|tonight|for (?:today|now|tonight)))*"
              + "|(?:i )?(?:don't|do not) want to (?:hear|listen)(?: to)?(?: (?:it|this|that))?(?: any ?more)?|(?:don't|do not) (?:play|read)(?: (?:it|this|that|on))?(?: any ?more)?"
              + "|close (?:the )?(?:book|audiobook|player)|(?:i'm|i am) (?:going to|off to) (?:sleep|bed)|bed ?time now|time (?:for|to) (?:bed|sleep)|i(?:'m| am)? (?:want to|wanna|need to) sleep|good ?night stop|(?:kill|cut|silence) (?:the )?(?:sound|audio|book|playback|story)|kill it");
  private static final Pattern EN_STOP_FRONT =
      Pattern.compile(
          "^(?:stop(?: it| the (?:book|story))?|turn it off|that's enough|switch it off)[, ]+(?:i |i'm|i am|it's|we |we're|time|the kids|baby).{0,40}$");
  private static final Pattern EN_RESUME =
      Pattern.compile(
          "(?:resume|continue|unpause|un pause)(?: (?:playing|playback|reading|listening|on|please|it|the (?:book|story|audiobook|audio|chapter)|my (?:book|story|audiobook)|this|that|where .*|from (?:where|there|here|the place|that).*|with .*|yesterday's .*|last night's .*))*"
              + "|(?:keep|carry|go|play|read|move)(?: right)? (?:going|on|reading|playing|listening|along|ahead|it going)(?: (?:reading|playing|listening|please|with (?:it|the (?:book|story)|my (?:book|story)|that)|the (?:book|story)|from .*|where .*|then))*"
              + "|(?:pick (?:it |the story |this )?up (?:again )?|start (?:again |back up |up )?|take me back to |go back to |back to )(?:where|from where) .*(?:left|was|were|stopped|off).*"
              + "|(?:play|read|start)(?: it)?(?: from)? (?:where|the (?:place|point|spot) where) (?:i|we|you|it)(?:'d| had)? (?:left off|stopped|were|was|paused)(?: .{0,16})?|play|play it|play (?:my|the|this) (?:book|story|audiobook)|start playing|start|start (?:it )?(?:back )?up(?: again)?|press play|hit play|(?:go )?back to (?:my|the|our) (?:book|story)|play (?:what|whatever|the (?:book|one|story|audiobook)(?: that)?) (?:i|we)(?:'ve)? (?:was|were|had been|been) (?:just )?(?:listening to|hearing|playing|reading|on)(?: .{0,16})?|(?:play|go on with|carry on with|continue(?: with)?|resume|back to) (?:my|the|our) (?:last|previous|latest) (?:book|audio ?book|story|one)(?: again)?|un-?freeze|and then\\??|what happens next|what happened next|i'm back|i am back|we're back|ready again|you (?:can|may) (?:continue|go on|carry on|play|resume)(?: (?:now|again))?");
  private static final Pattern EN_COMPLAINT =
      Pattern.compile(
          "(?:who (?:told|asked) you to|i (?:didn't|did not|never) (?:ask|tell|say|told|asked|said)(?: you)?(?: to)?|why (?:did|have|are|is) (?:you|it)) ?(?:to )?(?:stop|stopped|pause|paused|be quiet|turn it off|silent)(?: .{0,12})?|why (?:has|did) it stop(?:ped)?");
  private static final Pattern EN_NEXT =
      Pattern.compile(
          "(?:(?:play|skip|go|jump|move|read|start|take me|switch|put|on|onto|forward|advance|get|hear|i want|give me|i want to hear|let's hear|let's have)(?: on| ahead| forward| straight| right)?(?: to| onto)? )?(?:the |my )?(?:next|necks|following)(?: (?:one|chapter|charter|episode|section|story|part|track|tale|fable|lesson|bit|song))?(?: (?:of (?:it|this|the book)|then))?"
              + "|skip|skip (?:one|chapter|episode|section|story|track)|skip (?:(?:over )?(?:this|that|the|it)(?: (?:one|chapter|episode|section|story|part|track|tale|fable|whole chapter))?|(?:a|one) (?:chapter|episode|section|story|track))|(?:play )?another (?:one|chapter|episode|story)|(?:forward|ahead) (?:a|one) (?:chapter|episode|section|story)|(?:i|we)(?:'ve| have)? (?:already )?heard this (?:one|chapter|story|episode)(?: already| before)?|(?:a|one) (?:chapter|episode|section|story) (?:forward|ahead|on|further)|on to the next(?: .{0,8})?");
  private static final Pattern EN_PREVIOUS =
      Pattern.compile(
          "(?:(?:play|skip|go|jump|move|read|take me|return|switch|hear|put on|put|i want|i want to hear)(?: back)?(?: to)? |back to )?(?:the )?(?:previous|prior|preceding|previews)(?: (?:one|chapter|episode|section|story|part|track|tale|fable))?(?: again)?"
              + "|(?:go back to|back to|return to|jump back to|skip back to|take me back to) (?:the )?last (?:one|chapter|episode|section|story|part|track)(?: again)?|(?:skip |go |jump |move )?back(?:wards)? (?:a|one|by one) ?(?:chapter|episode|section|story|track)?|(?:go (?:back )?to )?(?:play )?the (?:one|chapter|episode|story) before(?: (?:this|that)(?: one)?)?|one (?:chapter|episode|section|story) back");

  private static final Pattern ZH_STEP =
      Pattern.compile(
          "(?:跳|往|再)*(下|往后|向后|后面|前进|往前|跳过|上|前|往回|后退|倒回|退)(?:面|跳|退|再|走|数|翻)*的?([一二两三四五六七八九十\\d]+)(?:集|章|回|篇|节)");
  private static final Pattern EN_STEP =
      Pattern.compile(
          "(skip|forward|ahead|go forward|jump|jump ahead|go ahead|skip ahead|skip forward|move forward|move back|take (?:me|us|it) (?:back|forward)|back|go back|skip back|jump back|rewind)(?: by)? ([a-z]+|\\d+) (?:chapters?|episodes?|sections?|story|stories|tracks?)( back| ahead| forward)?");

  /** 下下集: each word goes one further. */
  private static final Pattern ZH_DOUBLE =
      Pattern.compile("(?:换|放|播|听|播放|讲|跳到?|到|去|切到?)?(下{2,4}|上{2,4})一?" + SECTION + "(?:故事)?");

  private static final Pattern EN_DOUBLE =
      Pattern.compile(
          "(?:(?:play|skip to|go to|jump to|read|start|hear) )?the (?:one|chapter|episode|section|story|part) (?:(after) (?:the )?next|(before) (?:the )?last)(?: one)?");
  private static final Pattern EN_STEP_FRONT =
      Pattern.compile(
          "([a-z]+|\\d+) (?:chapters|episodes|sections|stories|tracks) (ahead|forwards?|on|further|later|back|backwards?|earlier)");

  @Override
  public Optional<Decision> read(Utterance words) {
    Optional<Decision> step = step(words);
    if (step.isPresent()) {
      return step;
    }
    return words.zh() ? zh(words) : en(words);
  }

  private static Optional<Decision> zh(Utterance words) {
    if (words.is(ZH_COMPLAINT)) {
      return complaint(words);
    }
    Matcher tail = ZH_PLACE_TAIL.matcher(words.text());
    Utterance place = tail.find() ? words.with(words.part(0, tail.start())) : words;
    if (place.is(ZH_NEXT)) {
      return Decision.call("next_section");
    }
    if (place.is(ZH_PREVIOUS)) {
      return Decision.call("previous_section");
    }
    if (words.is(ZH_PREVIOUS_MORE)) {
      return Decision.call("previous_section");
    }
    if (words.is(ZH_PAUSE_BEHIND)) {
      return Decision.call("pause");
    }
    if (words.is(ZH_STOP_MORE)) {
      return Decision.call("stop");
    }
    if (words.is(ZH_RESUME_MORE)) {
      return Decision.call("resume");
    }
    if (words.is(ZH_PAUSE) || words.has(ZH_PAUSE_FRONT)) {
      return Decision.call("pause");
    }
    if (words.is(ZH_STOP) || words.has(ZH_STOP_FRONT) || words.has(ZH_STOP_SLEEP)) {
      return Decision.call("stop");
    }
    // A bare verb (放吧) goes on with what is paused; with nothing there it says too little.
    boolean verb = words.paused() && Patterns.matches(words.text(), "[放播讲念读说]");
    if (verb || words.is(ZH_RESUME)) {
      return Decision.call("resume");
    }
    return Optional.empty();
  }

  private static Optional<Decision> en(Utterance words) {
    Matcher again = EN_AGAIN.matcher(words.text());
    if (again.matches()) {
      return en(words.with(again.group(1)));
    }
    if (words.is(EN_OTHER)) {
      return Optional.empty();
    }
    if (words.is(EN_RESUME_MORE)) {
      return Decision.call("resume");
    }
    if (words.is(EN_NEXT_MORE)) {
      return Decision.call("next_section");
    }
    if (words.is(EN_COMPLAINT)) {
      return complaint(words);
    }
    if (words.is(EN_NEXT)) {
      return Decision.call("next_section");
    }
    if (words.is(EN_PREVIOUS)) {
      return Decision.call("previous_section");
    }
    if (words.is(EN_PAUSE) || words.has(EN_PAUSE_FRONT)) {
      return Decision.call("pause");
    }
    if (words.is(EN_STOP) || words.has(EN_STOP_FRONT)) {
      return Decision.call("stop");
    }
    if (words.is(EN_RESUME)) {
      return Decision.call("resume");
    }
    return Optional.empty();
  }

  /** "Who told you to stop": what was stopped by mistake goes on. */
  private static Optional<Decision> complaint(Utterance words) {
    if (words.playing()) {
      return Decision.say(
          Decision.Certainty.SURELY, words.say("没有停，正在放着呢。", "It has not stopped, it is playing."));
    }
    return Decision.call("resume");
  }

  /** "Skip two chapters", 往后三集: counted from the section that is known. */
  private static Optional<Decision> step(Utterance words) {
    Matcher twice = (words.zh() ? ZH_DOUBLE : EN_DOUBLE).matcher(words.text());
    if (twice.matches()) {
      boolean back = words.zh() ? twice.group(1).startsWith("上") : twice.group(1) == null;
      return by(words, back, words.zh() ? twice.group(1).length() : 2);
    }
    Matcher front = EN_STEP_FRONT.matcher(words.text());
    if (!words.zh() && front.matches()) {
      boolean back = Patterns.matches(front.group(2), "back.*|earlier");
      return by(words, back, NumberWords.parse(front.group(1), words.language()).orElse(0));
    }
    Matcher m = (words.zh() ? ZH_STEP : EN_STEP).matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String number = m.group(2);
    long count =
        Patterns.matches(number, "an?") ? 1 : NumberWords.parse(number, words.language()).orElse(0);
    String direction = m.group(1);
    boolean back =
        words.zh()
            ? Patterns.matches(direction, "上|前|往回|后退|倒回|退")
            : direction.contains("back")
                || direction.equals("rewind")
                || " back".equals(m.group(3));
    return by(words, back, count);
  }

  private static Optional<Decision> by(Utterance words, boolean back, long count) {
    if (count == 1) {
      return Decision.call(back ? "previous_section" : "next_section");
    }
    long target = words.situation().section() + (back ? -count : count);
    if (count == 0 || words.situation().album().isEmpty() || words.situation().section() == 0) {
      return count == 0
          ? Optional.empty()
          : Decision.ask(words.say("从哪一本的第几集算起呢？", "Counted from which section of which book?"));
    }
    if (target < 1) {
      return Decision.ask(
          words.say(
              "前面没有那么多集。要从第一集开始吗？",
              "There are not that many before this one. Shall I start with the first?"));
    }
    return Decision.call(
        "search_and_play", Args.of("keyword", words.situation().album(), "section", target));
  }
}
