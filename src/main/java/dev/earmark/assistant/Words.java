package dev.earmark.assistant;

import dev.earmark.agent.Run;
import dev.earmark.base.Language;
import dev.earmark.listen.ListenEvent;
import dev.earmark.playback.PlayService;
import dev.earmark.speak.Announcer;
import dev.earmark.timers.Fired;
import dev.earmark.timers.Timer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The few words that the assistant understands and says itself, without the agent. */
final class Words {
  private static final Set<String> DISMISS =
      Set.of(
          "取消",
          "算了",
          "没事",
          "没事了",
          "不用了",
          "没什么",
          "cancel",
          "never mind",
          "nevermind",
          "forget it",
          "nothing",
          "no thanks");
  private static final Set<String> SLEEP =
      Set.of(
          "别听了",
          "不要听了",
          "别听",
          "闭上耳朵",
          "睡觉吧",
          "去睡吧",
          "go to sleep",
          "stop listening",
          "mute yourself");
  private static final Set<String> AWAKE =
      Set.of("醒醒", "醒来", "起来吧", "听我说", "wake up", "start listening", "listen again");

  /** A no in more words: 先别, 当然不行, 好的，别删, "sure, no", "please don't delete it". */
  private static final Pattern DENIES =
      Pattern.compile(
          "(?:好的?|嗯+|行|可以|那|还是|当然|千万|绝对|先|都|请|[ ，])*(?:先别|别|不要|不行|不可以|不能|不准|不许|不用|不|甭)"
              + "(?:删除?|动|做|弄|执行|这样|改|同意)?(?:了|它|掉|这个|文件)*[吧啊呀哦啦]?"
              + "|(?:(?:sure|ok|okay|yes|well|oh|please|h?m+|of course|absolutely|certainly) )*"
              + "(?:no|nope|nah|not now|not yet|not|dont|do not|never mind|never)"
              + "(?: (?:no|please|do|delete|it|that|the|file|thanks|thank you|now|yet|not|dont))*");

  private static final Set<String> YES =
      Set.of(
          "是",
          "好",
          "可以",
          "行",
          "同意",
          "允许",
          "嗯",
          "对",
          "没问题",
          "确定",
          "确认",
          "当然",
          "删",
          "yes",
          "yeah",
          "yep",
          "ok",
          "okay",
          "sure",
          "do it",
          "go ahead",
          "you may",
          "allow",
          "allowed",
          "of course");
  private static final Set<String> NO =
      Set.of(
          "不",
          "不要了",
          "不要",
          "不行",
          "不可以",
          "别",
          "不用",
          "不同意",
          "不允许",
          "不好",
          "否",
          "不是",
          "不对",
          "千万别",
          "no",
          "nope",
          "dont",
          "do not",
          "don t",
          "you may not",
          "deny",
          "never",
          "no way",
          "stop");

  private Words() {}

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  static boolean isDismissal(String text) {
    String[] parts = text.strip().toLowerCase(Locale.ROOT).split("[\\p{P}\\p{S}]+", -1);
    return Arrays.stream(parts).anyMatch(part -> !part.isBlank())
        && Arrays.stream(parts).allMatch(part -> part.isBlank() || DISMISS.contains(part.strip()));
  }

  static boolean isSleep(String text) {
    return SLEEP.contains(plain(text));
  }

  static boolean isAwake(String text) {
    return AWAKE.contains(plain(text));
  }

  /** Returns whether the words are a yes or a no, or null when they are neither. */
  static @Nullable Boolean consent(String text) {
    if (isDismissal(text)) {
      return false;
    }
    String plain = plain(text).replaceAll("(吧|啊|呀|的|please)$", "").strip();
    if (YES.contains(plain)) {
      return true;
    }
    boolean denied = NO.contains(plain) || DENIES.matcher(plain).matches();
    return denied ? false : null;
  }

  /** Asks again for a yes or a no, in answer to words that are neither. */
  static String askedAgain(String question, Language language) {
    return language.pick("请先回答可以还是不可以。", "Please answer yes or no first. ") + question;
  }

  /** Returns the signal that tells why nothing comes of a window. */
  static Announcer.Chime chime(ListenEvent.Reason reason) {
    return switch (reason) {
      case NOTHING_SAID -> Announcer.Chime.NOTHING_SAID;
      case NOISE -> Announcer.Chime.NOISE;
      case NOT_UNDERSTOOD, CANCELLED -> Announcer.Chime.NOT_UNDERSTOOD;
    };
  }

  static boolean isQuestion(String answer) {
    String trimmed = answer.strip().replaceAll("[\"'”’」』）)～~\\s]+$", "");
    return trimmed.endsWith("?") || trimmed.endsWith("？");
  }

  static String asleep(Language language) {
    return language.pick(
        "好的，我不听了。想叫醒我，就在页面上按一下话筒，或者输入“醒醒”。",
        "All right, I stop listening. To wake me, press the microphone on the page or type"
            + " \"wake up\".");
  }

  static String awake(Language language) {
    return language.pick("我在听。", "I am listening.");
  }

  static String cancelled(Language language) {
    return language.pick("好的，已经取消。", "All right, cancelled.");
  }

  static String dismissed(Language language) {
    return language.pick("好的。", "All right.");
  }

  static String broken(Run.Ended ended, Language language) {
    return switch (ended) {
      case LIMIT_TIME, LIMIT_STEPS, LIMIT_TOKENS ->
          language.pick("想了很久还没有结果，先停下了。", "That took too long, so I stopped.");
      case PARSE_ERROR, MODEL_ERROR ->
          language.pick("出了点问题，没能想出来。", "Something went wrong while I was thinking.");
      case ANSWERED, CANCELLED -> "";
    };
  }

  static String busy(Language language) {
    return language.pick("等着的命令太多了，请稍后再试。", "Too many commands are waiting; try again soon.");
  }

  static String playFailed(PlayService.Report report, Language language) {
    boolean whole = report.section() <= 0;
    String section = language.pick("第" + report.section() + "集", "section " + report.section());
    return language.pick(
        report.title() + (whole ? "" : section) + "没能播放：" + report.reasonZh() + "。",
        report.title()
            + (whole ? "" : ", " + section + ",")
            + " could not be played: "
            + report.reasonEn()
            + ".");
  }

  static String ringing(Fired fired, Language language) {
    String name = fired.timer().name();
    if (fired.outcome() == Fired.Outcome.MISSED) {
      return language.pick(
          (name.isBlank() ? "有一个提醒" : name + "的提醒") + "错过了。",
          (name.isBlank() ? "A reminder" : "The reminder " + name) + " was missed.");
    }
    String late =
        fired.outcome() == Fired.Outcome.LATE
            ? language.pick("刚才没能按时响。", " It could not ring in time.")
            : "";
    return ringing(fired.timer().kind(), name, language) + late;
  }

  private static String ringing(Timer.Kind kind, String name, Language language) {
    if (kind == Timer.Kind.REMINDER && !name.isBlank()) {
      return language.pick("提醒你：" + name + "。", "A reminder: " + name + ".");
    }
    if (kind == Timer.Kind.ALARM) {
      return language.pick(
          name.isBlank() ? "闹钟响了。" : name + "的闹钟响了。",
          name.isBlank() ? "Your alarm rings." : "Your alarm " + name + " rings.");
    }
    return language.pick(
        name.isBlank() ? "时间到了。" : name + "时间到了。",
        name.isBlank() ? "The time is up." : "The timer " + name + " is up.");
  }

  static String plain(String text) {
    return text.strip().toLowerCase(Locale.ROOT).replaceAll("[\\p{P}\\p{S}]+", "").strip();
  }
}
