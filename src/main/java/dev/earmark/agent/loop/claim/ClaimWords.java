package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The words by which an answer claims an effect, for each effect. They are looked for in what a
 * text asserts (see {@link Asserted}): lower case, one clause a line.
 *
 * <p>In English a past tense alone is no claim, since "the ship stopped" tells of something else:
 * {@link #OWN} asks for the speaker, for what is played, or for nothing before it.
 */
final class ClaimWords {
  private static final String FOR_YOU = "(?:(?:帮|给|为|替)[你您])";
  private static final String DONE = "(?:已经?|" + FOR_YOU + ")";

  /** The end of a Chinese clause that tells a change: 了, 啦, 咯. */
  private static final String SO = "[了啦咯]";

  private static final String A_BIT = "(?:(?:一?点儿?|一?些)" + SO + "?)?";

  /** Nobody, the speaker, or what is played, and words such as "just", right before a verb. */
  private static final String OWN =
      "(?:^|\\b(?:i|we|i've|we've|i have|we have|i'm|it|it's|that's|is|are|been|and|now|just|already"
          + "|then|currently|book|playback|story|audiobook|music|sound|reading|player|volume|chapter"
          + "|section) )(?:(?:have|just|already|now|also|been|kindly|gone ahead and) ){0,3}";

  private static final String RINGS = "(?:闹钟|闹铃|定时器?|计时器|倒计时|提醒)";
  private static final String RINGER = "\\b(?:timers?|alarms?|reminders?)\\b";
  private static final String A_TIME = "(?:分钟|小时|钟头|秒钟?|[集章回])";

  /** A path in ASCII with an extension. */
  private static final String FILE = "(?<![\\w./-])[\\w./-]{0,80}\\w\\.[a-z][a-z0-9]{0,5}\\b";

  private static final Map<Effect, Pattern> CLAIMS = new EnumMap<>(Effect.class);

  static {
    put(
        Effect.PLAY,
        "(?<!现)在播放(?!列表|队列)|现在播放(?!的是|列表|队列)|开始播放|已经?播放|继续播放|马上播放|恢复播放了",
        "播放了|在放了|" + FOR_YOU + "(?:播放|恢复播放|打开(?!文件))|已恢复播放|这就(?:给[你您])?(?:播|放)",
        "(?:接着|继续)(?:播|放|讲|读)" + SO + "|(?:" + FOR_YOU + "(?:播|放|打开)|[播放](?:上|起来|出来))(?:上|好)?" + SO,
        "(?:[集章回书》]|故事)(?:这就|现在|已经|马上)?开始" + SO + "$",
        "^(?:now |currently |still )?playing\\b(?! next| [\\w ]{1,20} is\\b)|\\b(?:is|are|i'm|i am|we're|it's) (?:now |still"
            + " |currently )?playing\\b|\\bnow playing\\b|\\bplaying (?:now|it)\\b",
        "\\b(?:started|starts) playing\\b|(?<!download )\\bhas started\\b|\\b(?:will|i'll|let me) play\\b",
        OWN + "resum(?:ed|ing)\\b|\\byou(?:'re| are) (?:now )?listening to\\b");
    put(
        Effect.PAUSE,
        "已(?:经)?" + FOR_YOU + "?暂停|暂停好?了(?=$|播放|一下)|暂停[啦咯]|按了暂停|" + FOR_YOU + "?停一下" + SO,
        OWN + "paus(?:ed|ing)\\b|\\bi'll pause\\b|\\bon (?:pause|hold)\\b");
    put(
        Effect.STOP,
        "已(?:经)?" + FOR_YOU + "?停(?!在)|停止了(?=$|播放)|停止播放了",
        "(?:^|书|播放|已经?)停下来?" + SO + "|" + FOR_YOU + "(?:停|关)(?:一下)?(?:了|掉|下)",
        OWN
            + "stopp(?:ed|ing)\\b|\\bi(?:'ll| will) stop\\b(?! \\w{1,12}(?: \\w{1,12})? (?:in|after|at)\\b)");
    put(
        Effect.SEEK,
        "已(?:经)?"
            + FOR_YOU
            + "?(?:快进|后退|快退|倒退|跳到|跳过|回到|倒回|切换?到|换到|是[上下]一[集章回])|(?:跳到|快进|后退|倒回|回到)了",
        "(?:跳|回|倒|退|切|换)(?:到|回|过)[^\\n]{0,12}[集章回头始秒分]" + SO + "$",
        "(?:倒|退|跳)(?:回去|回来|过去)了|[上下]一?[集章回](?:已经?)?(?:安排|放|换|切)(?:上|好)?" + SO,
        OWN
            + "(?:skipp(?:ed|ing)|jump(?:ed|ing)|rewound|rewinding|fast-forwarded|went back|going back)\\b",
        OWN
            + "moved? (?:you |it |us )?(?:to|on|forward|back|ahead)\\b|\\b(?:now on|on to) the (?:next|previous)\\b|^back (?:to|at) the (?:beginning|start)\\b");
    put(
        Effect.VOLUME,
        "(?:音量|声音)(?:已经?|" + FOR_YOU + "|现在|目前)*(?:调|设|改|降|提|升)|已[将把]音量|调[大小高低]?好?[啦咯]|调[大小]了",
        "音量(?:现在|目前)?(?:是|为|在) ?[\\d一二三四五六七八九十百]|(?:音量|声音)[^\\n]{0,4}[弄开放变拧][大小高低响轻]"
            + A_BIT
            + SO
            + "?",
        DONE
            + "(?:调|降|提)[大小高低]?了?(?:音量|声音)|已(?:经)?静音|静音了|(?:音量|声音)[^\\n]{0,3}(?:关[掉了]|[降提升调][下上][来去])|[大小]声"
            + A_BIT
            + SO
            + "$",
        "\\bvolume(?:'s| is)? (?:now |set |down |up |back |at |to )*(?:\\d|at\\b|to\\b|now\\b|set\\b)|\\bset the volume\\b",
        OWN
            + "turned (?:up|down)\\b|\\b(?:turned|brought|put) (?:it|the (?:volume|sound)) (?:\\w{1,9} )?(?:up|down)\\b",
        "\\b(?:made it|it's|it is) (?:now |a (?:little |bit )|much )?(?:louder|quieter|softer)\\b",
        "^(?:a (?:bit|little) )?(?:louder|quieter|softer)(?: now)?$|" + OWN + "(?:un)?muted\\b",
        "\\bturned the volume\\b|\\bvolume (?:turned|up|down)\\b");
    put(
        Effect.SPEED,
        "(?:倍速|语速|速度)(?:已经?|" + FOR_YOU + "|现在|目前)*(?:调|设|改|是|为)|已[将把](?:速度|语速)|(?:倍速|语速|速度)已|调成了",
        "(?:语速|速度)[^\\n]{0,4}(?:[放加变减][快慢]|[降提升调][下上][来去])|恢复(?:到)?正常(?:速度|语速)|(?:加快|放慢)了?(?:语速|速度)",
        "(?:现在|目前|已经)(?:是|在|用)?[\\d.一二两三四五点半]{1,5}倍速|倍速了$",
        "(?:读|念|讲|放)得?[快慢]了?" + A_BIT + "$",
        "\\bspeed(?:'s| is) (?:now\\b|set\\b|at\\b|back\\b|\\d)|\\bspeed set\\b|\\bset the speed\\b",
        "\\bplays? (?:now )?(?:at (?:\\w{1,8} )?speed|at [\\d.]+ ?x?|faster|slower|twice)\\b|\\bat (?:double speed|[\\d.]{1,5} ?(?:x|times))\\b",
        "\\b(?:sped|slowed|slowing|speeding) (?:it|things|the \\w{1,12})? ?(?:up|down)\\b",
        "\\b(?:made it|it's|it is) (?:now |a (?:little |bit )|much )?(?:faster|slower)\\b",
        "^(?:a (?:bit|little) )?(?:faster|slower)(?: now)?$");
    put(
        Effect.TIMER,
        "(?:定时|提醒|倒计时)(?:器)?已|已设(?:置|定)?(?:定时|闹钟|提醒)|定好了|闹钟设好|倒计时开始",
        RINGS + "(?:都|已经?|全|" + FOR_YOU + ")*(?:取消|删除?|关|设|定|设置)(?:掉|好)*[了啦好]",
        "^(?:设|定)好?了[^，。\\n]{0,12}"
            + RINGS
            + "|已经?(?:定|设)(?:上|好)?了|闹钟已(?!经?过|经?响)|"
            + DONE
            + "+(?:取消|删除|关掉|设置?|设好|设定|定)[了好]*[^，。\\n]{0,12}"
            + RINGS,
        A_TIME + "(?:之后|以后|后)?(?:就|会|便)*自动(?:停|关|暂停)|" + A_TIME + "后(?:就|会|便)*停止",
        "(?:后|点|时|分|会|准时|再)(?:我|会|就|再|来|准时|按时)*(?:叫|喊|提醒)(?:醒)?[你您]",
        RINGER
            + "(?:'s| is| are| was| has been| have been)?(?: now)?(?: all)?"
            + " (?:set(?! off)|on\\b|off\\b|running|ticking|active|cancell?ed|deleted|removed)",
        "(?:" + OWN + "|\\bi'll |\\bi will )set (?:a|an|the|your|another) [^\\n]{0,24}" + RINGER,
        "\\b(?:cancell?ed|deleted|removed) (?:your|the|all|both|that)\\b[^\\n]{0,24}" + RINGER,
        "\\b(?:i'll|will) (?:remind|wake)\\b|\\b(?:will|'ll) (?:ring|go off)\\b",
        "\\b(?:will|'ll) (?:stop|pause)(?: \\w{1,12}){0,2} (?:in|after|at)\\b|\\bstops (?:in|after|at)\\b");
    put(
        Effect.BOOKMARK,
        "书签(?:已|" + FOR_YOU + ")*(?:加|放|存|记|做|打|设|添加|保存|删|去)(?:上|好|下|掉|除)*[了啦好]|书签已",
        "(?:加|放|存|记|做|打|设|添加|保存|删)(?:了|上|好|掉|除)*[^，。\\n]{0,4}书签" + SO + "?$",
        "(?:这里|这儿|位置|地方|这一段)[^\\n]{0,4}(?:记|存|标)(?:下来|下|好|上)" + SO + "|记下了?(?:这里|位置)|做了个?(?:标记|记号)",
        "\\bbookmarks?(?: has been| have been| is| are)? (?:added|saved|set|removed|deleted)\\b|"
            + OWN
            + "bookmarked\\b",
        "\\b(?:added|saved|set|placed|put|made|removed|deleted) (?:a|the|your|that) bookmark\\b",
        "\\b(?:saved|marked|noted) (?:your|this|the) (?:spot|place|position|page)\\b");
    put(
        Effect.DOWNLOAD,
        "正在(?:" + FOR_YOU + ")?(?:搜索)?下载|开始下载|已下载|下载好" + SO + "|(?<!没)下(?:载)?完" + SO,
        "下载(?:已经?|都)*(?:取消|开始|完成)(?:了|啦)?$",
        "\\bdownload(?:ing|ed)\\b|\\bdownload (?:has |is )?(?:started|begun|cancell?ed)\\b");
    put(
        Effect.QUEUE,
        "队列(?:已经?)?清?空" + SO + "|队列已经?清?空|清空了?(?:播放)?队列(?=了|$)|(?:已经?|了)清空(?:播放)?队列|清空了(?:播放)?队列",
        "加(?:入|到)了?(?:您的|你的)?播放(?:列表|队列)|\\bqueued \\w|\\badded [^\\n]{1,40} to (?:the|your) queue",
        "\\bqueue (?:is |has been )?(?:now )?(?:empty|cleared|emptied)\\b|\\b(?:emptied|cleared) the queue\\b",
        "\\bi'll (?:empty|clear) the queue\\b");
    put(
        Effect.FILE,
        "文件已经?[写改]|已经?创建|已写入|写好了|已经写|创建好了|建好了|已重命名",
        "^(?![^\\n]{0,80}(?:书签|位置|进度))[^\\n]{0,200}?(?:已经?保存|保存好了)",
        "\\bfile created\\b|\\bcreated the file\\b|\\bfile has been\\b|\\bi(?:'ve)? created\\b|\\bwritten to\\b"
            + "|\\bsaved to\\b|(?<!bookmark )(?<!place )(?<!position )(?<!spot )\\b(?:has|have) been"
            + " (?:saved|created)\\b|\\bhave been written\\b",
        "\\b(?:wrote|saved|created|made|written|renamed|moved)\\b[^\\n]{0,60}?" + FILE,
        FILE + "[^.\\n]{0,20} (?:is|are) ready|(?:做好了|完成了|写好了|好了)[：:][^\\n]{0,12}?" + FILE,
        "done[:!][^\\n]{0,12}?" + FILE + "|(?:改名|重命名|改)(?:为|成) ?" + FILE);
    put(
        Effect.DELETE,
        "文件已经?删|文件删|已经?删除文件|删[除掉]了文件",
        "\\bdeleted the file\\b|\\bi(?:'ve)? deleted\\b|\\bfiles? (?:is|has been|have been) deleted\\b",
        "\\b(?:deleted|removed|erased) (?:the )?(?:file )?" + FILE,
        FILE + "\\S? ?(?:也|都|已经?|被)*(?:删除|删掉|删)(?:了|啦)?(?![除掉])|删(?:除|掉)了? ?(?:文件 ?)?" + FILE);
  }

  private ClaimWords() {}

  private static void put(Effect effect, String... forms) {
    CLAIMS.put(effect, Pattern.compile("(?m)" + String.join("|", forms)));
  }

  /** Returns the effects that a text claims which {@link Asserted} has made. */
  static Set<Effect> in(String asserted) {
    Set<Effect> claimed = EnumSet.noneOf(Effect.class);
    if (!asserted.isEmpty()) {
      CLAIMS.forEach(
          (effect, words) -> {
            if (words.matcher(asserted).find()) {
              claimed.add(effect);
            }
          });
    }
    return claimed;
  }
}
