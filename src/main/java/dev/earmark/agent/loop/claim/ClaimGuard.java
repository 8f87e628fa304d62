package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the effects that an answer claims, sentence by sentence: "已经在播放…", "正在帮你下载…", "the timer is
 * set". Questions, offers, negations and failures claim nothing.
 */
public final class ClaimGuard {
  private static final String SENTENCE_ENDS = "。！？!?；;\n～~";
  private static final List<String> NOT_ZH =
      List.of("没", "未", "无法", "不能", "不了", "不会", "不是", "失败", "别的", "如果", "可以说", "请说", "要不要");
  private static final List<String> NOT_EN =
      List.of(
          "not ",
          "n't",
          "cannot",
          "nothing",
          "no longer",
          "unable",
          "failed",
          "could you",
          "if you",
          "would you",
          "you can",
          "shall i",
          "should i",
          "do you want",
          "say \"",
          "never",
          "there is no ",
          "there are no ",
          "there's no ",
          "no timer",
          "no alarm",
          "no reminder",
          "no file");

  private static final Map<Effect, List<String>> CLAIMS = new TreeMap<>();

  static {
    CLAIMS.put(
        Effect.PLAY,
        List.of(
            "正在播放",
            "开始播放",
            "已播放",
            "已经播放",
            "为您播放",
            "为你播放",
            "给您播放",
            "给你播放",
            "帮你播放",
            "帮您播放",
            "马上播放",
            "继续播放",
            "播放了",
            "在放了",
            "now playing",
            "is playing",
            "i'm playing",
            "i am playing",
            "playing now",
            "started playing",
            "has started",
            "will play",
            "i'll play",
            "resumed",
            "resuming",
            "starts playing",
            "let me play",
            "playing it"));
    CLAIMS.put(
        Effect.PAUSE, List.of("已暂停", "已经暂停", "暂停了", "暂停好了", "paused", "i'll pause", "pausing"));
    CLAIMS.put(
        Effect.STOP,
        List.of("已停止", "已经停止", "停止了", "停止播放了", "已经停", "stopped", "i'll stop", "stopping"));
    CLAIMS.put(
        Effect.SEEK,
        List.of(
            "已快进",
            "已后退",
            "已快退",
            "已经快进",
            "已经跳到",
            "已跳到",
            "跳到了",
            "快进了",
            "后退了",
            "倒回了",
            "skipped",
            "jumped",
            "rewound",
            "moved to",
            "went back"));
    CLAIMS.put(
        Effect.VOLUME,
        List.of(
            "音量已",
            "已将音量",
            "已把音量",
            "音量调到",
            "音量设为",
            "音量调好",
            "调大了",
            "调小了",
            "volume is now",
            "volume set",
            "volume is set",
            "set the volume",
            "turned it up",
            "turned it down",
            "turned up",
            "turned down",
            "turned the volume"));
    CLAIMS.put(
        Effect.SPEED,
        List.of("倍速已", "语速已", "速度已", "已将速度", "调成了", "speed is now", "speed set", "set the speed"));
    CLAIMS.put(
        Effect.TIMER,
        List.of(
            "定时已",
            "定时器已",
            "已设置定时",
            "已设定时",
            "定好了",
            "已设闹钟",
            "闹钟设好",
            "提醒已",
            "已设置提醒",
            "已设置闹钟",
            "倒计时开始",
            "会提醒你",
            "会提醒您",
            "timer set",
            "timer is set",
            "set a timer",
            "alarm set",
            "alarm is set",
            "set an alarm",
            "reminder set",
            "i'll remind",
            "will remind",
            "set a sleep timer",
            "set the sleep timer",
            "timer has been set",
            "alarm has been set"));
    CLAIMS.put(
        Effect.BOOKMARK,
        List.of(
            "书签已", "已加书签", "已添加书签", "书签加好", "bookmark added", "bookmark saved", "bookmark is set"));
    CLAIMS.put(
        Effect.DOWNLOAD,
        List.of(
            "正在下载",
            "正在帮你下载",
            "正在为您下载",
            "正在为你下载",
            "开始下载",
            "已下载",
            "is downloading",
            "downloading",
            "downloaded"));
    CLAIMS.put(
        Effect.QUEUE,
        List.of(
            "队列已清空",
            "队列已经清空",
            "队列清空了",
            "队列空了",
            "队列已空",
            "清空了队列",
            "清空了播放队列",
            "清空队列了",
            "清空播放队列了",
            "已清空队列",
            "已清空播放队列",
            "已经清空队列",
            "已经清空播放队列",
            "queue is empty",
            "queue is now empty",
            "queue is cleared",
            "queue cleared",
            "queue has been cleared",
            "queue has been emptied",
            "emptied the queue",
            "cleared the queue",
            "i'll empty the queue",
            "i'll clear the queue"));
    CLAIMS.put(
        Effect.FILE,
        List.of(
            "文件已写",
            "文件已经写",
            "文件已改",
            "已创建",
            "已写入",
            "写好了",
            "已经写",
            "已保存",
            "已经保存",
            "保存好了",
            "已经创建",
            "创建好了",
            "建好了",
            "已重命名",
            "file created",
            "created the file",
            "file has been",
            "i created",
            "i've created",
            "written to",
            "saved to",
            "has been saved",
            "have been saved",
            "has been created",
            "have been created"));
    CLAIMS.put(
        Effect.DELETE,
        List.of(
            "文件已删",
            "文件已经删",
            "文件删",
            "已删除文件",
            "已经删除文件",
            "删除了文件",
            "删掉了文件",
            "deleted the file",
            "i deleted",
            "i've deleted",
            "file has been deleted",
            "files have been deleted",
            "file is deleted"));
  }

  /** A path in ASCII with an extension. */
  private static final String FILE = "(?<![\\w./-])[\\w./-]{0,80}\\w\\.[a-z][a-z0-9]{0,5}\\b";

  private static final String FOR_YOU = "(?:帮|给|为|替)[你您]";
  private static final String RINGS = "(?:闹钟|闹铃|定时器?|计时器|倒计时|提醒)";

  /** Claims with other words in between, in lower case. */
  private static final Map<Effect, Pattern> FORMS = new TreeMap<>();

  static {
    FORMS.put(
        Effect.PLAY,
        Pattern.compile(
            "(?<!现)在播放|现在播放(?!的是)|这就(?:给[你您])?(?:播|放)|(?:已|" + FOR_YOU + ")恢复播放|恢复播放了"));
    FORMS.put(Effect.PAUSE, Pattern.compile("暂停[啦咯]"));
    FORMS.put(Effect.STOP, Pattern.compile(FOR_YOU + "(?:停|关)(?:了|掉|下)"));
    FORMS.put(Effect.SEEK, Pattern.compile("[上下]一?[集章回](?:已经?)?(?:安排|放|换|切)(?:上|好)?[了啦]"));
    FORMS.put(
        Effect.VOLUME,
        Pattern.compile(
            "调[大小高低]?(?:好)?[啦咯]|(?:已|"
                + FOR_YOU
                + ")(?:调|降|提)[大小高低]?(?:了)?(?:音量|声音)|已(?:经)?静音|静音了|^(?:ok(?:ay)?,? |done,?"
                + " )?(?:un)?muted\\b|\\bvolume(?:'s| is)? (?:now )?(?:at|to) \\d"));
    FORMS.put(
        Effect.SPEED,
        Pattern.compile("(?:速度|语速|倍速)(?:已经?|" + FOR_YOU + ")*(?:调|设|改)(?:到|成|为|快|慢|好)"));
    FORMS.put(
        Effect.TIMER,
        Pattern.compile(
            RINGS
                + "(?:都|已经?|全|"
                + FOR_YOU
                + ")*(?:取消|删除?|关|设|定|设置)(?:掉|好)*(?:了|啦|好)"
                + "|闹钟已(?!经?过|经?响)"
                + "|(?:已经?|"
                + FOR_YOU
                + ")+(?:取消|删除|关掉|设置?|设好|设定|定)(?:了|好)*[^，。]{0,12}"
                + RINGS
                + "|\\b(?:timers?|alarms?|reminders?)(?: is| are| has been| have been)?(?: now)?(?:"
                + " all)?"
                + " (?:set|on\\b|cancell?ed|deleted|removed)|\\b(?:cancell?ed|deleted|removed)"
                + " (?:your|the|all|both|that)\\b.{0,24}\\b(?:timer|alarm|reminder)"
                + "|(?:分钟|小时|秒钟?|[集章回])(?:之后|以后|后)会?自动(?:停|关)"));
    FORMS.put(
        Effect.DOWNLOAD,
        Pattern.compile("下载(?:已经?|都)*(?:取消|开始|完成)(?:了|啦)?$|下载好(?:了|啦)|(?<!没)下(?:载)?完[了啦]"));
    FORMS.put(
        Effect.QUEUE,
        Pattern.compile(
            "加(?:入|到)了?(?:您的|你的)?播放(?:列表|队列)|\\bqueued \\w|\\badded .{1,40} to (?:the|your)"
                + " queue"));
    FORMS.put(
        Effect.FILE,
        Pattern.compile(
            "\\b(?:wrote|saved|created|made|written|renamed|moved)\\b.{0,60}?"
                + FILE
                + "|"
                + FILE
                + "[^.]{0,20} (?:is|are) ready|have been written|(?:做好了|完成了|写好了|好了)[：:].{0,12}?"
                + FILE
                + "|done[:!].{0,12}?"
                + FILE
                + "|(?:改名|重命名|改)(?:为|成) ?"
                + FILE));
    FORMS.put(
        Effect.DELETE,
        Pattern.compile(
            "\\b(?:deleted|removed|erased) (?:the )?(?:file )?"
                + FILE
                + "|"
                + FILE
                + "\\S? ?(?:也|都|已经?|被)*(?:删除|删掉|删)(?:了|啦)?(?![除掉])|删(?:除|掉)了? ?(?:文件 ?)?"
                + FILE));
  }

  private ClaimGuard() {}

  /** Returns the effects that the text claims. */
  public static Set<Effect> claims(String text) {
    Set<Effect> claimed = EnumSet.noneOf(Effect.class);
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || SENTENCE_ENDS.indexOf(text.charAt(i)) >= 0) {
        boolean question = i < text.length() && (text.charAt(i) == '？' || text.charAt(i) == '?');
        if (!question) {
          sentence(text.substring(from, i).toLowerCase(Locale.ROOT).replace('’', '\''), claimed);
        }
        from = i + 1;
      }
    }
    return claimed;
  }

  /**
   * Returns whether a sentence of the text holds the words, neither denying nor asking; a full stop
   * inside of a word, as in {@code notes.txt}, ends none.
   */
  static boolean affirms(String text, String words) {
    for (String sentence :
        text.toLowerCase(Locale.ROOT)
            .replace('’', '\'')
            .split("(?<=[。！？!?；;\n～~])|(?<=\\.)\\s", -1)) {
      int at = sentence.indexOf(words);
      boolean question = sentence.strip().matches("(?s).*(?:[?？]|吗[。！!]?)");
      if (at >= 0 && !question && !deniedAnywhere(sentence)) {
        return true;
      }
    }
    return false;
  }

  private static boolean deniedAnywhere(String sentence) {
    return NOT_ZH.stream().anyMatch(sentence::contains)
        || NOT_EN.stream().anyMatch(sentence::contains);
  }

  private static void sentence(String sentence, Set<Effect> claimed) {
    if (sentence.endsWith("吗")) {
      return;
    }
    forms(sentence, claimed);
    for (Map.Entry<Effect, List<String>> claim : CLAIMS.entrySet()) {
      for (String words : claim.getValue()) {
        int at = sentence.indexOf(words);
        if (at >= 0 && !denied(sentence, at)) {
          claimed.add(claim.getKey());
          break;
        }
      }
    }
  }

  private static void forms(String sentence, Set<Effect> claimed) {
    for (Map.Entry<Effect, Pattern> form : FORMS.entrySet()) {
      Matcher found = form.getValue().matcher(sentence);
      while (!claimed.contains(form.getKey()) && found.find()) {
        if (!denied(sentence, found.start())) {
          claimed.add(form.getKey());
        }
      }
    }
  }

  private static boolean denied(String sentence, int at) {
    String before = sentence.substring(Math.max(0, at - 24), at);
    for (String word : NOT_ZH) {
      int place = before.lastIndexOf(word);
      if (place >= 0 && before.indexOf('，', place) < 0) {
        return true;
      }
    }
    for (String word : NOT_EN) {
      if (sentence.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the claimed effects that nothing supports: neither a successful tool of that effect nor
   * something that was read in an observation.
   *
   * @param done the effects of the tools that succeeded
   * @param read the observations of successful tools and of persons
   */
  public static Set<Effect> unsupported(String answer, Set<Effect> done, List<String> read) {
    Set<Effect> open = claims(answer);
    if (open.isEmpty()) {
      return open;
    }
    open.removeAll(done);
    if (done.contains(Effect.PLAY)) {
      open.remove(Effect.DOWNLOAD); // a book that is on its way is being downloaded
    }
    if (done.contains(Effect.PAUSE) || done.contains(Effect.STOP)) {
      open.remove(Effect.PAUSE);
      open.remove(Effect.STOP);
    }
    if (done.contains(Effect.SEEK)) {
      open.remove(Effect.PLAY); // the next section, or another place, goes on playing
    }
    for (String observation : read) {
      open.removeAll(claims(observation));
    }
    return open;
  }
}
