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
   * What is said in other ways than by one plain figure: a quarter to eight, half as loud, 最大, 大约,
   * "7 out of 10".
   */
  private static final Pattern NOT_PLAIN =
      Pattern.compile(
          "\\b(?:half|quarters?|past|out of|times normal|about|around|roughly|nearly|almost"
              + "|max(?:imum)?|min(?:imum)?|between|range)\\b"
              + "|\\bto (?:\\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\b)"
              + "[^.]*\\b(?:a\\.?m|p\\.?m|o'clock|in the)\\b"
              + "|半|刻|差[一两三四五六七八九十\\d]|大约|大概|左右|差不多|最[大高多低小]|范围|之间");

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
    for (Asserted.Sentence sentence : Asserted.sentences(text)) {
      Deed against = sentence.text().isEmpty() ? null : against(sentence);
      if (against != null) {
        return Optional.of(
            new Contradiction(
                shown(sentence.words().strip()), against.tool(), shown(against.observation())));
      }
    }
    return Optional.empty();
  }

  private @Nullable Deed against(Asserted.Sentence sentence) {
    Set<Effect> claims = ClaimWords.in(sentence.text());
    String digits = Figures.digits(sentence.text());
    boolean plain = !NOT_PLAIN.matcher(sentence.text()).find();
    Deed value = plain ? values.against(digits, claims) : null;
    return value != null ? value : states.against(sentence.words(), digits, claims, plain);
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
