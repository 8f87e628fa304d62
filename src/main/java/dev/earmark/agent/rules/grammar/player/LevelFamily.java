package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Volume and speed. */
public final class LevelFamily implements IntentFamily {
  private static final int STEP = 10;
  private static final int BIG_STEP = 20;
  private static final int LOUDEST = 100;
  private static final double SPEED_STEP = 0.25;

  private static final Pattern ZH_VOLUME = Pattern.compile("音量|声音|声量|喇叭|音响");

  /** A share of a hundred with nothing else is the volume. */
  private static final Pattern ZH_PERCENT =
      Pattern.compile(
          "(?:把|它|给我|再|调|开|放|设|改|加|减|增|降)*(?:高|低|大|小)?(?:到|成|为|在)?(?:百分之[零一二两三四五六七八九十百\\d]{1,4}|\\d{1,3}%)(?:的?音量)?");

  private static final Pattern ZH_SILENT =
      Pattern.compile(
          "(?:把)?(?:声音|音量)?(?:给我)?(?:静音|关静音|开静音|关掉声音|调成静音|设成静音|消音)|(?:把)?声音(?:关掉|关了)|(?:调成|设为|打开|开启)静音");
  private static final Pattern ZH_LOUD_AGAIN =
      Pattern.compile("(?:取消|解除|关闭|关掉|退出)静音|(?:把)?声音(?:打开|开开|恢复)");
  private static final Pattern ZH_LOUDER =
      Pattern.compile(
          "(?:再|稍微|给我|帮我|可以|能)*(?:大声|响|大点声|大点儿声|响亮)(?:一?(?:点儿?|些))?|大(?:一?点儿?|些)?声音?(?:一?(?:点儿?|些))?(?:说|讲|放|念|读)?|(?:放|讲|说|念|读|开|调|再|稍微)*(?:大声|响|大)(?:一?(?:点儿?|些|下))|(?:声音|音量).{0,5}(?:大(?:一?(?:点儿?|些|下)|声)|增大|加大|调大|调高|提高|开大|高(?:一?(?:点儿?|些))|响(?:一?(?:点儿?|些)))(?:.{0,3})?"
              + "|(?:把)?(?:声音|音量)(?:再)?(?:增大|加大|调大|调高|提高|开大|开高|开响|弄大|放大|放高|放响|调响)(?:.{0,3})?|(?:调大|调高|增大|加大|提高|开大|放大)(?:一?(?:点儿?|些|下))?(?:声音|音量)(?:.{0,2})?|(?:声音|音量)(?:太|有点|有些|好|实在太)(?:小|轻|低)(?:了|啦)?(?:.{0,6})?|(?:我)?(?:听不见|听不清楚?|听不到|听不太清楚?)(?:了)?(?:声音)?(?:[，,]?(?:再|请|你|说|讲|念|放|开|调|把声音|声音)*(?:大声?|响|高)(?:一?(?:点儿?|些))?声?)?|(?:太|有点)小声了?.{0,4}|(?:把)?(?:它|声音|音量)(?:再)?(?:弄|放|开|调)?(?:大|响|高)(?:一?(?:点|些)儿?)");
  private static final Pattern ZH_QUIETER =
      Pattern.compile(
          "(?:再|稍微|给我|可以|能)*(?:小声|轻声|小点声|小点儿声|安静)(?:一?(?:点儿?|些))?|小(?:一?点儿?|些)?声音?(?:一?(?:点儿?|些))?(?:说|讲|放|念|读)?|(?:放|讲|说|念|读|开|调|再|稍微)*(?:(?:小声|轻|小|低)(?:一?(?:点儿?|些|下))|安静一?(?:点儿?|些))|(?:声音|音量).{0,5}(?:小(?:一?(?:点儿?|些|下)|声)|减小|降低|调小|调低|关小|低(?:一?(?:点儿?|些))|轻(?:一?(?:点儿?|些)))(?:.{0,3})?"
              + "|(?:把)?(?:声音|音量)(?:再)?(?:减小|降低|调小|调低|关小|开小|开低|开轻|弄小|放小|放低|放轻|调轻)(?:.{0,3})?|(?:调小|调低|减小|降低|关小|减低)(?:一?(?:点儿?|些|下))?(?:声音|音量)(?:.{0,2})?|(?:声音|音量)(?:太|有点|有些|好|实在太)(?:大|响|吵|高)(?:了|啦)?(?:.{0,6})?|(?:太|有点)(?:吵|响|大声|闹)(?:了|啦)?(?:.{0,4})?|(?:别|不要)(?:这么|那么|太)?(?:大声|吵|响)(?:了)?|吵死了|(?:把)?(?:它|声音|音量)(?:再)?(?:弄|放|开|调)?(?:小|轻|低)(?:一?(?:点|些)儿?)");
  private static final Pattern ZH_SPEED_WORD = Pattern.compile("倍速|语速|速度|播放速率|倍");
  private static final Pattern ZH_SPEED =
      Pattern.compile(
          "(?:.{0,8}?)(?:倍速|语速|速度|播放速度)?(?:.{0,4}?)([零一二两三四五六七八九十点\\d.．半]+)倍(半)?(?:的)?(?:速度?|播放|语速|放|听)?.{0,4}|.{0,6}(?:倍速|语速|速度)(?:.{0,4}?)([零一二两三四五六七八九点\\d.．]+)(?:倍)?.{0,3}");
  private static final Pattern ZH_NORMAL =
      Pattern.compile(
          ".{0,6}(?:正常|原来的?|默认|标准|原|普通)(?:的)?(?:速度?|倍速|语速)(?:.{0,4})?|(?:速度|语速|倍速).{0,6}(?:正常|原来|恢复|默认)(?:.{0,3})?|恢复(?:正常)?(?:速度|语速|倍速)");
  private static final Pattern ZH_FASTER =
      Pattern.compile(
          "(?:速度|语速|倍速|播放速度).{0,4}(?:快|加快|提高|调快|调高)(?:.{0,3})?|(?:讲|说话|说|读|念|放|播|播放|语速|再|稍微|放得|读得|讲得|说得|念得)*快(?:一?(?:点儿?|些))|加(?:快|速)(?:.{0,2}(?:速度|语速|一?点儿?|播放))?|(?:讲|说|读|念|放|语速|速度)?(?:得|的)?(?:太|有点|实在太)慢(?:了)?.{0,6}|调快(?:一?(?:点儿?|些))?(?:速度|语速)?");

  /** 语速太快了 complains of what is, and asks for the opposite. */
  private static final String ZH_COMPLAINT =
      "(?:我)?(?:觉得|感觉)?(?:这|他|她|你|书)?(?:讲|说|读|念|放|播)?(?:得|的)?(?:语速|速度|倍速|播放速度)?(?:现在|还是)?(?:得|的)?(?:太|有点儿?|有些|实在太|好|这么|那么|过于?|也太)";

  private static final Pattern ZH_TOO_FAST =
      Pattern.compile(ZH_COMPLAINT + "快(?:了|啦)?(?:，?(?:我)?(?:跟不上|听不清楚?|听不懂|听不过来|慢.{1,3}))?");
  private static final Pattern ZH_TOO_SLOW =
      Pattern.compile(ZH_COMPLAINT + "慢(?:了|啦)?(?:，?快.{1,3})?");
  private static final String ZH_PACE =
      "(?:把)?(?:它的?|这个)?(?:(?:速度|语速|倍速)(?:再)?(?:调|放|讲|说|读|念|播放|变|加|减)?|(?:讲|说|读|念|放|播放|调)(?:得)?)";
  private static final Pattern ZH_PACE_UP = Pattern.compile(ZH_PACE + "快(?:一?(?:点|些))?儿?");
  private static final Pattern ZH_PACE_DOWN = Pattern.compile(ZH_PACE + "慢(?:一?(?:点|些))?儿?");
  private static final Pattern ZH_SLOWER =
      Pattern.compile(
          "(?:速度|语速|倍速|播放速度).{0,4}(?:慢|减慢|放慢|降低|调慢|调低)(?:.{0,3})?|(?:讲|说|读|念|放|播|播放|语速|再|稍微|放得|读得|讲得|说得|念得)*慢(?:一?(?:点儿?|些))(?:讲|说|读|念|放)?(?:[，,]?(?:我们?|都)?(?:听不.{1,3}|跟不上))?|(?:减|放)(?:慢|速)(?:.{0,2}(?:速度|语速|一?点儿?|播放))?|(?:讲|说|读|念|放|语速|速度)?(?:得|的)?(?:太|有点|实在太)快(?:了)?.{0,8}|(?:别|不要)(?:讲|说|读|念|放)?(?:得)?(?:这么|那么|太)快|慢慢(?:讲|说|读|念|放)|调慢(?:一?(?:点儿?|些))?(?:速度|语速)?");

  private static final String EN_IT =
      "(?:it|that|this|him|her|(?:the |my )?(?:volume|sound|audio|book|story|audiobook|speaker|player|voice|narrator|reading|playback|level|noise))";
  private static final Pattern EN_LITTLE =
      Pattern.compile(
          "(?i)(?: just)? (?:a (?:tiny|wee|little|small) bit|a smidgen|a smidge|a hair|a fraction|ever so slightly)\\b|(?: just|(?: by)? like) a (?:bit|little|touch|notch|tad)\\b");
  private static final Pattern EN_VOLUME = Pattern.compile("\\b(?:volume|sound|loudness)\\b");
  private static final Pattern EN_LOUDER =
      Pattern.compile(
          "(?:(?:turn|crank|bring|make|put|pump|bump|raise|increase|boost) )?(?:"
              + EN_IT
              + " )?(?:much |way |a (?:bit|little|lot|touch|tad) |a little bit |even |some )*(?:up|louder|raise|increase|higher)(?: "
              + EN_IT
              + ")?(?: (?:a (?:bit|little|lot|notch|touch|tad|little bit)|some|more|slightly|so i can hear.*))*"
              + "|(?:turn|crank|pump|bump) up "
              + EN_IT
              + ".{0,12}|(?:more|increase|raise|higher|boost)(?: the)? (?:volume|sound)(?: (?:a (?:bit|little)|some))?|(?:speak|talk|read) (?:up|louder)(?: a (?:bit|little))?|(?:i|we) (?:can't|cannot|can not|can hardly|can barely|couldn't|could hardly) hear(?: (?:"
              + EN_IT
              + "|you|a thing|anything|properly|very well))*|"
              + EN_IT
              + "(?:'s| is)? (?:too|a bit too|a little too|very|so|a bit|way too) (?:quiet|soft|low|faint)|too (?:quiet|soft|low)|(?:it's|its) not loud enough|un-?mute(?: (?:it|the .*))?");
  private static final Pattern EN_QUIETER =
      Pattern.compile(
          "(?:(?:turn|bring|make|put|lower|keep|reduce|decrease) )?(?:"
              + EN_IT
              + " )?(?:much |way |a (?:bit|little|lot|touch|tad) |a little bit |even |some )*(?:down|quieter|softer|lower|reduce|decrease|more quiet(?:ly)?)(?: "
              + EN_IT
              + ")?(?: (?:a (?:bit|little|lot|notch|touch|tad|little bit)|some|more|slightly|the baby.*|baby.*))*"
              + "|turn down "
              + EN_IT
              + ".{0,12}|(?:less|decrease|reduce|lower)(?: the)? (?:volume|sound|noise)(?: (?:a (?:bit|little)|some))?|(?:(?:it's|that's|this is|"
              + EN_IT
              + "(?:'s| is)?) )?(?:too|a bit too|a little too|way too|so|very|a bit) (?:loud|noisy)(?: .{0,20})?|(?:not|don't (?:be|read|play|talk)) (?:so|that|too|quite so) loud(?:ly)?|keep it down|tone it down|less loud(?:ly)?|quiet(?:en)? down(?: a (?:bit|little))?");
  private static final Pattern EN_SPEED_NUMBER =
      Pattern.compile(".{0,40}?\\b(speed|times|x|tempo|rate|pace)\\b.{0,40}|\\d+(?:\\.\\d+)?x");

  /** "Play at one point five" has a point, so it is no chapter and no time. */
  private static final Pattern EN_AT_RATE =
      Pattern.compile(
          "(?:play|read|go|continue)(?: (?:it|this|that|the (?:book|story)))? at (.+ point .+|\\d\\.\\d+)");

  private static final Pattern EN_NORMAL =
      Pattern.compile(
          ".{0,30}\\b(?:normal|regular|original|default|usual|standard) (?:speed|pace|tempo|rate)(?: again)?|(?:speed|pace) (?:back )?to normal");
  private static final Pattern EN_FASTER =
      Pattern.compile(
          "(?:(?:play|read|go|talk|speak|make|can you read|get) )?(?:"
              + EN_IT
              + " )?(?:a (?:bit|little|little bit|touch|tad|notch|lot) |slightly |much |even |go )*(?:faster|quicker|more quickly)(?: (?:please|reading|a bit|a little|speed))*|speed(?: "
              + EN_IT
              + ")? up(?: "
              + EN_IT
              + ")?(?: a (?:bit|little|little bit|touch|tad|notch|lot))?|(?:increase|raise)(?: the)? (?:speed|pace|tempo).{0,8}|(?:"
              + EN_IT
              + "(?:'s| is)|it's|you're|he's|she's|that's)? ?(?:reading |talking |going )?(?:too|a bit too|way too|so) slow(?:ly)?.{0,10}|pick up the pace|a (?:bit|little) faster");
  private static final Pattern EN_SLOWER =
      Pattern.compile(
          "(?:(?:play|read|go|talk|speak|make) )?(?:"
              + EN_IT
              + " )?(?:a (?:bit|little|little bit|touch|tad|notch|lot) |slightly |much |even |go )*(?:slower|more slowly)(?: (?:please|reading|a bit|a little|speed))*|slow(?: "
              + EN_IT
              + ")? down(?: "
              + EN_IT
              + ")?(?: a (?:bit|little|little bit|touch|tad|notch|lot))?|(?:decrease|reduce|lower)(?: the)? (?:speed|pace|tempo).{0,8}|(?:"
              + EN_IT
              + "(?:'s| is)|it's|you're|he's|she's|that's)? ?(?:reading |talking |going )?(?:too|a bit too|way too|so) fast.{0,10}|not so fast|(?:don't|do not) (?:read|go|talk|speak|play)(?: it)? so (?:fast|quickly)|a (?:bit|little) slower");

  /** 播放《岛上的声音》第二集 plays a book whose title speaks of sound. */
  private static final Pattern OF_A_BOOK =
      Pattern.compile(
          "《|第[零一二两三四五六七八九十百\\d]+(?:集|章|回|篇|节|部)|\\b(?:chapter|episode|section|part) (?:[a-z]+|\\d+)|^(?:read|play) the (?:sound|speed|pace|rate|volume) of ");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.has(OF_A_BOOK)) {
      return Optional.empty();
    }
    if (!words.zh()) {
      words = words.with(EN_LITTLE.matcher(words.original()).replaceAll(" a bit"));
    }
    Optional<Decision> speed = words.zh() ? zhSpeed(words) : enSpeed(words);
    return speed.isPresent() ? speed : words.zh() ? zhVolume(words) : enVolume(words);
  }

  private static Optional<Decision> zhSpeed(Utterance words) {
    if (words.is(ZH_NORMAL)) {
      return rate(1.0);
    }
    Matcher speed = ZH_SPEED.matcher(words.text().replace("双倍", "两倍"));
    // 语速快一些 names no number.
    boolean some = Patterns.matches(words.text(), ".*[快慢]一(?:点儿?|些|下).{0,2}");
    if (!some && words.has(ZH_SPEED_WORD) && speed.matches()) {
      String number = speed.group(1) != null ? speed.group(1) : speed.group(3);
      boolean half = number.equals("半");
      double value = half ? 0.5 : NumberWords.parseDecimal(number, Language.ZH).orElse(-1);
      if (value > 0) {
        return rate(value + (speed.group(2) != null ? 0.5 : 0));
      }
    }
    if (words.is(Patterns.of("(?:用|以)?半(?:速|倍速)(?:播放)?"))) {
      return rate(0.5);
    }
    if (words.is(ZH_TOO_FAST)) {
      return faster(words, -1);
    }
    if (words.is(ZH_TOO_SLOW) || words.is(ZH_FASTER) || words.is(ZH_PACE_UP)) {
      return faster(words, 1);
    }
    return words.is(ZH_SLOWER) || words.is(ZH_PACE_DOWN) ? faster(words, -1) : Optional.empty();
  }

  private static Optional<Decision> enSpeed(Utterance words) {
    if (words.is(EN_NORMAL)) {
      return rate(1.0);
    }
    String text = words.text();
    if (Patterns.matches(
        text, "(?:.{0,16} )?three[ -]quarters?(?: of)?(?: the)?(?: normal| usual)? speed")) {
      return rate(0.75);
    }
    if (Patterns.matches(
            text, ".{0,24}\\b(?:double|twice the|twice as fast|twice the normal) ?(?:speed)?.{0,6}")
        && Patterns.matches(text, ".*(?:speed|fast).*")) {
      return rate(2.0);
    }
    Matcher at = EN_AT_RATE.matcher(text);
    if (at.matches()) {
      OptionalDouble rate = NumberWords.parseDecimal(at.group(1), Language.EN);
      if (rate.isPresent() && rate.getAsDouble() >= 0.5 && rate.getAsDouble() <= 3) {
        return rate(rate.getAsDouble());
      }
    }
    if (words.is(EN_SPEED_NUMBER)) {
      String bare =
          Patterns.replaceAll(text, "(\\d)x\\b", "$1 x").replaceAll("(\\d+) point", "$1 point");
      Optional<NumberWords.FoundDecimal> number = NumberWords.findDecimal(bare, Language.EN);
      boolean arithmetic =
          Patterns.matches(text, ".*\\b(?:what|how|is|plus|minus|divided)\\b.*")
              || (Patterns.matches(text, ".*\\btimes\\s+\\w+") && !text.contains("speed"));
      if (number.isPresent() && !arithmetic) {
        double value = number.get().value();
        boolean percent = bare.substring(number.get().end()).matches("\\s*(?:percent|%).*");
        return value > 0 && value / (percent ? 100 : 1) <= 10
            ? rate(percent ? value / 100 : value)
            : Optional.empty();
      }
    }
    if (words.is(EN_FASTER)) {
      return faster(words, 1);
    }
    return words.is(EN_SLOWER) ? faster(words, -1) : Optional.empty();
  }

  private static Optional<Decision> rate(double rate) {
    return Decision.call("set_speed", Args.of("rate", Math.round(rate * 100) / 100.0));
  }

  private static Optional<Decision> faster(Utterance words, int direction) {
    double target = words.situation().speed() + direction * SPEED_STEP;
    return rate(Math.max(0.5, Math.min(3.0, target)));
  }

  private static Optional<Decision> zhVolume(Utterance words) {
    String text = words.text();
    if (words.is(ZH_SILENT)) {
      return level(0);
    }
    if (words.is(ZH_LOUD_AGAIN)) {
      return words.situation().volume() > 0 ? delta(STEP) : level(50);
    }
    boolean volume = words.has(ZH_VOLUME) || words.is(ZH_PERCENT);
    if (volume && text.length() <= 18 && !Patterns.matches(text, ".*(?:多少|几|什么|吗).*")) {
      Optional<Decision> amount = zhAmount(text);
      if (amount.isPresent()) {
        return amount;
      }
    }
    String clause = text.split("[，,。]", -1)[0];
    String last = text.substring(text.lastIndexOf('，') + 1);
    boolean big = Patterns.matches(text, ".*(?:很多|多一点|许多|大幅).*");
    if (any(ZH_LOUDER, text, clause, last)) {
      return delta(big ? BIG_STEP : STEP);
    }
    return any(ZH_QUIETER, text, clause, last) ? delta(big ? -BIG_STEP : -STEP) : Optional.empty();
  }

  private static boolean any(Pattern pattern, String... texts) {
    for (String text : texts) {
      if (pattern.matcher(text).matches()) {
        return true;
      }
    }
    return false;
  }

  private static Optional<Decision> zhAmount(String text) {
    if (Patterns.matches(text, ".*(?:最大|最高|最响|开满|拉满|满格).{0,3}")) {
      return level(100);
    }
    if (Patterns.matches(text, ".*(?:最小|最低|最轻).{0,3}")) {
      return level(5);
    }
    String bare = text.replace("百分之", "");
    Optional<NumberWords.FoundDecimal> number =
        NumberWords.findDecimal(Patterns.replaceAll(bare, "一(?=点儿?|些|下)|第", ""), Language.ZH);
    if (number.isEmpty()) {
      return Patterns.matches(text, ".*(?:中等|适中|中间)") ? level(50) : Optional.empty();
    }
    boolean tenths = Patterns.matches(bare, ".*[一二两三四五六七八九1-9]成(?![为了]).*");
    double value = number.get().value() * (tenths ? 10 : 1);
    long whole = Math.round(text.contains("一半") && value == 0.5 ? 50 : value);
    boolean up =
        Patterns.matches(
                text,
                ".*(?:加|增|提高|升|调高|调大|大|高|(?:往上|向上)(?:调|加|升|提)?)(?:了|个)?(?:百分之)?[零一二两三四五六七八九十百\\d]+.*")
            && !Patterns.matches(text, ".*(?:到|为|成|至).*");
    boolean down =
        Patterns.matches(
                text,
                ".*(?:减|降|调低|调小|小|低|(?:往下|向下)(?:调|减|降)?)(?:低|少|小|了|个)?(?:百分之)?[零一二两三四五六七八九十百\\d]+.*")
            && !Patterns.matches(text, ".*(?:到|为|成|至).*");
    return up ? delta(whole) : down ? delta(-whole) : level(whole, Language.ZH);
  }

  private static Optional<Decision> enVolume(Utterance words) {
    String text = words.text();
    if (Patterns.matches(
        text,
        "mute(?: (?:it|this|that|the (?:sound|volume|audio|book|story)))?|(?:turn|put) (?:the )?(?:sound|volume) off|go silent|turn off the sound")) {
      return level(0);
    }
    if (Patterns.matches(
        text,
        "(?:.* )?(?:full|max|maximum|top|highest) (?:volume|sound|blast|loudness)|(?:volume|sound|turn (?:it|the volume)) (?:(?:all the way )?(?:up )?to )?(?:full|max|maximum|the max|the maximum)|(?:turn|crank) it (?:up )?(?:all the way|to the max)(?: up)?|(?:(?:play|read|make|turn|put|set|talk|speak)(?: (?:it|this|the (?:book|volume|sound)))?(?: up)? )?as (?:loud|loudly|high) as (?:possible|it (?:goes|gets|can (?:go|be))|you can)|volume all the way up")) {
      return level(100);
    }
    if (Patterns.matches(
        text,
        "(?:.* )?(?:half|medium) (?:volume|sound)|(?:volume|sound|turn (?:it|the volume))(?: (?:down|up))? (?:to )?(?:half|halfway|medium|the middle)|(?:set|put|turn) (?:the )?(?:volume|sound|it)(?: (?:down|up))? (?:to|at) (?:half|halfway|medium)(?: way)?")) {
      return level(50);
    }
    if (Patterns.matches(
        text,
        "(?:(?:play|read|make|turn|put|set|talk|speak)(?: (?:it|this|the (?:book|volume|sound)))?(?: down)? )?as (?:quiet|quietly|soft|softly|low) as (?:possible|it (?:goes|gets|can (?:go|be))|you can)")) {
      return level(5);
    }
    if (Patterns.matches(
        text,
        "(?:.* )?(?:min|minimum|lowest) (?:volume|sound)|(?:volume|sound|set (?:the )?volume) (?:to )?(?:min|minimum|the minimum|the lowest)")) {
      return level(5);
    }
    Optional<Decision> amount = enAmount(words);
    if (amount.isPresent()) {
      return amount;
    }
    String clause = text.split(",", -1)[0].strip();
    boolean big = Patterns.matches(text, ".*\\b(?:a lot|much|way)\\b.*");
    if (Patterns.matches(text, "put (?:it|this|that|him|her) (?:up|down)")) {
      return Optional.empty();
    }
    if (!Patterns.matches(clause, "(?:up|down|higher|lower|raise|increase|decrease|reduce)")
        && any(EN_LOUDER, text, clause)) {
      return delta(big ? BIG_STEP : STEP);
    }
    return !Patterns.matches(clause, "(?:down|reduce|decrease)") && any(EN_QUIETER, text, clause)
        ? delta(big ? -BIG_STEP : -STEP)
        : Optional.empty();
  }

  private static Optional<Decision> enAmount(Utterance words) {
    String text = words.text();
    boolean volume = words.has(EN_VOLUME);
    boolean turn =
        Patterns.matches(
            text,
            "(?:turn|bring|set|put) it (?:up|down|to|at)\\b.*(?:percent|%|\\d|ten|ty\\b|teen|to).*");
    if ((!volume && !turn)
        || Patterns.matches(
            text, ".*\\b(?:what|how|said|says|published|printed|written|tv|television|radio)\\b.*")
        || text.length() > 60) {
      return Optional.empty();
    }
    Optional<NumberWords.Found> number = NumberWords.findFirst(text, Language.EN);
    if (number.isEmpty()) {
      return Optional.empty();
    }
    String before = text.substring(0, number.get().start());
    boolean to = Patterns.matches(before, ".*\\b(?:to|at|volume|sound|level)\\s*");
    boolean by = !to || Patterns.matches(before, ".*\\bby\\s*");
    long value = number.get().value();
    if (by && Patterns.matches(before, ".*\\b(?:up|increase|raise|more|louder)\\b.*")) {
      return delta(value);
    }
    if (by && Patterns.matches(before, ".*\\b(?:down|decrease|reduce|lower|less|quieter)\\b.*")) {
      return delta(-value);
    }
    return level(value, words.reply());
  }

  /** More than the most is the most, and that is said. */
  private static Optional<Decision> level(long level, Language language) {
    return level <= LOUDEST
        ? level(level)
        : level(LOUDEST)
            .map(d -> d.remarking(language.pick("最大是100%。", "100 percent is the most. ")));
  }

  private static Optional<Decision> level(long level) {
    return Decision.call("set_volume", Args.of("level", level));
  }

  private static Optional<Decision> delta(long delta) {
    return Decision.call("set_volume", Args.of("delta", delta));
  }
}
