package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/** The book that was heard before the one at hand: "play the previous book", 放上一本书. */
public final class PreviousBookFamily implements IntentFamily {
  private static final Pattern ZH_BEFORE =
      Pattern.compile(
          "(?:我)?(?:想|要|想要)?(?:播放|放|听|回到|换回|换成|继续听|接着听|继续放|接着放|回)(?:我)?(?:上一?|前一?|之前(?:听)?的?那一?|刚才(?:听)?的?那一?)(?:本|部)(?:书|小说|故事)?(?:吧)?|上一(?:本|部)(?:书|小说)?");
  private static final String EN_BOOK = " (?:audio ?)?book(?: again)?";
  private static final Pattern EN_BEFORE =
      Pattern.compile(
          "(?:play|resume|continue|read|put on|open)(?: me)? (?:the |my"
              + " )?(?:previous|earlier|other)"
              + EN_BOOK
              + "|(?:(?:go|switch|get|change) )?(?:back|return) to (?:the |my"
              + " )?(?:previous|last|earlier|other)"
              + EN_BOOK
              + "|(?:play|read|put on|(?:go|switch) back to) the (?:audio ?)?book"
              + " (?:before(?: this(?: one)?)?|(?:that )?(?:i|we) (?:had|heard|were listening"
              + " to|was listening to) before)");

  @Override
  public Optional<Decision> read(Utterance words) {
    return words.is(words.zh() ? ZH_BEFORE : EN_BEFORE)
        ? Optional.of(before(words))
        : Optional.empty();
  }

  /** The books heard are the newest first, and the one at hand is among them. */
  private static Decision before(Utterance words) {
    return words.situation().heard().stream()
        .filter(title -> !title.equals(words.situation().album()))
        .findFirst()
        .flatMap(title -> Decision.call("search_and_play", Args.of("keyword", title, "section", 0)))
        .or(
            () ->
                Decision.ask(
                    words.say(
                        "之前没有听过别的书，想听哪一本？",
                        "No other book was heard before. Which one shall it be?")))
        .orElseThrow();
  }
}
