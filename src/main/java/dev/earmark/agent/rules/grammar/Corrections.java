package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.words.Clocks;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.text.NumberWords;
import dev.earmark.text.Ordinals;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Words that correct what was said just before: 不是，我要第八集; "no, fifteen minutes".
 *
 * <p>What remains without the refusal is read again; a bare number, length or section takes the
 * place of the one in the words before. Stateless and thread-safe.
 */
final class Corrections {
  /** "Not thirty seconds, one minute", 不是三十秒，一分钟: the length that was meant stands behind. */
  private static final String NOT_LENGTH =
      "^(?:不是|不要)[零一二两三四五六七八九十百半\\d]{1,6}个?(?:秒钟?|分钟?|小时)[，, ](?:是|要)?"
          + "(?=[零一二两三四五六七八九十百半\\d]{1,6}个?(?:秒|分|小时))"
          + "|^not [a-z\\d]{1,10}(?:[ -][a-z\\d]{1,10})? (?:seconds?|minutes?|hours?),? (?:but )?"
          + "(?=[a-z\\d]{1,10}(?:[ -][a-z\\d]{1,10})? (?:seconds?|minutes?|hours?)$)";

  private static final Pattern ONLY_LENGTH = Pattern.compile(NOT_LENGTH);

  private static final Pattern CORRECTION =
      Pattern.compile(
          "^(?:不是第[零一二两三四五六七八九十百\\d]+[集章回节篇][，, ]?(?=第)|not (?:chapter|episode|section|part|number)"
              + " [a-z]+(?: [a-z]+)?"
              + " (?=(?:chapter|episode|section|part|number)\\b))|"
              + NOT_LENGTH
              + "|^(?:(?:不是|不对|错了|不(?=[，,。\\s是])|弄错了|搞错了|放错了|听错了|你听错了|说错了|应该是|我说的是|我说的|我是说|我说|我刚才说的是|我要的是|是说|改成|是(?=第))[，,。\\s]*(?:这个|这本|这集|那个|吧|啊|呀|了)?[，,。\\s]*)+(?:是)?|^(?:(?:no(?! (?:more )?(?:sleep|bedtime) (?:timer|mode))|nope|not"
              + " that(?: one)?|wrong|that's (?:wrong|not (?:it|right|what i said))|sorry|i"
              + " (?:said|meant|mean)|i was saying|actually|make (?:it|that)|it's|i wanted|wrong"
              + " one|wait)[,.!\\s]+)+");
  private static final Pattern TAIL_CORRECTION =
      Pattern.compile(
          "[,\\s]+(?:i (?:said|meant|mean)|that is|not (?:chapter|episode|section|number)?"
              + " ?[a-z]+)$|[，,\\s]*(?:我说的|不是第.{1,4}[集章回])$|(?<=.{4})(?<![我你他她它])[，,]?(?:而)?不是.{2,8}$");

  /** "Play thou shalt not kill": with a comma it would be another matter. */
  private static final Pattern NOT_IN_TITLE =
      Pattern.compile(
          "(?:play|read|put on|start|listen to|i want(?: to hear)?) (?!(?:it|this|that|at|chapter|episode|section|the (?:next|previous|last|first))\\b)[^,]* not ([a-z]+)");

  private static final Pattern NOT_BUT =
      Pattern.compile(
          "^(?:不是|not )\\s*(?:the )?(.{1,12}?)(?:[，,]?\\s*(?:是|而是|要的是|应该是|我要听?|我想听|我想要|换成?|改成|放|听)|[,\\s]+(?:but|it's|i"
              + " (?:said|meant|want)) )(.+)$");

  /** What takes back what was said before it in the same breath. */
  private static final Pattern INSIDE =
      Pattern.compile(
          "(?<=..)[，,、。 ]*(?:哦|噢|啊|呃|额|嗯|哎|喔)?(?:(?:不对|错了|说错了|我说错了|更正)[，,、。 ]*(?:不是|应该是|我是说|是|要)?|[，,、。 ](?:哦|噢|啊|呃|额|嗯|哎)?(?:不是?|我是说|我的意思是)[，,、。 ]+(?:应该是|是)?)(?=.{2})"
              + "|(?<=...)(?:,\\s*|\\s)(?:oh |um |uh |er )?(?:no wait|no no|wait no|no|sorry|scratch that|correction|i mean|i meant|or rather|make that)(?:,? (?:i mean|i meant|make (?:it|that)|sorry|rather))?(?:,\\s*|\\s)(?=\\w)");

  /** Said while a book plays, without a command before: 不对不对是红楼梦. */
  private static final Pattern WRONG_BOOK =
      Pattern.compile(
          "(?:不对|错了|搞错了|弄错了|放错了|听错了|不是这个|不是这本)(?:不对|错了|[，, ])*(?:应该)?是[一-龥]{2,8}(?<![了吗呢吧啊的])");

  /** What was turned up or down, or skipped, went too far. */
  private static final Pattern TOO_FAR =
      Pattern.compile(
          "(?:现在|这下|又|还是|有点儿?|稍微)*(?:太|过于?|有点儿?|有些)(大|响|吵|小|轻|多|远|过|快|慢)(?:声)?(?:了|啦)?(?:点|一点)?|(?:过头|过)了"
              + "|(?:now |oh |no |okay )*(?:that's |that is |it's |that was |it is |now it's )?(?:a (?:bit|little) |way |much |far )?too (loud|quiet|soft|low|much|far)(?: now)?");

  private static final Pattern NOT = Pattern.compile("^(?:(?:no|不|不对)[，, ]*)?(?:not |不是|不要)");

  private static final Set<String> TIMED = Set.of("set_timer", "set_sleep_timer");

  private final Grammar grammar;

  /** Takes the grammar that reads what remains. */
  Corrections(Grammar grammar) {
    this.grammar = grammar;
  }

  /** Returns whether the words take something back. */
  static boolean corrects(Utterance words) {
    Matcher m = CORRECTION.matcher(words.text());
    boolean front = m.find() && m.end() < words.text().length();
    return front || tail(words).find() || NOT_BUT.matcher(words.text()).find();
  }

  /** Returns whether one length is taken back for another, and nothing else is said. */
  static boolean isOnlyLength(Utterance words) {
    return ONLY_LENGTH.matcher(words.text()).find();
  }

  /** What is taken back at the end; "not" in a title takes nothing back, so none behind a verb. */
  private static Matcher tail(Utterance words) {
    Matcher m = TAIL_CORRECTION.matcher(words.text());
    Matcher title = NOT_IN_TITLE.matcher(words.text());
    boolean inTitle =
        title.matches() && NumberWords.parse(title.group(1), words.language()).isEmpty();
    return inTitle ? m.region(words.text().length(), words.text().length()) : m;
  }

  /** 音量四十，不对，三十; "forward a minute, i mean back a minute": what is said last counts. */
  Optional<Decision> inside(Utterance words) {
    Matcher m = INSIDE.matcher(words.text());
    while (m.find()) {
      Utterance first = words.with(words.part(0, m.start()));
      String then = words.part(m.end(), words.text().length());
      Optional<Decision> meant =
          whole(words.with(then)).or(() -> instead(first, then)).filter(d -> d.call() != null);
      boolean length =
          Durations.find(first.text(), first.language())
              .filter(f -> f.start() == 0 && f.end() == first.text().length())
              .isPresent();
      boolean taken = length || Grammar.families(first).filter(d -> d.call() != null).isPresent();
      if (meant.isPresent() && (taken || endsWithNumber(first))) {
        return meant;
      }
    }
    return Optional.empty();
  }

  /** What stands behind is a command of its own, not a title by chance. */
  private static Optional<Decision> whole(Utterance words) {
    return Grammar.families(words)
        .filter(d -> d.call() != null)
        .filter(
            d ->
                d.call() != null
                    && (!d.call().tool().equals("search_and_play")
                        || d.call().args().containsKey("section")
                        || Patterns.matches(words.text(), "(?:播放|放|听|play |read ).*")));
  }

  /** The end takes the place of the number or the title at the end of the beginning. */
  private Optional<Decision> instead(Utterance first, String then) {
    int end = first.text().length();
    NumberWords.Found number = lastNumber(first);
    if (number != null && number.end() == end) {
      Optional<Decision> replaced =
          Grammar.families(first.with(first.part(0, number.start()) + then));
      if (replaced.filter(d -> d.call() != null).isPresent()) {
        return replaced;
      }
    }
    Optional<Decision> later = otherClock(first, then);
    if (later.isPresent()) {
      return later;
    }
    Situation now = first.situation().withJustSaid(first.original());
    return read(
        Utterance.of((first.zh() ? "不对，" : "no, ") + then, first.language(), now), /* depth= */ 1);
  }

  /** 七点叫我，不对，八点: an alarm at the other time. */
  private static Optional<Decision> otherClock(Utterance first, String then) {
    Decision decision = Grammar.families(first).orElse(null);
    if (decision == null || decision.call() == null || !decision.call().args().containsKey("at")) {
      return Optional.empty();
    }
    Decision.Call call = decision.call();
    String said = first.zh() ? then : "at " + then.replaceFirst("^at ", "");
    Clocks.Found clock = Clocks.find(said, first.language()).orElse(null);
    if (clock == null || clock.start() > 0 || clock.end() < said.length()) {
      return Optional.empty();
    }
    Map<String, Object> args = new LinkedHashMap<>(call.args());
    args.put("at", clock.at());
    return Optional.of(decision.with(new Decision.Call(call.tool(), args)));
  }

  private static NumberWords.@Nullable Found lastNumber(Utterance words) {
    NumberWords.Found last = null;
    Optional<NumberWords.Found> next = NumberWords.findFrom(words.text(), 0, words.language());
    while (next.isPresent()) {
      last = next.get();
      next = NumberWords.findFrom(words.text(), last.end(), words.language());
    }
    return last;
  }

  private static boolean endsWithNumber(Utterance words) {
    NumberWords.Found last = lastNumber(words);
    return last != null && last.end() == words.text().length();
  }

  /** 不是，我要第八集: what remains is read again, with what was said before for what is missing. */
  Optional<Decision> read(Utterance words, int depth) {
    String text = withoutRefusal(words);
    if (words.situation().justSaid().isBlank() && text.equals(words.original())) {
      return Optional.empty();
    }
    Utterance rest = words.with(text);
    Optional<Decision> slot = slot(rest);
    if (slot.isPresent()) {
      return slot;
    }
    if (text.equals(words.original()) || isOnlyLength(words)) {
      return Optional.empty();
    }
    Decision again = grammar.read(rest, depth + 1);
    if (again.certainty() != Certainty.NOT_MINE) {
      return Optional.of(again);
    }
    boolean titleLike =
        Patterns.matches(words.text(), "^(?:不是|不对|错了|no|not|wrong|i said|i meant|我说|我要|我是说).*")
            && rest.text().length() >= 2
            && rest.text().length() <= (rest.zh() ? 8 : 40);
    boolean playedBefore =
        before(words)
            .map(d -> d.call() != null && d.call().tool().equals("search_and_play"))
            .orElse(false);
    boolean wrongBook =
        words.playing()
            && words.situation().justSaid().isBlank()
            && WRONG_BOOK.matcher(words.text()).matches();
    return titleLike && (playedBefore || wrongBook)
        ? Decision.call(
            "search_and_play",
            Args.of(
                "keyword",
                Titles.resolve(Titles.clean(rest.original(), rest.zh()), words.situation())))
        : Optional.empty();
  }

  /** Returns the words without what they take back. */
  private String withoutRefusal(Utterance words) {
    String text = words.original();
    Matcher notBut = NOT_BUT.matcher(words.text());
    int refused = refusedTitle(words);
    if (refused > 0) {
      text = Patterns.replaceAll(text.substring(refused), "^[，,\\s]*(?:而?是(?!谁|否))?[，,\\s]*", "");
    } else if (notBut.find()) {
      text = text.substring(notBut.start(2));
    } else {
      Matcher front = CORRECTION.matcher(words.text());
      text = front.find() && front.end() < text.length() ? text.substring(front.end()) : text;
      Matcher back = tail(Utterance.of(text, words.language(), words.situation()));
      String folded = text;
      if (back.find() && back.start() > 0 && back.end() <= folded.length()) {
        text = folded.substring(0, back.start());
      }
    }
    return text;
  }

  /** Returns where the rest begins of words that refuse the title said before, else 0. */
  private int refusedTitle(Utterance words) {
    Matcher not = NOT.matcher(words.text());
    String title =
        before(words)
            .map(Decision::call)
            .filter(call -> call.tool().equals("search_and_play"))
            .map(call -> String.valueOf(call.args().get("keyword")).toLowerCase(Locale.ROOT))
            .orElse("");
    if (title.isEmpty() || !not.find() || !words.text().startsWith(title, not.end())) {
      return 0;
    }
    int end = not.end() + title.length();
    return words.text().length() > end + 1 ? end : 0;
  }

  /** Returns what the words before asked for. */
  private Optional<Decision> before(Utterance words) {
    String said = words.situation().justSaid();
    if (said.isBlank()) {
      return Optional.empty();
    }
    Situation then = words.situation().withJustSaid("");
    return Optional.of(grammar.read(Utterance.of(said, words.language(), then), /* depth= */ 2));
  }

  /** A bare number, length or section takes the place of the one said before. */
  private Optional<Decision> slot(Utterance rest) {
    Decision before = before(rest).orElse(null);
    if (before == null) {
      return Optional.empty();
    }
    String text =
        Patterns.replaceAll(
            rest.text(), "^(?:要|我要|第|是|chapter |episode |number |to |the )+(?=.)", "");
    Ordinals.Found ordinal = Ordinals.find(rest.text(), rest.language()).orElse(null);
    double number =
        NumberWords.parseDecimal(
                Patterns.replaceAll(text, "[个号吧]$|%$| ?percent$", "").replace("百分之", ""),
                rest.language())
            .orElse(-1);
    Optional<Decision> timed = before.asks() ? timed(rest) : Optional.empty();
    if (timed.isPresent()) {
      return timed;
    }
    if (before.call() == null) {
      return number >= 1 && before.asks()
          ? playSection(rest, number)
          : before.asks() && ordinal == null ? answered(rest) : Optional.empty();
    }
    Decision.Call call = before.call();
    if (TOO_FAR.matcher(rest.text()).matches()) {
      return halfBack(rest, call);
    }
    Map<String, Object> args = new LinkedHashMap<>(call.args());
    if (call.tool().equals("search_and_play")) {
      double named = ordinal == null ? -1 : wholeOrdinal(rest, ordinal);
      double section = named > 0 ? named : number;
      if (section < 1 || section != Math.rint(section)) {
        return Optional.empty();
      }
      args.put("section", (long) section);
      return Decision.call(call.tool(), args);
    }
    Optional<Durations.Found> time =
        Durations.find(rest.text(), rest.language())
            .filter(f -> f.end() - f.start() == rest.text().length());
    return replaced(call, args, number, time);
  }

  /** 太大了 behind 大声一点: half of it is taken back. */
  private static Optional<Decision> halfBack(Utterance rest, Decision.Call call) {
    boolean less = Patterns.matches(rest.text(), ".*(?:小|轻|quiet|soft|low).*");
    boolean more = Patterns.matches(rest.text(), ".*(?:大|响|吵|loud).*");
    if (call.tool().equals("seek") && call.args().get("seconds") instanceof Number moved) {
      double half = -moved.doubleValue() / 2;
      return less || more
          ? Optional.empty()
          : Decision.call(call.tool(), Args.of("seconds", Durations.plain(half)));
    }
    if (!call.tool().equals("set_volume")) {
      return Optional.empty();
    }
    double before = call.args().get("delta") instanceof Number delta ? delta.doubleValue() : 0;
    long step = Math.max(1, Math.round(Math.abs(before == 0 ? 10 : before) / 2));
    boolean up = less || (!more && before < 0);
    return Decision.call(call.tool(), Args.of("delta", up ? step : -step));
  }

  /** Returns the section when nothing but its expression was said, else -1. */
  private static double wholeOrdinal(Utterance rest, Ordinals.Found ordinal) {
    String bare = Patterns.replaceAll(rest.text(), "^(?:我?要|我想听|听|放|播放|play )", "");
    boolean whole = ordinal.end() - ordinal.start() >= bare.length();
    return whole && ordinal.kind() == Ordinals.Kind.NUMBER ? ordinal.number() : -1;
  }

  private static Optional<Decision> replaced(
      Decision.Call call, Map<String, Object> args, double number, Optional<Durations.Found> time) {
    String name =
        args.containsKey("level") || args.containsKey("delta")
            ? "level"
            : args.containsKey("rate")
                ? "rate"
                : args.containsKey("minutes")
                    ? "minutes"
                    : args.containsKey("sections")
                        ? "sections"
                        : args.containsKey("seconds")
                            ? "seconds"
                            : args.containsKey("position") ? "position" : "";
    if (name.isEmpty() || (number < 0 && time.isEmpty())) {
      return Optional.empty();
    }
    double value = number;
    if (time.isPresent()) {
      double old = args.get("seconds") instanceof Number n ? n.doubleValue() : 1;
      value =
          name.equals("minutes")
              ? time.get().seconds() / 60
              : time.get().seconds() * (old < 0 ? -1 : 1);
    } else if (name.equals("seconds")) {
      double old = args.get("seconds") instanceof Number n ? n.doubleValue() : 1;
      value =
          old % 60 == 0 && Math.abs(old) >= 60
              ? Math.signum(old) * number * 60
              : Math.signum(old) * number;
    }
    args.remove("delta");
    args.put(name, name.equals("rate") ? (Object) value : Durations.plain(value));
    return Decision.call(call.tool(), args);
  }

  private static Optional<Decision> playSection(Utterance rest, double number) {
    return rest.situation().album().isEmpty()
        ? Optional.empty()
        : Decision.call(
            "search_and_play",
            Args.of("keyword", rest.situation().album(), "section", Durations.plain(number)));
  }

  /** The answer to "for when?" is a length or a time of day: it completes what was said before. */
  private static Optional<Decision> timed(Utterance rest) {
    String said = rest.situation().justSaid();
    String when = rest.original();
    boolean length = Durations.find(rest.text(), rest.language()).isPresent();
    boolean whole = rest.zh() || Patterns.matches(rest.text(), "(?:in|at|for|after|by)\\b.*");
    String link = whole ? " " : length ? " in " : " at ";
    return Stream.of(rest.zh() ? when + said : said + link + when, rest.zh() ? said + when : said)
        .map(rest::with)
        .filter(words -> length || Clocks.find(words.text(), words.language()).isPresent())
        .flatMap(words -> Grammar.families(words).stream())
        .filter(d -> d.call() != null && TIMED.contains(d.call().tool()))
        .findFirst();
  }

  /** The answer to "which book?" is a title. */
  private Optional<Decision> answered(Utterance rest) {
    Optional<Decision> plain = Grammar.families(rest);
    int length = rest.zh() ? rest.text().length() : rest.text().split(" ", -1).length;
    return plain.isPresent() || length > (rest.zh() ? 8 : 6) || length < (rest.zh() ? 2 : 1)
        ? plain
        : Decision.call(
                "search_and_play",
                Args.of(
                    "keyword",
                    Titles.resolve(Titles.clean(rest.original(), rest.zh()), rest.situation())))
            .map(d -> d.as(Certainty.PERHAPS));
  }
}
