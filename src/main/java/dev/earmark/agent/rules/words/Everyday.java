package dev.earmark.agent.rules.words;

import java.util.regex.Pattern;

/** What is wanted, opened, read or handed over every day and is no book. */
public final class Everyday {
  private static final Pattern ZH_OTHER_SORT =
      Pattern.compile(
          ".*(?:灯|窗|门|空调|电视|电扇|风扇|暖气|冰箱|手机|电脑|微信|抖音|天气|新闻|闹钟|热水器|洗衣机|笑话|视频|电影|游戏|电话|首歌|的歌|歌曲|音乐|唱歌|儿歌|广播|电台|书签|地图|水龙头|开关|插座|扫地|机器人|股票|快递|作业|蓝牙|wifi|照片|摄像头|加湿器|净化器)(?:了|吧)?|.*(?:你自己|你的.*|吃|喝|睡觉?|上厕所|出门|回家|上学|上班|下班|洗澡|外面|公园|超市|买.*)");

  private static final Pattern EN_OTHER_SORT =
      Pattern.compile(
          "(?:.*\\b(?:lights?|lamps?|windows?|door|doors|tv|television|heating|heater|fan|oven|car|radio|washing machine|dishwasher|vacuum|kettle|camera|song|songs|music|video|movie|film|game|games|chess|cards|tennis|basketball|baseball|soccer|golf|minecraft|lego|monopoly|checkers|channel|hide and seek|drums|violin|news|weather|email|emails|messages?|mail|joke|jokes|phone|call|curtains|blinds|alarm|fridge|garage|football|piano|guitar|homework|dinner|lunch|breakfast|coffee|tea|water|shopping|taxi|pizza|air conditioning|thermostat|wifi|bluetooth|app|browser|calendar|traffic|recipe|time|truth|dark|dog|cat food|school|bed|sleep|work|shop|store|toilet|bathroom|park)(?: with \\w+)?|.* with (?:me|us|him|her|them|you)|with .*|(?:some |a |any |the )?(?:music|songs?|tunes?|pop|jazz|rock music|classical music)(?: (?:by|from|for|of|to|on) .*)|channel .*|(?:on|in|at|to) (?:it|this|that)|at [a-z]+ speed|(?:a|the|my) (?:timer|countdown|reminder)|(?:it|this|that|them) (?:down|up|on|off|out|away|back|over|here|there)|(?:me )?about .*|(?:me )?(?:why|how|what|who|when|where)\\b.*|outside|home|out|away|a (?:bit|little)|you|yourself|me|us|going|(?:the )?(?:half ?way (?:point|mark)|middle|end)|up(?: (?:at|in|by|for) .*)?|down|off|on|back|again|over|quiet|lost|ready|dressed|ahead)");

  /**
   * What is played or listened to and is no book: 放首歌, 听天气预报. After a verb of listening a title may
   * well end in what else is found about a house: 鬼吹灯, 罗生门, 孤独的电话.
   */
  private static final Pattern ZH_PLAYED =
      Pattern.compile(
          "(?:.*(?:天气(?:预报)?|新闻|短?视频|电影|电视剧?|首歌|的歌|歌曲|儿歌|音乐|广播|电台|笑话)"
              + "|(?:一?[个点些段]|我的|手机)?(?:歌|唱歌|游戏|电话|闹钟|微信|抖音|书签|股票|快递|作业|照片|蓝牙)"
              + "|你(?:自己|的(?:话|歌|声音|意见)?)[唱讲说]?|吃|喝|睡觉?|上厕所|出门|回家|上学|上班|下班|洗澡|外面)(?:了|吧)?");

  private static final String EN_MEDIA =
      "(?:music|songs?|tunes?|pop|jazz|videos?|movies?|films?|radio|tv|television|channel|news|weather|jokes?"
          + "|e?mails?|messages?|calendar|homework|recipes?)";
  private static final String EN_GAMES =
      "(?:games?|chess|cards|tennis|football|basketball|baseball|soccer|golf|minecraft|lego|monopoly"
          + "|checkers|hide and seek|drums|violin|piano|guitar)";

  /**
   * What is played or listened to and is no book: "some quiet music", "chess with me". A title may
   * well end in such a word or begin like a question: "The Sound of Music", "Mansfield Park", "Who
   * Moved My Cheese".
   */
  private static final Pattern EN_PLAYED =
      Pattern.compile(
          "(?:(?:some|a|an|any|the|my|more|another|today's) )?(?:[a-z]+ )?"
              + EN_MEDIA
              + "(?: (?:by|from|for|to|on) .*)?"
              + "|(?:some|a|an|any) (?:[a-z]+ )?(?:music|songs?) of .*"
              + "|(?:(?:a|some|the|my|another) )?(?:(?:video|board|card|computer) )?"
              + EN_GAMES
              + "(?: (?:with|against) .*)?"
              + "|channel .*|.* with (?:me|us|him|her|them)|with (?:(?:the|my|your|a) )?[a-z]+"
              + "|(?:on|in|at|to) (?:it|this|that)|at [a-z]+ speed"
              + "|(?:a|the|my) (?:timer|countdown|reminder|alarm)"
              + "|(?:it|this|that|them) (?:down|up|on|off|out|away|back|over|here|there)"
              + "|me (?:about|why|how|what|who|when|where) .*|(?:why|how|what|who|when|where)(?:ever)?"
              + "|(?:what|where|when|how)(?:ever)? (?:i|you|we) (?:like|want(?:ed)?|said|left|stopped|please|fancy)\\b.*"
              + "|(?:what|where) (?:i|we) (?:was|were|had)\\b.*"
              + "|(?:what|where|how) (?:it|that|this|he|she|they) (?:is|says?|stopped|left off|means?)"
              + "|outside|home|out|away|a (?:bit|little)|you|yourself|me|us|going"
              + "|(?:the )?(?:half ?way (?:point|mark)|middle|end)|up(?: (?:at|in|by|for) .*)?"
              + "|down|off|on|back|again|over|quiet|lost|ready|dressed|ahead|dead|dumb|school");

  /** "Put on the kettle", "download the app": said of more than books, though no vague verb. */
  private static final Pattern EN_WIDE =
      Pattern.compile("^(?:please |just |now )?(?:put|pop|stick|download|fetch|load)\\b");

  /** What is wanted or had every day and is no book, after verbs that are not about listening. */
  private static final Pattern ZH_EVERYDAY =
      Pattern.compile(
          ".*了|(?:走|吃|喝|去|买|洗|睡|玩|出门|出去|做|写|打|抱|尿|拉|回|起床|穿|休息|休假|聊(?!斋)|帮|跟|和你).{0,5}|.*(?:衣服|灯泡|鞋子?|床单|尿布|电池|频道|台|钱|水|饭|药|糖|被子|姿势|账号|密码|手机|位置|座位|话题|地方)|(?:正)?中间|一半|[前后]面|结尾|开头|最后|那里|这里|哪.*");

  /** After a verb that is said of anything, two characters are seldom a title: 我要苹果, 跳到水里. */
  private static final Pattern ZH_TALK =
      Pattern.compile(
          ".*了|(?:我们?|你们?|他们?|她们?)?(?:还|就|也|都|想)*(?:要|去|到|从|看|选|开始|重新|进入|跳到|回到|翻到|来一?.)(?:.{0,2}|.*(?:[里上外边走去来吧]|(?<!一)下|[一两二三四五六七八九十几]个))");

  /** "give me the salt": one thing, asked for with a verb that is said of anything. */
  private static final Pattern EN_HANDED =
      Pattern.compile(
          "^(?:give|get|put(?! (?!an?\\b|my\\b|your\\b|some\\b|that\\b|this\\b).* on$)|open|fetch|can|may|could|have|take|let's have|i'll)\\b");

  private static final Pattern EN_THING =
      Pattern.compile("(?:the|a|an|some|my|your|another|more|that|this)? ?[a-z']+");

  /** "i want a pony", "read the label": no book is spoken of like this. */
  private static final Pattern EN_ONE_THING =
      Pattern.compile(
          "(?:a|an|some|another|more|my|your|his|her|our|their) [a-z']+|the (?:(?:vacuum|floor|window|carpet) cleaner|hoover|engine|(?:ice|coffee|tea|bread) (?:maker|machine)|printer|laptop|tablet|mower|lawn ?mower|mixer|blender|toaster|stove|cooker|grill|shower|bath|sink|tap|faucet|boiler|iron|bike|lift|elevator|fireplace|barbecue|label|news ?paper|line|queue|letter|sign|map|menu|mail|post|instructions|manual|message|email|text|paper|room|other side|next one|bus|train|dishes|washing|remote|bill|answer)");

  private static final Pattern EN_EVERYDAY =
      Pattern.compile(
          "(?:a |an |the |some |any |another |more |my |your )*(?:nice |good |great |little |quick |cold |hot |new |clean |cup of |glass of |piece of )*(?:day|time|weekend|trip|break|rest|look|drink|bath|shower|nap|go|seat|chat|word|party|ice cream|milk|juice|cake|cookies?|biscuits?|sweets|chocolate|candy|hug|cuddle|toys?|clothes|shoes|help|hand|money|ride|walk|pee|blanket|beer|wine|sandwich|apple|banana)\\b.*");

  /** 放烟花去: what 放 means besides playing. */
  private static final Pattern ZH_SET_OFF =
      Pattern.compile(
          "(?:我们?|咱们?|[他她]们?|孩子们?|一起|[去要想来])*放(?:个|点|些)?(?:烟花|烟火|鞭炮|爆竹|炮仗|风筝|孔明灯|假|羊|牛|水|气|盐|糖|醋|酱油|行李|东西)(?:去|了)?");

  private Everyday() {}

  /**
   * Returns whether the words behind a verb are no title.
   *
   * @param title those words in lower case
   * @param weak whether the verb is said of anything, such as "get", and not of books alone
   */
  public static boolean isNoBook(Utterance words, String title, boolean weak) {
    if (isOtherSort(words, title, weak)) {
      return true;
    }
    if (words.zh()) {
      boolean talk =
          weak && (ZH_EVERYDAY.matcher(title).matches() || ZH_TALK.matcher(words.text()).matches());
      return talk || ZH_SET_OFF.matcher(words.text()).matches();
    }
    boolean handed = weak && EN_HANDED.matcher(words.text()).find();
    return (weak && EN_EVERYDAY.matcher(title).matches())
        || (handed && EN_THING.matcher(title).matches())
        || ((weak || isWide(words)) && EN_ONE_THING.matcher(title).matches());
  }

  private static boolean isOtherSort(Utterance words, String title, boolean weak) {
    Pattern sort =
        words.zh()
            ? (weak ? ZH_OTHER_SORT : ZH_PLAYED)
            : (weak || isWide(words) ? EN_OTHER_SORT : EN_PLAYED);
    return sort.matcher(title).matches();
  }

  private static boolean isWide(Utterance words) {
    return EN_WIDE.matcher(words.text()).find();
  }
}
