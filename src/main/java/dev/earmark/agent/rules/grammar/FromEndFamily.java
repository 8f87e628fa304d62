package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.NumberWords;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sections counted from the end: 倒数第二集, "the last chapter but one". */
final class FromEndFamily implements IntentFamily {
  private static final Pattern ZH =
      Pattern.compile(
          "(?:播放?|放|听|跳到|回到|到|去|我?[想要]听|给我放|换到|来)?(.{0,12}?)的?倒数第([一二两三四五六七八九十\\d]+)(?:集|章|回|节|篇|个故事|个)(?:开始)?(?:播放|放|听|讲)?");
  private static final String EN_SECTION = "(?:chapter|episode|section|part|story|one|track)";
  private static final Pattern EN =
      Pattern.compile(
          "(?:(?:play|go to|skip to|jump to|read|start|take me to|i want|i want to hear|put on|hear|begin with) )?(?:the )?(?:very )?"
              + "(?:last "
              + EN_SECTION
              + "? ?but (?<but>one|two|three|four)(?: "
              + EN_SECTION
              + ")?"
              + "|(?:(?<place>second|third|fourth|fifth|next)[ -](?:to|from)(?:[ -]the)?[ -]last|(?<place2>second|third|fourth|fifth) last|(?<place3>penultimate))(?: "
              + EN_SECTION
              + ")?)(?: (?:of|in|from) (?<title>.+))?");

  @Override
  public Optional<Decision> read(Utterance words) {
    Matcher m = (words.zh() ? ZH : EN).matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    if (words.zh()) {
      long count = NumberWords.parse(m.group(2), Language.ZH).orElse(0);
      return fromEnd(words, words.part(m.start(1), m.end(1)), count);
    }
    String title = m.group("title") == null ? "" : words.part(m.start("title"), m.end("title"));
    return fromEnd(words, title, enCount(m));
  }

  private static long enCount(Matcher m) {
    if (m.group("but") != null) {
      return NumberWords.parse(m.group("but"), Language.EN).orElse(0) + 1;
    }
    String place = m.group("place") != null ? m.group("place") : m.group("place2");
    return place == null || place.equals("next")
        ? 2
        : NumberWords.parse(place, Language.EN).orElse(0);
  }

  /** Of the current book, when it is known how many there are. */
  private static Optional<Decision> fromEnd(Utterance words, String said, long count) {
    String album = words.situation().album();
    String title = Titles.clean(said, words.zh());
    boolean current =
        Patterns.matches(title, "(?:这|那|它|我|我要|我想|这本书?|it|this|this book|the book)?")
            || Titles.known(title, words.situation()).filter(album::equals).isPresent();
    int section = words.situation().sections() - (int) count + 1;
    return !current || count < 1 || section < 1 || album.isEmpty()
        ? Decision.ask(
            words.say("我不知道一共有几集，要第几集呢？", "I do not know how many there are. Which one?"))
        : Decision.call("search_and_play", Args.of("keyword", album, "section", section));
  }
}
