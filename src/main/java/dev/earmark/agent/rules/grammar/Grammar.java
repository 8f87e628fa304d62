package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.book.Taught;
import dev.earmark.agent.rules.grammar.Decision.Certainty;
import dev.earmark.agent.rules.words.Clauses;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.agent.rules.words.Wishes;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import dev.earmark.text.Ordinals;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the user's words with one family of commands after the other.
 *
 * <p>The order is part of the grammar: what speaks of a time or a clock comes before the plain
 * "stop", closed commands come before titles, and the search for books comes last. Stateless and
 * thread-safe.
 */
public final class Grammar {
  /** Nobody says more in one breath, and the patterns need time and stack for every character. */
  private static final int LONGEST = 200;

  /** How many ways to part a sentence into a command and its reason are tried. */
  private static final int MOST_CLAUSES = 24;

  /** Longer sentences are seldom heard as something else from end to end. */
  private static final int SHORT = 6;

  /** Whole sentences that are commands whatever stands around them. */
  private static final List<IntentFamily> CLOSED =
      List.of(
          new LimitFamily(),
          new HabitsFamily(),
          new ChatFamily(),
          new MinusFamily(),
          new ShelfFamily(),
          new SleepFamily(),
          new AlarmFamily(),
          new TimerFamily(),
          new SpanFamily(),
          new LevelFamily(),
          new TransportFamily(),
          new NegationFamily(),
          new StatusFamily(),
          new SeekFamily(),
          new ArithmeticFamily());

  /** What the phrase book teaches, and the words that are known by their sound. */
  private static final Taught TAUGHT = new Taught();

  /** Talk that means a command as it stands, but not inside a wish or a question. */
  private static final IntentFamily AWAY = new AwayFamily();

  /** Sentences with a title or a subject in them. */
  private static final List<IntentFamily> OPEN =
      List.of(new LastClause(), new PlayFamily(), new LibraryFamily());

  /** "play it louder": what follows the verb is a command, not a title. */
  private static final Pattern VERB_AND_PRONOUN =
      Pattern.compile(
          "^(?:play|read|put|make|start|have|keep|let) (?:it|this|that|me|us|the (?:book|story))(?:"
              + " (?:be|go|get|play|a))? ");

  /** What stands between title marks is a title, whatever it says: 播放《定时炸弹》第二集. */
  private static final Pattern QUOTED = Pattern.compile("^.{0,6}(?:播放|[放听讲念读来]|打开|换成).{0,4}《");

  /** 播放 with another character of the same sound. */
  private static final Pattern NEAR_PLAY = Pattern.compile("(?:[波拨博伯泊剥薄][放方房芳]|播[方房芳]).{2,}");

  private static final Pattern POLITE_END =
      Pattern.compile("\\w,? (?:please|pls|thanks|thank you)[.!?]*$");

  /** Words of a title that is said without a verb. */
  private static final int LONGEST_BARE_TITLE = 5;

  /** "Call bob please", "excuse me please": these are meant for somebody else. */
  private static final Pattern NO_BARE_TITLE =
      Pattern.compile(
          "(?:open|close|shut|lock|order|buy|call(?! of)|ring|phone|text|turn|switch|make|let|come|help|look|say|tell|take|bring|find|clean|wash|charge|cook|feed|send|show|move|check|excuse|pardon|pass|hand|hold|hurry|sit|stand|wake|do|does|is|are|be|can|could|don't|no|not|yes|more|some|any|two|three)\\b.*|.*\\b(?:me|you|i|we|us|my|your|it|her|him|them|this|that)\\b.*");

  private static final Pattern SAID_TWICE =
      Pattern.compile("([一-龥]{2,8})[，, ]?\\1|([a-z]+(?: [a-z]+){0,3}),? \\2");

  private static final Pattern CORRECTION =
      Pattern.compile(
          "^(?:不是第[零一二两三四五六七八九十百\\d]+[集章回节篇][，, ]?(?=第)|not (?:chapter|episode|section|part|number)"
              + " [a-z]+(?: [a-z]+)?"
              + " (?=(?:chapter|episode|section|part|number)\\b))|^(?:(?:不是|不对|错了|不(?=[，,。\\s是])|弄错了|搞错了|放错了|听错了|你听错了|说错了|应该是|我说的是|我说的|我是说|我说|我刚才说的是|我要的是|是说|改成|是(?=第))[，,。\\s]*(?:这个|这本|这集|那个|吧|啊|呀|了)?[，,。\\s]*)+(?:是)?|^(?:(?:no(?! (?:more )?(?:sleep|bedtime) (?:timer|mode))|nope|not"
              + " that(?: one)?|wrong|that's (?:wrong|not (?:it|right|what i said))|sorry|i"
              + " (?:said|meant|mean)|i was saying|actually|make (?:it|that)|it's|i wanted|wrong"
              + " one|wait)[,.!\\s]+)+");
  private static final Pattern TAIL_CORRECTION =
      Pattern.compile(
          "[,\\s]+(?:i (?:said|meant|mean)|that is|not (?:chapter|episode|section|number)?"
              + " ?[a-z]+)$|[，,\\s]*(?:我说的|不是第.{1,4}[集章回])$|(?<=.{4})(?<![我你他她它])[，,]?(?:而)?不是.{2,8}$");
  private static final Pattern NOT_BUT =
      Pattern.compile(
          "^(?:不是|not )\\s*(?:the )?(.{1,12}?)(?:[，,]?\\s*(?:是|而是|要的是|应该是)|[,\\s]+(?:but|it's|i"
              + " (?:said|meant|want)) )(.+)$");

  /** Returns what the words ask for. */
  public Decision read(String heard, Language language, Situation situation) {
    if (heard.length() > LONGEST) {
      return notMine(
          language.pick("这句话太长了，请说短一点。", "That is too long for me. Please say it shorter."));
    }
    Utterance words = Utterance.of(heard, language, situation);
    Matcher twice = SAID_TWICE.matcher(words.text());
    if (twice.matches()) {
      int group = twice.group(1) != null ? 1 : 2;
      words = words.with(words.part(twice.start(group), twice.end(group)));
    }
    boolean nearPlay = words.zh() && NEAR_PLAY.matcher(words.text()).matches();
    Decision decision =
        read(nearPlay ? words.with("播放" + words.original().substring(2)) : words, /* depth= */ 0);
    return decision.certainty() == Certainty.NOT_MINE
        ? bareWish(heard, words).orElse(decision)
        : decision;
  }

  /**
   * "war and peace please", "time please": politeness makes a wish of words that are nothing else.
   */
  private static Optional<Decision> bareWish(String heard, Utterance words) {
    if (words.zh() || !POLITE_END.matcher(heard.strip().toLowerCase(Locale.ROOT)).find()) {
      return Optional.empty();
    }
    if (Patterns.matches(words.text(), "(?:the )?(?:time|date)")) {
      return Decision.call("get_time");
    }
    int length = words.text().split(" ", -1).length;
    return length >= 2 && length <= LONGEST_BARE_TITLE && !words.is(NO_BARE_TITLE)
        ? first(OPEN, words.with("i want " + words.original()))
            .filter(d -> d.call() != null && d.call().tool().equals("search_and_play"))
        : Optional.empty();
  }

  private Decision read(Utterance words, int depth) {
    if (words.text().isBlank()) {
      return notMine(words.say("我没听清，请再说一遍。", "I did not hear that. Please say it again."));
    }
    Optional<Decision> direct = Optional.empty();
    if (!corrects(words)) {
      direct = families(words);
      if (direct.isPresent()) {
        return orBySound(direct.get(), words);
      }
    }
    if (depth < 2) {
      Optional<Decision> corrected = correction(words, depth);
      if (corrected.isPresent()) {
        return corrected.get();
      }
    }
    return families(words).or(() -> otherReadings(words, depth)).orElseGet(() -> helpless(words));
  }

  private static Optional<Decision> families(Utterance words) {
    Optional<Decision> quoted =
        QUOTED.matcher(words.text()).find() ? first(OPEN, words) : Optional.empty();
    return quoted
        .or(() -> first(CLOSED, words))
        .or(() -> AWAY.read(words))
        .or(() -> closedInside(words))
        .or(() -> first(OPEN, words).map(d -> checked(d, words)))
        .or(() -> Wishes.peeled(words).stream().flatMap(w -> first(OPEN, w).stream()).findFirst());
  }

  /** What would only be asked back about may be a command that was heard wrongly: 趣消定时. */
  private static Decision orBySound(Decision decision, Utterance words) {
    return decision.asks() ? commandBySound(words).orElse(decision) : decision;
  }

  /**
   * A short sentence with a title that nobody knows may be a command that sounds the same: 听止播放.
   */
  private static Decision checked(Decision decision, Utterance words) {
    boolean doubtful =
        words.zh()
            && words.text().length() <= SHORT
            && decision.call() != null
            && decision.call().tool().equals("search_and_play")
            && Titles.known(
                    String.valueOf(decision.call().args().get("keyword")), words.situation())
                .isEmpty();
    return doubtful ? commandBySound(words).orElse(decision) : decision;
  }

  private static Optional<Decision> first(List<IntentFamily> families, Utterance words) {
    for (IntentFamily family : families) {
      Optional<Decision> decision = family.read(words);
      if (decision.isPresent()) {
        return decision;
      }
    }
    return Optional.empty();
  }

  /** A closed command after a wish, after a verb with a pronoun, or next to its reason. */
  private static Optional<Decision> closedInside(Utterance words) {
    Optional<Decision> wished = anyClosed(Wishes.peeled(words));
    if (wished.isPresent()) {
      return wished;
    }
    Matcher verb = VERB_AND_PRONOUN.matcher(words.text());
    if (!words.zh() && verb.find() && verb.end() < words.text().length()) {
      Optional<Decision> command = anyClosed(List.of(words.from(verb.end())));
      if (command.isPresent()) {
        return command;
      }
    }
    List<Utterance> parts = Clauses.commands(words);
    for (Utterance part : parts.subList(0, Math.min(parts.size(), MOST_CLAUSES))) {
      Optional<Decision> found = anyClosed(List.of(part)).or(() -> anyClosed(Wishes.peeled(part)));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Decision> anyClosed(List<Utterance> readings) {
    return readings.stream()
        .flatMap(reading -> first(CLOSED, reading).stream())
        .filter(decision -> decision.call() != null)
        .findFirst();
  }

  private static boolean corrects(Utterance words) {
    Matcher m = CORRECTION.matcher(words.text());
    boolean front = m.find() && m.end() < words.text().length();
    return front
        || TAIL_CORRECTION.matcher(words.text()).find()
        || NOT_BUT.matcher(words.text()).find();
  }

  /** 不是，我要第八集: what remains is read again, with what was said before for what is missing. */
  private Optional<Decision> correction(Utterance words, int depth) {
    String text = withoutRefusal(words);
    if (words.situation().justSaid().isBlank() && text.equals(words.original())) {
      return Optional.empty();
    }
    Utterance rest = words.with(text);
    Optional<Decision> slot = slot(rest);
    if (slot.isPresent()) {
      return slot;
    }
    if (text.equals(words.original())) {
      return Optional.empty();
    }
    Decision again = read(rest, depth + 1);
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
    return titleLike && playedBefore
        ? Decision.call(
            "search_and_play",
            Args.of(
                "keyword",
                Titles.resolve(Titles.clean(rest.original(), rest.zh()), words.situation())))
        : Optional.empty();
  }

  /** Returns the words without what they take back. */
  private static String withoutRefusal(Utterance words) {
    String text = words.original();
    Matcher notBut = NOT_BUT.matcher(words.text());
    if (notBut.find()) {
      text = text.substring(notBut.start(2));
    } else {
      Matcher front = CORRECTION.matcher(words.text());
      text = front.find() && front.end() < text.length() ? text.substring(front.end()) : text;
      Matcher back =
          TAIL_CORRECTION.matcher(Utterance.of(text, words.language(), words.situation()).text());
      String folded = text;
      if (back.find() && back.start() > 0 && back.end() <= folded.length()) {
        text = folded.substring(0, back.start());
      }
    }
    return text;
  }

  /** Returns what the words before asked for. */
  private Optional<Decision> before(Utterance words) {
    String said = words.situation().justSaid();
    if (said.isBlank()) {
      return Optional.empty();
    }
    Situation s = words.situation();
    Situation then =
        new Situation(
            s.state(),
            s.album(),
            s.section(),
            s.positionS(),
            s.sections(),
            s.volume(),
            s.speed(),
            s.results(),
            s.heard(),
            "",
            s.searched(),
            s.page());
    return Optional.of(read(Utterance.of(said, words.language(), then), /* depth= */ 2));
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
    if (before.call() == null) {
      return number >= 1 && before.asks()
          ? playSection(rest, number)
          : before.asks() && ordinal == null ? answered(rest) : Optional.empty();
    }
    Decision.Call call = before.call();
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

  /** The answer to "which book?" is a title. */
  private Optional<Decision> answered(Utterance rest) {
    Optional<Decision> plain = families(rest);
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

  /** Commands whose words were heard wrongly; the title after a verb stays as it was heard. */
  private static Optional<Decision> bySound(Utterance words) {
    Optional<Decision> command = commandBySound(words);
    if (command.isPresent()) {
      return command;
    }
    return TAUGHT
        .hearing(words.language())
        .front(words.original())
        .flatMap(mended -> first(OPEN, words.with(mended)))
        .filter(decision -> decision.call() != null);
  }

  private static Optional<Decision> taught(Utterance words) {
    return TAUGHT
        .call(words.text(), words.language())
        .flatMap(call -> Decision.call(call.tool(), call.args()));
  }

  private static Optional<Decision> commandBySound(Utterance words) {
    Optional<String> mended = TAUGHT.hearing(words.language()).commands(words.text());
    if (mended.isEmpty()) {
      return Optional.empty();
    }
    Utterance meant = words.with(mended.get());
    return first(CLOSED, meant)
        .filter(decision -> decision.call() != null)
        .or(() -> anyClosed(Wishes.peeled(meant)))
        .or(() -> taught(meant));
  }

  /**
   * The book's sentences, the same sounds, the last or first clause alone, the other language's
   * grammar.
   */
  private Optional<Decision> otherReadings(Utterance words, int depth) {
    Optional<Decision> sound = taught(words).or(() -> bySound(words));
    if (sound.isPresent()) {
      return sound;
    }
    if (words.zh() && Patterns.matches(words.original(), ".*[A-Za-z]{2}.*")) {
      Utterance english =
          new Utterance(
              words.original(), words.text(), Language.EN, words.reply(), words.situation());
      Optional<Decision> found = families(english);
      if (found.isPresent()) {
        return found;
      }
    }
    String[] clauses = words.original().split("[，,。；;!！]", -1);
    if (clauses.length < 2 || depth > 2) {
      return Optional.empty();
    }
    for (int i = clauses.length - 1; i >= 0; i--) {
      if (!clauses[i].isBlank()) {
        Optional<Decision> found = families(words.with(clauses[i].strip()));
        if (found.isPresent() && found.get().call() != null) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Decision helpless(Utterance words) {
    return notMine(
        words.say(
            "这个我帮不上忙。我会放有声书，也能暂停、快进、调音量、定时和提醒。",
            "I can't help with that. I play audiobooks, and I can pause, skip, change the volume"
                + " and set timers."));
  }

  private static Decision notMine(String answer) {
    return new Decision(
        Certainty.NOT_MINE, null, answer, Decision.Plan.ANSWER, /* asks= */ false, null);
  }
}
