package dev.earmark.agent.loop.claim;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Situation;
import dev.earmark.agent.loop.claim.Happened.Deed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Figures in a sentence that are not those of the run: volume, speed, sections, lengths, times. */
final class ValueClaims {
  private static final Pattern VOLUME = Pattern.compile("音量|声音|\\bvolume\\b");
  private static final Pattern VOLUME_IS =
      Pattern.compile("(?:音量|声音)(?:现在|目前)?(?:是|在|为)|\\bvolume(?:'s| is)\\b");
  private static final String NO_OTHER_UNIT =
      "(?![\\d:点]|\\.\\d|"
          + " ?(?:分|秒|小时|集|章|回|倍|个|本|月|日|a\\.?m|p\\.?m|o'clock|minutes?|seconds?|hours?|times|x\\b|sections?|chapters?)"
          + "|(?:%| percent) (?:faster|slower|louder|more|less|of))";

  /** Groups: the figure, and what makes it tenths: 五成. */
  private static final Pattern VOLUME_TO =
      Pattern.compile(
          "(?:(?:[到成为是在至]|音量|声音)了? ?|\\b(?:to|at|is|now|volume) )(\\d++)" + NO_OTHER_UNIT + "(成)?");

  private static final Pattern SPEED_IS =
      Pattern.compile("(?:倍速|语速|速度)(?:现在|目前)?(?:是|为)|\\bspeed(?:'s| is)\\b");

  /** Groups: the figure, and what makes it hundredths: 150%. */
  private static final Pattern SPEED_TO =
      Pattern.compile(
          "(?:(?:到|成|为|是|\\b(?:to|at|is|now)) ?)?(?:(\\d++(?:\\.\\d++)?)(?= ?(?:倍|x\\b|times\\b))"
              + "|(?<=[到成为是度速]|\\b(?:to|at|is|now|speed) )(\\d++(?:\\.\\d++)?)"
              + NO_OTHER_UNIT
              + "(%| ?percent)?)");

  private static final Pattern LOUDER =
      Pattern.compile("[调变]大|[调变]高|提高|更大声|turned (?:it |the volume )?up|\\blouder\\b");
  private static final Pattern QUIETER =
      Pattern.compile("[调变]小|[调变]低|降低|更小声|turned (?:it |the volume )?down|\\bquieter\\b");
  private static final Pattern MUTED = Pattern.compile("(?<!取消)静音|(?<!un)\\bmuted\\b");

  private final List<Deed> deeds;
  private final Situation before;

  ValueClaims(List<Deed> deeds, Situation before) {
    this.deeds = deeds;
    this.before = before;
  }

  /** Returns the call whose result says otherwise than the sentence, or null. */
  @Nullable Deed against(String digits, Set<Effect> claims) {
    Deed volume = volume(digits, claims);
    if (volume != null) {
      return volume;
    }
    Deed speed = speed(digits, claims);
    if (speed != null) {
      return speed;
    }
    Deed section = section(digits, claims);
    return section != null ? section : timer(digits, claims);
  }

  private @Nullable Deed volume(String digits, Set<Effect> claims) {
    Deed deed = last(Effect.VOLUME, "volume", "level");
    boolean named = VOLUME.matcher(digits).find();
    boolean said = claims.contains(Effect.VOLUME) || VOLUME_IS.matcher(digits).find();
    if (deed == null || !said) {
      return null;
    }
    List<Double> to = named ? volumes(digits) : List.of();
    if (differ(to, figures(deed, List.of("level", "volume")))) {
      return deed;
    }
    return claims.contains(Effect.VOLUME) && otherWay(digits, deed) ? deed : null;
  }

  /** Louder is said where it became quieter, or the reverse, or muted where it can be heard. */
  private boolean otherWay(String digits, Deed deed) {
    if (!(deed.data().get("volume") instanceof Number now)) {
      return false;
    }
    int was = before.volume();
    for (Deed earlier : deeds) {
      if (!earlier.equals(deed) && earlier.data().get("volume") instanceof Number volume) {
        was = volume.intValue();
      }
    }
    boolean up = LOUDER.matcher(digits).find();
    boolean down = QUIETER.matcher(digits).find();
    return (up && !down && now.intValue() < was)
        || (down && !up && now.intValue() > was)
        || (MUTED.matcher(digits).find() && !up && !down && now.intValue() > 0);
  }

  private @Nullable Deed speed(String digits, Set<Effect> claims) {
    Deed deed = last(Effect.SPEED, "speed", "rate");
    if (deed == null || !(claims.contains(Effect.SPEED) || SPEED_IS.matcher(digits).find())) {
      return null;
    }
    return differ(speeds(digits), figures(deed, List.of("rate", "speed"))) ? deed : null;
  }

  private @Nullable Deed section(String digits, Set<Effect> claims) {
    Deed deed = last(Effect.PLAY, "section");
    if (deed == null || !claims.contains(Effect.PLAY)) {
      return null;
    }
    List<Double> real = new ArrayList<>();
    number(deed.args().get("section"), real);
    number(deed.data().get("section"), real);
    for (Deed any : deeds) {
      real.addAll(Figures.sections(Figures.digits(any.observation())));
    }
    real.removeIf(section -> section <= 0);
    return differ(Figures.sectionsPlayed(digits), real) ? deed : null;
  }

  private @Nullable Deed timer(String digits, Set<Effect> claims) {
    Deed deed = Contradictions.last(deeds, Effect.TIMER);
    if (deed == null || !claims.contains(Effect.TIMER)) {
      return null;
    }
    List<Figures.Time> times = Figures.times(digits);
    List<Double> lengths = Figures.lengths(digits);
    List<Figures.Time> realTimes = new ArrayList<>();
    List<Double> realLengths = new ArrayList<>();
    boolean timeRead = false;
    boolean begun = false;
    for (Deed any : deeds) {
      String observed = Figures.digits(any.observation());
      timeRead |= !Figures.times(observed).isEmpty();
      begun |= any.effects().contains(Effect.TIMER);
      if (begun) {
        realTimes.addAll(Figures.times(observed));
        realLengths.addAll(Figures.lengths(observed));
        arguments(any, realTimes, realLengths);
      }
    }
    boolean same =
        times.stream().anyMatch(time -> realTimes.stream().anyMatch(time::fits))
            || lengths.stream().anyMatch(l -> realLengths.stream().anyMatch(r -> near(l, r)));
    boolean other =
        (!times.isEmpty() && !realTimes.isEmpty())
            || (!lengths.isEmpty() && !realLengths.isEmpty())
            || (!times.isEmpty() && !realLengths.isEmpty() && !timeRead);
    return !same && other ? deed : null;
  }

  private static void arguments(Deed deed, List<Figures.Time> times, List<Double> lengths) {
    for (Map.Entry<String, Object> argument : deed.args().entrySet()) {
      double unit =
          switch (argument.getKey()) {
            case "seconds" -> 1;
            case "minutes", "extend" -> 60;
            default -> 0;
          };
      if (unit > 0) {
        List<Double> values = new ArrayList<>();
        number(argument.getValue(), values);
        values.forEach(value -> lengths.add(value * unit));
      } else if (argument.getValue() instanceof String text) {
        String digits = Figures.digits(text);
        times.addAll(Figures.times(digits.replaceFirst("^\\d{4}-\\d\\d-\\d\\dt", "")));
        lengths.addAll(Figures.lengths(digits));
      }
    }
    if (deed.data().get("minutes") instanceof Number minutes) {
      lengths.add(minutes.doubleValue() * 60);
    }
  }

  /** Part of a minute is often rounded away, a whole minute is not. */
  private static boolean near(double said, double real) {
    boolean isWhole = real % 60 == 0;
    return Math.abs(said - real) <= (real >= 300 && !isWhole ? 60 : 1);
  }

  /** Returns the last call with the effect that has one of these among its arguments or data. */
  private @Nullable Deed last(Effect effect, String... keys) {
    for (int i = deeds.size() - 1; i >= 0; i--) {
      Deed deed = deeds.get(i);
      if (deed.effects().contains(effect)) {
        for (String key : keys) {
          if (deed.data().containsKey(key) || deed.args().containsKey(key)) {
            return deed;
          }
        }
      }
    }
    return null;
  }

  /** Returns the figures of the arguments and data, and those of all results from the call on. */
  private List<Double> figures(Deed deed, List<String> keys) {
    List<Double> real = new ArrayList<>();
    for (String key : keys) {
      number(deed.args().get(key), real);
      number(deed.data().get(key), real);
    }
    for (Deed later : Contradictions.from(deeds, deed)) {
      real.addAll(Figures.numbers(Figures.digits(later.observation())));
    }
    return real;
  }

  private static void number(@Nullable Object value, List<Double> to) {
    if (value instanceof Number number) {
      to.add(number.doubleValue());
    } else if (value instanceof String text && text.matches("\\d{1,9}(?:\\.\\d{1,9})?")) {
      to.add(Double.valueOf(text));
    }
  }

  /** Returns the volumes that are named, in percent. */
  static List<Double> volumes(String digits) {
    List<Double> numbers = new ArrayList<>();
    Matcher match = VOLUME_TO.matcher(digits);
    while (match.find()) {
      numbers.add(Double.parseDouble(match.group(1)) * (match.group(2) == null ? 1 : 10));
    }
    return numbers;
  }

  /** Returns the speeds that are named; 1 is normal. */
  static List<Double> speeds(String digits) {
    List<Double> numbers = new ArrayList<>();
    Matcher match = SPEED_TO.matcher(digits);
    while (match.find()) {
      String number = match.group(1) != null ? match.group(1) : match.group(2);
      numbers.add(Double.parseDouble(number) / (match.group(3) == null ? 1 : 100));
    }
    return numbers;
  }

  private static boolean differ(List<Double> said, List<Double> real) {
    return !said.isEmpty()
        && !real.isEmpty()
        && said.stream().noneMatch(s -> real.stream().anyMatch(r -> Math.abs(s - r) < 0.001));
  }
}
