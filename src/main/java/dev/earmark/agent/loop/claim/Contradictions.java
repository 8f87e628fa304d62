package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.claim.Happened.Contradiction;
import dev.earmark.agent.loop.claim.Happened.Deed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first sentence of an answer that says otherwise than it happened in the run: another
 * volume, speed, section, length or time of day, a direction that is the opposite one, a timer that
 * was set where one was called off, a book that plays although it is still being fetched.
 *
 * <p>Only what is clear counts. A figure is wrong only when it stands where that very value is
 * said, a result of the run names a figure of the same kind, and none of them is the same; a
 * sentence that asks, denies, or tells of earlier is left alone.
 */
final class Contradictions {
  /**
   * What is said in other ways than by one plain figure, about another time, or of what could be: a
   * quarter to eight, half as loud, 150 %, 共2集, "you set it yesterday", 说“音量调到三十”, 最大.
   */
  private static final Pattern NOT_PLAIN =
      Pattern.compile(
          "(?i)\\b[12]\\d\\d ?(?:%|percent)|\\b(?:half|quarters?|past|out of|times normal"
              + "|about|around|roughly|nearly|almost|max(?:imum)?|min(?:imum)?|between|range|finished"
              + "|yesterday|before|earlier|ago|was|were|used to|last (?:night|week|time)"
              + "|say|if|would|could|might|once upon)\\b"
              + "|\\bto (?:\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\b)"
              + "[^.]*\\b(?:a\\.?m|p\\.?m|o'clock|in the)\\b"
              + "|半|刻|差[一两三四五六七八九十\\d]|大约|大概|左右|差不多|最[大高多低小]|范围|之间|放完|听完"
              + "|昨天|前天|上次|刚才|刚刚是|之前|原来|原先|原本|本来|如果|要是|说[“‘\"「]"
              + "|共\\s?[一二三四五六七八九十百\\d]");

  private static final int LOOKED_AT = 4_000;
  private static final int SHOWN = 80;

  private final ValueClaims values;
  private final StateClaims states;

  Contradictions(List<Deed> deeds, Situation before) {
    this.values = new ValueClaims(deeds, before);
    this.states = new StateClaims(deeds, before);
  }

  Optional<Contradiction> first(String answer) {
    String text = answer.length() > LOOKED_AT ? answer.substring(0, LOOKED_AT) : answer;
    for (String sentence : text.split("(?<=[。！？!?；;\\n～~])|(?<=\\.)\\s", -1)) {
      if (sentence.isBlank() || !ClaimGuard.affirms(sentence, "")) {
        continue;
      }
      Deed against = against(sentence);
      if (against != null) {
        return Optional.of(
            new Contradiction(
                shown(sentence.strip()), against.tool(), shown(against.observation())));
      }
    }
    return Optional.empty();
  }

  private @Nullable Deed against(String sentence) {
    Set<Effect> claims = ClaimGuard.claims(sentence);
    String digits = Figures.digits(sentence);
    if (NOT_PLAIN.matcher(sentence).find()) {
      return states.against(sentence, digits, claims);
    }
    Deed value = values.against(digits, claims);
    return value != null ? value : states.against(sentence, digits, claims);
  }

  /** Returns the last call with the effect, or null. */
  static @Nullable Deed last(List<Deed> deeds, Effect effect) {
    for (int i = deeds.size() - 1; i >= 0; i--) {
      if (deeds.get(i).effects().contains(effect)) {
        return deeds.get(i);
      }
    }
    return null;
  }

  /** Returns the calls from the given one on. */
  static List<Deed> from(List<Deed> deeds, Deed deed) {
    return deeds.subList(deeds.lastIndexOf(deed), deeds.size());
  }

  private static String shown(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
  }
}
