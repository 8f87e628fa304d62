package dev.earmark.agent.rules.grammar.heed;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * "Play alice at seven tomorrow": no book starts by itself, and the time is no part of the title.
 */
public final class PlayLater implements IntentFamily {
  private static final Pattern PLAY_AT =
      Pattern.compile(
          "(?:play|read|start|put on) .+ at (?:[a-z]+|\\d{1,2})(?:[: ]\\d{2})?(?:"
              + " (?:thirty|fifteen|o'clock))? ?(?:tomorrow|tonight|today|in the"
              + " (?:morning|evening|afternoon)|a\\.?m\\.?|p\\.?m\\.?)(?: (?:morning|evening))?");

  /** "Play alice in ten minutes", 十分钟后播放西游记. */
  private static final Pattern PLAY_IN =
      Pattern.compile(
          "(?:play|read|start|put on) .+ in (?:(?:about )?(?:a|an|half an|one|two|three|four|five|ten|fifteen|twenty|thirty|forty|\\d{1,3})"
              + " (?:minutes?|mins?|hours?|seconds?)|an? (?:minute|hour))"
              + "|过?[零一二两三四五六七八九十半\\d]+个?半?(?:分钟|小时|钟头|秒钟?)(?:以后|之后|后)(?:再|给我|帮我|自动)*"
              + "(?:继续|接着)?(?:播放|放(?!松|学|假|下|到)).{0,20}");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.is(PLAY_IN)) {
      return Decision.say(
          Certainty.SURELY,
          words.say(
              "我不能过一会儿自动放书，可以设一个计时器。",
              "I cannot start a book later by myself, but I can set a timer."));
    }
    return words.is(PLAY_AT)
        ? Decision.say(
            Certainty.SURELY,
            words.say(
                "我不能到点自动放书，可以设一个闹钟。",
                "I cannot start a book at a time of day, but I can set an alarm."))
        : Optional.empty();
  }
}
