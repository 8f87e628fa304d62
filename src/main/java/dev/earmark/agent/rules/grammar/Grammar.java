package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.book.Taught;
import dev.earmark.agent.rules.grammar.heed.OnlyTold;
import dev.earmark.agent.rules.grammar.heed.PlayLater;
import dev.earmark.agent.rules.grammar.heed.Reworded;
import dev.earmark.agent.rules.grammar.heed.SectionEnd;
import dev.earmark.agent.rules.grammar.heed.Unasked;
import dev.earmark.agent.rules.grammar.player.AwayFamily;
import dev.earmark.agent.rules.grammar.player.BookmarkFamily;
import dev.earmark.agent.rules.grammar.player.CallOffFamily;
import dev.earmark.agent.rules.grammar.player.ChatFamily;
import dev.earmark.agent.rules.grammar.player.ConceptFamily;
import dev.earmark.agent.rules.grammar.player.FetchFamily;
import dev.earmark.agent.rules.grammar.player.LevelFamily;
import dev.earmark.agent.rules.grammar.player.MinusFamily;
import dev.earmark.agent.rules.grammar.player.NegationFamily;
import dev.earmark.agent.rules.grammar.player.PreviousBookFamily;
import dev.earmark.agent.rules.grammar.player.SeekFamily;
import dev.earmark.agent.rules.grammar.player.SleepFamily;
import dev.earmark.agent.rules.grammar.player.TransportFamily;
import dev.earmark.agent.rules.grammar.player.WhyFamily;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Clauses;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.agent.rules.words.Wishes;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
          new KeepFamily(),
          new QueueFamily(),
          new LimitFamily(),
          new HabitsFamily(),
          new BookmarkFamily(),
          new ChatFamily(),
          new MinusFamily(),
          new ShelfFamily(),
          new SleepFamily(),
          new CallOffFamily(),
          new AlarmFamily(),
          new TwoReminders(),
          new TimerFamily(),
          new SpanFamily(),
          new LevelFamily(),
          new WhyFamily(),
          new PreviousBookFamily(),
          new TransportFamily(),
          new NegationFamily(),
          new StatusFamily(),
          new SeekFamily(),
          new ArithmeticFamily());

  /** What the phrase book teaches, and the words that are known by their sound. */
  private static final Taught TAUGHT = new Taught();

  /** Talk that means a command as it stands, but not inside a wish or a question. */
  private static final IntentFamily AWAY = new AwayFamily();

  /** Known words in an order that no pattern foresees. */
  private static final IntentFamily CONCEPTS = new ConceptFamily();

  private static final IntentFamily THE_ONE = new PickFamily();

  private static final LastClause LAST_CLAUSE = new LastClause();

  /** Sentences with a title or a subject in them. */
  private static final List<IntentFamily> OPEN =
      List.of(
          LAST_CLAUSE, new FetchFamily(), new GoOnFamily(), new PlayFamily(), new LibraryFamily());

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
          "(?:open|close|shut|lock|order|buy|call(?!"
              + " of)|ring|phone|text|turn|switch|make|let|come|help|look|say|tell|take|bring|find|clean|wash|charge|cook|feed|send|show|move|check|excuse|pardon|pass|hand|hold|hurry|sit|stand|wake|do|does|is|are|be|can|could|don't|no|not|yes|more|some|any|two|three|(?:the"
              + " )?(?:next|previous|last|first|other|same|new))\\b.*|.*\\b(?:me|you|i|we|us|my|your|it|her|him|them|this|that)\\b.*");

  private static final Pattern SAID_TWICE =
      Pattern.compile("([一-龥]{2,8})[，, ]?\\1|([a-z]+(?: [a-z]+){0,3}),? \\2");

  /** Between two wishes in one sentence. */
  private static final Pattern BETWEEN =
      Pattern.compile(
          "[，,]? (?:and then|and|then) |[，,]\\s*(?:然后|再|并且|就)?|(?:然后|并且)|"
              + " (?=at (?:the )?volume \\S+(?: \\S+)?$| at \\S+(?: \\S+)? percent$)|"
              + " (?=at (?:double|half|normal|twice the|one|two|\\d[.\\d]*)\\b.{0,20}speed$)");

  private static final Set<String> FIRST =
      Set.of("search_and_play", "pause", "resume", "set_volume", "set_speed");
  private static final Set<String> SECOND =
      Set.of("set_sleep_timer", "set_timer", "set_speed", "set_volume");

  /** 暂停一下，五分钟后继续: what pauses, and how long. */
  private static final Pattern PAUSE_FOR_A_WHILE =
      Pattern.compile(
          "(?:先)?(?:暂停|停)(?:一下|一会儿?|下)?[，,]?(?:过|等)?(?<zh>.{1,8}?)(?:(?:以后|之后|后)(?:再|就|自动)*|再)(?:继续|接着|恢复)(?:播放|放|播|听|讲)?"
              + "|pause(?: (?:it|this|the book))?,? (?:and )?(?:then )?(?:continue|resume|go on|carry on|play on) (?:in|after) (?<en>.{3,20})");

  /** 先放三国演义第二集再放西游记, "play alice and then play emma": two books, one after the other. */
  private static final Pattern ONE_THEN_ANOTHER =
      Pattern.compile(
          "先(?<first>(?:播放|放|听|讲)(?!一下|一会|个).{2,20}?)[，,]?(?:然后|接着|之后)?再(?:播放|放|听|讲)(?<then>.{2,20})"
              + "|(?:first )?(?<enfirst>(?:play|read|put on) .{2,40}?),? (?:and )?then (?:play|read|put on) (?<enthen>.{2,40})");

  /** 他说停下来，我没停: what somebody said to somebody else. */
  private static final Pattern TOLD =
      Pattern.compile(
          "(?:他|她|他们|她们|有人|老师|爸爸?|妈妈?|爷爷|奶奶)(?:刚才|刚刚|昨天|一直|跟我|对我|都)*(?:说|叫|让|喊).{1,14}[，,](?:可是|但是|不过|可|但)?(?:我们?|他们?|她们?)(?:就|还是?|又|都|也|偏)*(?:没有?|不肯)(?!听[清见懂到]).{1,6}"
              + "|(?:he|she|they|mum|mom|dad|someone|somebody) (?:said|told (?:me|him|her|us)|asked me)\\b.{2,30}?,? (?:but|and|so) (?:i|we|he|she|they) (?:didn't|did not|never|wouldn't|kept)\\b.*");

  private static final IntentFamily ONLY_TOLD = new OnlyTold();
  private static final IntentFamily SECTION_END = new SectionEnd();
  private static final IntentFamily PLAY_LATER = new PlayLater();

  private final IntentFamily unasked = new Unasked(Grammar::families);
  private final Corrections corrections = new Corrections(this);

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

  /**
   * Returns what the words ask for.
   *
   * @param depth how many corrections were taken off before
   */
  Decision read(Utterance words, int depth) {
    if (words.text().isBlank()) {
      return notMine(words.say("我没听清，请再说一遍。", "I did not hear that. Please say it again."));
    }
    if (words.is(TOLD)) {
      return helpless(words);
    }
    Utterance said = Reworded.of(words);
    Optional<Decision> heeded =
        ONLY_TOLD
            .read(words)
            .or(() -> SECTION_END.read(said))
            .or(() -> unasked.read(said))
            .or(() -> depth > 0 ? Optional.empty() : corrections.inside(said));
    return heeded.orElseGet(() -> asked(said, depth));
  }

  private Decision asked(Utterance words, int depth) {
    Optional<Decision> direct = Optional.empty();
    if (!Corrections.corrects(words)) {
      direct = families(words);
      if (direct.isPresent()) {
        return orBySound(direct.get(), words);
      }
    }
    if (depth < 2) {
      Optional<Decision> corrected = corrections.read(words, depth);
      if (corrected.isPresent()) {
        return corrected.get();
      }
    }
    if (Corrections.isOnlyLength(words)) {
      return helpless(words); // "one minute" at its end is no wish to wait
    }
    return families(words).or(() -> otherReadings(words, depth)).orElseGet(() -> helpless(words));
  }

  /** Returns what the families make of the words as they stand. */
  static Optional<Decision> families(Utterance words) {
    Optional<Decision> quoted =
        QUOTED.matcher(words.text()).find() ? first(OPEN, words) : Optional.empty();
    return quoted
        .or(() -> PickFamily.meansTheOne(words) ? THE_ONE.read(words) : Optional.empty())
        .or(() -> LAST_CLAUSE.section(words))
        .or(() -> pauseForAWhile(words))
        .or(() -> oneThenAnother(words))
        .or(() -> both(words))
        .or(() -> PLAY_LATER.read(words))
        .or(() -> first(CLOSED, words))
        .or(() -> AWAY.read(words))
        .or(() -> closedInside(words))
        .or(() -> CONCEPTS.read(words))
        .or(() -> first(OPEN, words).map(d -> checked(d, words)))
        .or(() -> Wishes.peeled(words).stream().flatMap(w -> first(OPEN, w).stream()).findFirst());
  }

  /** "Play alice and stop in 20 minutes": what plays or pauses, then what is set. */
  private static Optional<Decision> both(Utterance words) {
    Matcher m = BETWEEN.matcher(words.text());
    while (m.find()) {
      String before = words.text().substring(0, m.start());
      boolean number = Patterns.matches(before, ".*\\bat (?:[a-z]+|\\d+)"); // one and a half
      if (number || m.start() < 2 || m.end() > words.text().length() - 2) {
        continue;
      }
      boolean speed = m.group().isBlank(); // "play at double speed" is one wish
      Utterance front = words.with(words.part(0, m.start()));
      Utterance back = words.with(words.part(m.end(), words.text().length()));
      Optional<Decision.Call> second =
          called(first(CLOSED, back)).filter(call -> SECOND.contains(call.tool()));
      Optional<Decision> found =
          second.flatMap(
              then ->
                  first(CLOSED, front)
                      .or(() -> first(OPEN, front))
                      .filter(
                          d ->
                              d.call() != null
                                  && FIRST.contains(d.call().tool())
                                  && !d.call().tool().equals(then.tool()))
                      .filter(
                          d ->
                              !speed
                                  || called(Optional.of(d))
                                      .orElseThrow()
                                      .tool()
                                      .equals("search_and_play"))
                      .map(d -> d.next(then)));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Nothing goes on by itself, so a reminder is set beside the pause, and says so. */
  private static Optional<Decision> pauseForAWhile(Utterance words) {
    Matcher m = PAUSE_FOR_A_WHILE.matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String span = words.zh() ? m.group("zh") : m.group("en");
    Durations.Found time =
        span == null ? null : Durations.find(span, words.language()).orElse(null);
    if (time == null || time.start() > 0 || time.end() < span.length()) {
      return Optional.empty();
    }
    return Decision.call("pause")
        .map(
            pause ->
                pause.next(
                    new Decision.Call(
                        "set_timer",
                        Map.of(
                            "seconds",
                            Durations.plain(time.seconds()),
                            "kind",
                            "reminder",
                            "name",
                            words.say("继续听书", "go on with the book")))));
  }

  private static Optional<Decision> oneThenAnother(Utterance words) {
    Matcher m = ONE_THEN_ANOTHER.matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    String first = named(words, m, "first", "enfirst");
    String then = named(words, m, "then", "enthen");
    Utterance later = words.with(words.zh() ? "接下来放" + then : "then play " + then);
    return called(first(CLOSED, later))
        .filter(call -> call.tool().equals("play_next"))
        .flatMap(
            call ->
                first(OPEN, words.with(first))
                    .filter(d -> d.call() != null && d.call().tool().equals("search_and_play"))
                    .map(d -> d.next(call)));
  }

  private static String named(Utterance words, Matcher m, String one, String other) {
    String group = m.group(one) == null ? other : one;
    return words.part(m.start(group), m.end(group));
  }

  private static Optional<Decision.Call> called(Optional<Decision> decision) {
    return decision.flatMap(d -> Optional.ofNullable(d.call()));
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
