package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.claim.Happened.Contradiction;
import dev.earmark.agent.loop.claim.Happened.Deed;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
