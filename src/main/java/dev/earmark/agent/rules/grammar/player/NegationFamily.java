package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/** Commands that are forbidden instead of given: 别暂停, "don't skip it". */
public final class NegationFamily implements IntentFamily {
  private static final Pattern ZH =
      Pattern.compile(
          "^(?:你|请|千万|可|先|都|现在)*(?:别|不要|不用|不许|甭|不必|不准|不可以|不能|用不着|莫)(?:再|给我|又|帮我|把.{1,6}|急着|老是|随便)*(?:暂停|停|关|快进|快退|后退|倒退|换|跳|调|下一|上一|大声|小声|继续|播放|播|定时|提醒|设|取消|删|搜|切|加|退|打开|动|静音|重新|从头|碰|减|改|放(?!书|故事|了)|讲(?!书|故事|了)|念(?!书|故事|了)).{0,12}$");
  private static final Pattern ZH_OF_STOPPING =
      Pattern.compile("(?:暂停|停|关)(?!.{0,4}(?:灯|窗|门|空调|电视))");
  private static final Pattern EN =
      Pattern.compile(
          "^(?:please |no |you )*(?:don't|do not|dont|never|you (?:shouldn't|mustn't|don't have to|don't need to)|no need to|stop trying to|i (?:don't|do not) want you to|i didn't (?:say|ask)(?: you)?(?: to)?|not) (?:you )?(?:dare |ever |just )?(?:to )?(?:pause|stop|skip|turn|play|go|change|switch|start|set|resume|continue|jump|rewind|mute|forward|fast|cancel|delete|remind|search|shut|quit|end|move|raise|lower|increase|decrease|restart|repeat|add|bookmark|next|louder|read|close|touch|speed|slow)\\b.*");
  private static final Pattern EN_OF_STOPPING =
      Pattern.compile(
          "\\b(?:pause|stop|turn (?:it|this) off|shut (?:it )?(?:off|down)|quit|end|turn off(?! the light))\\b");

  /** 别放这个了我要听西游记: what is wanted instead counts. */
  private static final Pattern ZH_BUT =
      Pattern.compile(
          "(?:了|[，,])[，,]?(?:我们?|咱们?|就|那|给我|帮我|改|还是)*(?:(?:想要?|要)听|换成?(?=..)|改[听放成](?=.)|听(?=..)|播放(?=..)|放(?=..)|来一?[个本段集部])");

  private static final Pattern EN_BUT =
      Pattern.compile(
          "(?:it|this|that|one|book|story|more|again),? (?:but |just |please |i want (?:to hear |you to )?)*(?:play|put on|read(?: me)?|switch to|let's hear|start) (?!it\\b|this\\b|that\\b)\\w");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (!words.is(words.zh() ? ZH : EN) || words.has(words.zh() ? ZH_BUT : EN_BUT)) {
      return Optional.empty();
    }
    if (words.paused() && words.has(words.zh() ? ZH_OF_STOPPING : EN_OF_STOPPING)) {
      return Decision.call("resume");
    }
    return Decision.say(Certainty.SURELY, words.say("好的，不动它。", "All right, I leave it as it is."));
  }
}
