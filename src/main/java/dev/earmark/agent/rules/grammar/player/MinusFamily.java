package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Minus;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Numbers below zero where none makes sense: 音量-10, "set a timer for -5 minutes". A level keeps its
 * sign, so that the tool names the range; without its sign it would do what nobody asked for.
 */
public final class MinusFamily implements IntentFamily {
  private static final Pattern VOLUME =
      Pattern.compile("音量|声音|声量|喇叭|音响|\\b(?:volume|sound|loudness)|\\bturn it (?:up|down|to)\\b");
  private static final Pattern SPEED =
      Pattern.compile("倍|语速|速度|速率|\\b(?:speed|tempo|rate|pace|times)|\\dx\\b");

  /** What takes a length of time or a place in the section. */
  private static final Pattern TIMED =
      Pattern.compile(
          "快进|前进|后退|倒退|快退|回退|退|跳|倒|往前|往后|回到|计时|定时|闹钟|闹铃|提醒|叫我|喊我|停|关|睡|后"
              + "|\\b(?:skip|forward|ahead|back|rewind|jump|go|move|seek|timer|alarm|remind|wake|sleep|stop|pause|in)\\b");

  private static final Pattern QUESTION =
      Pattern.compile("什么|多少|几|为什么|吗|等于|(?<!速)度|\\b(?:what|how|why|is|are|degrees?|equals)\\b");

  @Override
  public Optional<Decision> read(Utterance words) {
    String text = words.text();
    Minus.Found minus = Minus.find(text, words.language()).orElse(null);
    if (minus == null || words.has(QUESTION)) {
      return Optional.empty();
    }
    if (words.has(VOLUME)) {
      return Decision.call("set_volume", Args.of("level", (long) -Math.ceil(minus.value())));
    }
    if (words.has(SPEED)) {
      return Decision.call("set_speed", Args.of("rate", -minus.value()));
    }
    boolean time =
        Patterns.matches(
            text.substring(minus.end()),
            "[:：]\\d.*|\\s*-?\\s*(?:个|多)?(?:半)?(?:秒|分|小时|钟头|刻钟|时|hours?|hrs?|minutes?|mins?|seconds?|secs?)\\b?.*");
    boolean bare =
        minus.end() == text.length()
            && Patterns.matches(
                text.substring(0, minus.start()).strip(),
                "快进|前进|后退|倒退|快退|回退|(?:skip|fast forward|rewind|forward|seek)(?: (?:by|to))?");
    return bare || (time && words.has(TIMED))
        ? Decision.ask(
            words.say("时间不能是负的，要多久呢？", "A time cannot be below zero. How long shall it be?"))
        : Optional.empty();
  }
}
