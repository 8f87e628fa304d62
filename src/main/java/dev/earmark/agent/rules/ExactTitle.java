package dev.earmark.agent.rules;

import dev.earmark.agent.Situation;
import dev.earmark.agent.rules.grammar.GoOnFamily;
import dev.earmark.agent.rules.grammar.player.FetchFamily;
import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import dev.earmark.text.NumberWords;
import dev.earmark.text.Ordinals;
import dev.earmark.text.ReadBy;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Plays a book whose title is exactly what was said, even if the same words mean something else
 * where there is no such book: "play my book", 播放我的书. A bare pronoun is never a title: "play it"
 * goes on with the book at hand although there is a novel of that name.
 */
final class ExactTitle {
  private static final Pattern VERB =
      Pattern.compile(
          "^(?:(?:play|read|start|begin|put on|open|continue|resume|tell|listen to|let me"
              + " hear|let's (?:hear|listen to)|i(?: want|'d like| would like) to (?:hear|listen"
              + " to))(?: me| us)? "
              + "|(?:我)?(?:(?:想要|想|要)?(?:播放|朗读|收听|打开|放|听|念|读|讲)(?:一下)?|想要|要)|换成?|改听|改放|来一?[个段集本部])(?<title>.+)$");

  private static final Pattern PRONOUN =
      Pattern.compile(
          "reading|playing|listening|it|this|that|them|him|her|me|us|everything|它|他|她|这个|那个|这本|那本|书|故事|吧|了");

  /** 盗墓笔记二, 三体第二部, "dune book two": a title with its number is said without a verb too. */
  private static final Pattern NUMBERED =
      Pattern.compile(
          "\\p{IsHan}{2,}.*?[第零一二三四五六七八九十\\d]+[部卷册季]?"
              + "|[a-z][a-z' ]+ (?:(?:book|part|volume) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2})");

  /** "The third one" chooses from the list on the screen, also where a book is called so. */
  private static final Pattern CHOICE =
      Pattern.compile(
          "(?:(?:play|read|take|i(?:'ll| will) take|i want) )?(?:the )?"
              + "(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last)(?: one)?"
              + "|(?:number|option|result) (?:one|two|three|four|five|six|seven|eight|nine|ten|\\d{1,2}))"
              + "(?: please)?");

  private static final long MOST_SECTIONS = 9_999;

  /** "Alice" alone may be short for a title; "a" may not. */
  private static final int SHORTEST_PART = 4;

  private final Function<String, Optional<String>> titles;
  private final Function<String, Optional<String>> parts;

  /**
   * Takes the library's titles.
   *
   * @param titles returns the title that the words are, letter by letter
   * @param parts returns the only title that begins with the words
   */
  ExactTitle(Function<String, Optional<String>> titles, Function<String, Optional<String>> parts) {
    this.titles = titles;
    this.parts = parts;
  }

  Optional<Decision> read(String heard, Language language, Situation situation) {
    Utterance words = Utterance.of(heard, language, situation);
    if (!situation.results().isEmpty() && CHOICE.matcher(words.text()).matches()) {
      return Optional.empty();
    }
    Optional<String> on = GoOnFamily.named(words);
    if (on.isPresent()) {
      return goOn(on.get(), situation);
    }
    Optional<String> fetch = FetchFamily.named(words);
    if (fetch.isPresent()) {
      return known(fetch.get())
          .flatMap(title -> Decision.call("keep_book", Args.of("keyword", title)));
    }
    Matcher verb = VERB.matcher(words.text());
    boolean spoken = verb.find();
    int start = spoken ? verb.start("title") : 0;
    Optional<Decision> whole =
        spoken || NUMBERED.matcher(words.text()).matches()
            ? play(words.part(start, words.text().length()), 0)
            : Optional.empty();
    if (whole.isPresent()) {
      return whole;
    }
    // A number behind it tells as well as a verb that the title is to be played.
    return Ordinals.find(words.text(), words.language())
        .filter(o -> o.kind() == Ordinals.Kind.NUMBER && o.start() > start)
        .flatMap(o -> play(words.part(start, o.start()), o.number()))
        .or(() -> spoken ? numbered(words, start) : somebodys(words));
  }

  /** 单田芳的三国, where there is a book that is called 三国. */
  private Optional<Decision> somebodys(Utterance words) {
    return ReadBy.ofSomebody(words.original())
        .filter(title -> known(title).isPresent())
        .flatMap(
            title ->
                Decision.call("search_and_play", Args.of("keyword", words.original().strip())));
  }

  /** A title, whole or its beginning alone, goes on where it was left. */
  private Optional<Decision> goOn(String said, Situation situation) {
    return known(said)
        .flatMap(
            title ->
                title.equals(situation.album())
                    ? Decision.call("resume")
                    : Decision.call("search_and_play", Args.of("keyword", title, "section", 0)));
  }

  /** Returns the title that the words are, or the only one that begins with them. */
  private Optional<String> known(String said) {
    String title = said.strip();
    boolean zh = Normalizer.hasHan(title);
    if (PRONOUN.matcher(title.toLowerCase(java.util.Locale.ROOT)).matches()) {
      return Optional.empty();
    }
    return titles
        .apply(title)
        .or(
            () ->
                title.length() < (zh ? 2 : SHORTEST_PART) ? Optional.empty() : parts.apply(title));
  }

  /** 播放西游记三, "play treasure island 2": a number behind a title is its section. */
  private Optional<Decision> numbered(Utterance words, int start) {
    int end = words.text().length();
    Optional<NumberWords.Found> last = NumberWords.findFrom(words.text(), start, words.language());
    while (last.isPresent() && last.get().end() < end) {
      last = NumberWords.findFrom(words.text(), last.get().end(), words.language());
    }
    return last.filter(n -> n.start() > start && n.value() > 0 && n.value() <= MOST_SECTIONS)
        .flatMap(
            n ->
                play(words.part(start, n.start()), (int) n.value())
                    .or(() -> ofPart(words, start, n)));
  }

  /** "play alice two": the beginning of one title alone, and no title goes on with the number. */
  private Optional<Decision> ofPart(Utterance words, int start, NumberWords.Found number) {
    String title = words.part(start, number.start()).strip();
    boolean zh = Normalizer.hasHan(title);
    boolean counted =
        parts.apply(words.part(start, words.text().length())).isPresent()
            || parts.apply(title + (zh ? "" : " ") + number.value()).isPresent();
    return counted || title.length() < (zh ? 2 : SHORTEST_PART)
        ? Optional.empty()
        : parts
            .apply(title)
            .flatMap(
                known ->
                    Decision.call(
                        "search_and_play",
                        Args.of("keyword", known, "section", (int) number.value())));
  }

  private Optional<Decision> play(String said, int section) {
    String title = said.strip();
    if (PRONOUN.matcher(title.toLowerCase(java.util.Locale.ROOT)).matches()) {
      return Optional.empty();
    }
    boolean zh = Normalizer.hasHan(title);
    return titles
        .apply(title)
        .or(() -> titles.apply(Titles.clean(title, zh)))
        .flatMap(
            known ->
                Decision.call(
                    "search_and_play",
                    section > 0
                        ? Args.of("keyword", known, "section", section)
                        : Args.of("keyword", known)));
  }
}
