package dev.earmark.agent.rules.grammar.heed;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whole sentences that tell of something and ask for nothing, though a part of them would be a
 * command: 不要把音量调到三十, "you set the speed to two yesterday", 第五集我听过了, 要是我睡着了就停. Stateless and
 * thread-safe.
 */
public final class OnlyTold implements IntentFamily {
  private static final String ZH_NOT = "(?:别|不要|不用|不许|甭|不必|不准|不可以|不能|用不着|莫)";
  private static final String ZH_THING = "(?:播放)?(?:声音|音量|速度|语速|倍速|闹[钟铃]|定时器?|计时器|提醒|睡眠定时)";

  /** What is forbidden has a value; 不要调那么大声 and 不要太大声 ask for less, and are none. */
  private static final Pattern ZH_FORBIDDEN =
      Pattern.compile(
          "(?:你|请|千万|可|先|都|现在|把)*(?:"
              + ZH_THING
              + "[，,]?(?:你|请|千万|可|先|都|现在)*"
              + ZH_NOT
              + "(?:再|给我|又|帮我)*|"
              + ZH_NOT
              + "(?:再|给我|又|帮我)*(?:把|将)?"
              + ZH_THING
              + ")(?:给我)?(?:调|设|设置|定|改|开|变|放|转|加|减|升|降)(?:得|的)?(?:到|成|为|在|至|大|小|高|低|快|慢)(?!.*(?:调|设|定|改|开|换成|[，,]|要|而是|太|那么|这么)).{0,12}");

  private static final String EN_NOT =
      "(?:please |no |you |and )*(?:don't|do not|dont|never|you (?:shouldn't|mustn't|must not|should not|don't have to|don't need to)|(?:there is |there's )?no need to|no need for you to|i (?:don't|do not) want you to|i didn't (?:say|ask)(?: you)?(?: to)?) (?:you )?(?:dare |ever |just )?(?:to )?";

  private static final Pattern EN_FORBIDDEN =
      Pattern.compile(
          EN_NOT
              + "(?:(?:set|put|turn|make|change|move|raise|lower|increase|decrease|bring) (?:the |my |a |an |it |any |another )(?!.*(?:,|\\b(?:but|instead|rather|just|only|too|so|that)\\b|\\b(?:set|make|turn|change|put)\\b.*\\b(?:set|make|turn|change|put|to)\\b.* to )).*\\b(?:to|for|at|by) .{2,30})");

  private static final Pattern EN_NO_NEED =
      Pattern.compile(
          "(?:there is |there's )?no need (?:for you )?to (?:pause|stop|skip|rewind|mute|resume|continue|turn|set|change|play|go|read|repeat)\\b(?!.*(?:,|\\bbut\\b)).*");

  /**
   * "Stop skipping silences" and "stop skipping the intro" are settings of the book, and no plea.
   */
  private static final Pattern EN_STOP_DOING =
      Pattern.compile(
          "(?:(?:i wish|would|will|could|can|please|you|just|would you mind)[ ,]+)*(?:stop|quit|keep from) (?:always |constantly )?(?:skipping|pausing|jumping|rewinding|changing|switching|muting)\\b(?! to )"
              + "(?!.*\\b(?:silences?|pauses|gaps|intros?|outros?|beginnings?|starts?|ends?|endings?|openings?|credits|seconds)\\b).*");

  private static final String ZH_PAST =
      "(?:昨天|前天|昨晚|昨儿|前几天|上周|上个?星期|上次|上回|刚才|刚刚|之前|早些时候|今早)(?:早上|上午|中午|下午|晚上|夜里)?";
  private static final String ZH_WHO = "(?:我们?|你们?|您|他们?|她们?|咱们?|孩子|有人|谁|[我他她]?(?:爸爸?|妈妈?))";

  /** 刚才我说把音量调到三十 says it once more, and is none. */
  private static final Pattern ZH_WAS =
      Pattern.compile(
          "(?:"
              + ZH_PAST
              + ZH_WHO
              + "|"
              + ZH_WHO
              + ZH_PAST
              + ")(?:就|才|已经|又)?(?:把|将|给)?(?:"
              + ZH_THING
              + ")?(?:已经|又|就)?(?:调|设|设置|定|改|开|变)(?:到|成|为|在|至|大|小|高|低|快|慢)(?!.*(?:[，,]|现在|再|太)).{0,10}(?:了|的|过)(?:吧|呢|啊)?");

  private static final String EN_DONE =
      "(?:turned|changed|raised|lowered|increased|decreased|moved|switched|paused|stopped|skipped|muted|cancelled|canceled|started|played|set|put|made)";
  private static final String EN_WHO =
      "(?:i|you|we|he|she|they|somebody|someone|(?:my |the )?(?:mum|mom|dad|father|mother|wife|husband|son|daughter|kids?|children|teacher|boy|girl))(?: have| had|'ve|'d)?";
  private static final String EN_PAST =
      "(?:yesterday|last (?:night|week|month|year|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|earlier(?: today)?|this morning|the other day|(?:a|an|two|three|four|five|some|few) [a-z]+ ago|long ago)";

  /** What was done on another day: "i turned the volume to thirty yesterday". */
  private static final Pattern EN_WAS =
      Pattern.compile(
          "(?:"
              + EN_PAST
              + ",? "
              + EN_WHO
              + " (?:already |just |only )?"
              + EN_DONE
              + "\\b(?!.*(?:\\b(?:but|now|again|so|too|please|where)\\b)).*|"
              + EN_WHO
              + " (?:already |just |only )?"
              + EN_DONE
              + "\\b(?!.*(?:,|\\b(?:but|now|again|so|too|please|where)\\b)).* "
              + EN_PAST
              + "(?: (?:morning|evening|night|afternoon))?)");

  private static final Pattern ZH_HEARD =
      Pattern.compile(
          "(?:这|那|第)[零一二两三四五六七八九十百\\d]{1,5}[集章回节](?:书|故事)?(?:"
              + ZH_WHO
              + ")?(?:已经|都|早就|早|全|刚)*(?:听|看|读)(?:过|完)(?:了|啦)?(?:啊|呀|吧)?");

  private static final Pattern EN_LOVE =
      Pattern.compile(
          "(?:i|we) (?:really |just |always |so |absolutely )*(?:love|loved|adore|hate|hated|enjoyed|disliked) (?!(?:to|it|this|that|hearing)\\b).{3,}");

  /** What is to be done when something comes true; polite forms are wishes. */
  private static final Pattern ZH_IF =
      Pattern.compile(
          "(?:要是|如果|假如|假若|若是|万一)(?!.{0,4}(?:可以|能|行|方便|有空|有的?话|没问题|愿意|你))(?!.*(?:分钟|小时|点钟?))(?:.{1,14}?)(?:的话)?[，,]?(?:就|那就|便).{1,20}");

  private static final Pattern EN_IF =
      Pattern.compile(
          "if (?!(?:you (?:can|could|don't mind|please|would|will|have|want|wouldn't|may)|possible|(?:it's|it is|that's|that is|there is|there's) |i (?:may|can|could)|so|not)\\b)[^,]{3,40}, ?(?:then )?(?:please )?(?:pause|stop|skip|continue|resume|go|turn|set|play|mute|rewind|read|next)\\b.*");

  @Override
  public Optional<Decision> read(Utterance words) {
    boolean zh = words.zh();
    if (words.text().contains("《")) {
      return Optional.empty();
    }
    if (zh ? words.is(ZH_FORBIDDEN) : words.is(EN_FORBIDDEN) || words.is(EN_NO_NEED)) {
      return say(words, "好的，不动它。", "All right, I leave it as it is.");
    }
    if (!zh && words.is(EN_STOP_DOING)) {
      return say(words, "好的，不动它。", "All right, I leave it as it is.");
    }
    if (words.is(zh ? ZH_IF : EN_IF)) {
      return say(
          words,
          "我没法等到那样再做，到时候再跟我说一声。",
          "I cannot wait for that to happen. Tell me when it is time.");
    }
    boolean told =
        zh ? words.is(ZH_WAS) || words.is(ZH_HEARD) : words.is(EN_WAS) || words.is(EN_LOVE);
    return told
        ? say(
            words, "好的，我什么都不动。要我做什么就直接说。", "I leave everything as it is. Just say what I shall do.")
        : Optional.empty();
  }

  private static Optional<Decision> say(Utterance words, String zh, String en) {
    return Decision.say(Certainty.SURELY, words.say(zh, en));
  }
}
