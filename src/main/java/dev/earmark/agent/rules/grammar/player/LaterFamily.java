package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is to be done after a while, or on a condition: 五十分钟之后声音调小一点, "in two minutes set the volume
 * to twenty". Nothing but a stop or a ring comes later by itself, so this is said instead of doing
 * it at once. Stateless and thread-safe.
 */
public final class LaterFamily implements IntentFamily {
  private static final Pattern ZH_BEFORE = Pattern.compile("(?:再?过|等|再等)?");
  private static final Pattern ZH_AFTER =
      Pattern.compile("^(?:之后|以后|过后|后)[，,]?(?:(?:再|就|请|帮我|给我|自动)*+)(?!响|叫|提醒|喊)");
  private static final Pattern ZH_IF = Pattern.compile("^(?:如果|要是|假如|若是?).*");
  private static final Pattern EN_FRONT = Pattern.compile("(?:in|after)(?: about| another)? ");
  private static final Pattern EN_BEHIND =
      Pattern.compile("(.{3,}) (?:in|after)(?: about| another)? ");
  private static final Pattern EN_IF = Pattern.compile("^,? ?(?:and )?if .*");

  /** What only makes sense at once. */
  private static final Set<String> NOW =
      Set.of(
          "set_volume",
          "set_speed",
          "seek",
          "next_section",
          "previous_section",
          "search_and_play",
          "resume");

  private static final Set<String> LEVELS = Set.of("set_volume", "set_speed");

  private final Function<Utterance, Optional<Decision>> reader;

  /**
   * Makes it.
   *
   * @param reader reads what is to be done without its time
   */
  public LaterFamily(Function<Utterance, Optional<Decision>> reader) {
    this.reader = reader;
  }

  @Override
  public Optional<Decision> read(Utterance words) {
    Durations.Found time = Durations.find(words.text(), words.language()).orElse(null);
    if (time == null) {
      return Optional.empty();
    }
    return words.zh() ? zh(words, time) : en(words, time);
  }

  private Optional<Decision> zh(Utterance words, Durations.Found time) {
    Matcher after = ZH_AFTER.matcher(words.text().substring(time.end()));
    if (!ZH_BEFORE.matcher(words.text().substring(0, time.start())).matches() || !after.find()) {
      return Optional.empty();
    }
    int start = time.end() + after.end();
    if (start >= words.text().length()) {
      return Optional.empty();
    }
    return later(words, words.from(start), ZH_IF, NOW);
  }

  private Optional<Decision> en(Utterance words, Durations.Found time) {
    String before = words.text().substring(0, time.start());
    if (EN_FRONT.matcher(before).matches() && time.end() < words.text().length()) {
      return later(words, words.from(time.end()), EN_IF, NOW);
    }
    Matcher behind = EN_BEHIND.matcher(before);
    return behind.matches() && time.end() == words.text().length()
        ? later(words, words.with(words.part(behind, 1)), EN_IF, LEVELS)
        : Optional.empty();
  }

  private Optional<Decision> later(
      Utterance words, Utterance what, Pattern condition, Set<String> tools) {
    boolean refused =
        what.is(condition)
            || reader
                .apply(what)
                .map(Decision::call)
                .filter(call -> tools.contains(call.tool()))
                .isPresent();
    return refused
        ? Decision.say(
            Certainty.SURELY,
            words.say(
                "过一会儿再做的事，我只会停止播放和提醒你；这个要到时候再说。",
                "After a while I can only stop the book or remind you; please ask for this when it is"
                    + " time."))
        : Optional.empty();
  }
}
