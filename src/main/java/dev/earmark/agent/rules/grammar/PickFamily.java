package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Patterns;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import dev.earmark.text.NumberWords;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes one of the results on the screen: 第二个, "chapter two of the first one", 精选那本. */
final class PickFamily implements IntentFamily {
  private static final Pattern ZH_PICK =
      Pattern.compile(
          "(?:就|这个|那个|我?要|我?选|播放?|放|听|来|换|打开|选择|我想要|我想听|那就|还是|给我|就要|就听|就放|要听|讲|是|看)*(?:这里面的?|里面的?|列表里的?)?(?:(?:第|地)([零一二三四五六七八九十百两\\d]+)(?:个|本|部|项|条|种|首|那个|行)?|(最后|末尾|最下面)(?:面|的|那|一)*(?:个|本|部|项)?|(中间)(?:的|那|一)*(?:个|本|部|项)?|(?:上面|最上面|前面|最前面|头)(?:的)?(?:那|一)?(?:个|本))(?:书|故事|那个)?(?:.{0,2})?");
  private static final Pattern EN_PICK =
      Pattern.compile(
          "(?:(?:i'd like|i want|i'll (?:have|take|go with)|give me|play|read|start|choose|pick|select|let's (?:have|hear|try|go with|do)|go (?:with|for)|make it|take|open|put on|(?:how|what) about|yes|i mean|listen to|hear|try|no)(?: me)? )*(?:the )?(?:(?:option |number |no\\.? |result |item |book |choice )([a-z]+|\\d+)|([a-z-]+|\\d+(?:st|nd|rd|th))(?: (?:one|book|result|option|item|title|story|of them|in the list|on the list|from the list|of those))*|(?:one )?(?:at the )?(top|bottom|last|middle)(?: one| book| result)?|one in the (middle))");

  /** What is said when one book alone was found. */
  private static final Pattern ZH_THAT_ONE =
      Pattern.compile(
          "(?:播放|放|听|读|念)(?:它|这个|这本|这一?个|这一?本|那个|那本)?(?:书)?|(?:就|要|就要|就听|就放)(?:是)?(?:它|这个|这本|那个|那本)(?:书)?|(?:是的?|对|对的|可以|好的)");

  private static final Pattern EN_THAT_ONE =
      Pattern.compile(
          "(?:play|start|read|put on|i want|i'll take|let's hear)(?: (?:it|this|that)(?: one)?)?|(?:this|that)(?: one)?|(?:yes|yeah|yep|sure|that's (?:it|the one|right)|go ahead|do it|yes please)(?: (?:play|start|read) (?:it|that))?");

  /** Returns whether the words mean the only book on the screen: "play it" right after a search. */
  static boolean meansTheOne(Utterance words) {
    return words.situation().results().size() == 1
        && words.is(words.zh() ? ZH_THAT_ONE : EN_THAT_ONE);
  }

  /** A place in a list is never a title. */
  private static final Pattern ZH_OF_NO_LIST =
      Pattern.compile("(?:就|我?要|我?想|播放?|放|听|来|选|打开)+第[一二三四五六七八九十\\d]+个");

  private static final Pattern EN_OF_NO_LIST =
      Pattern.compile(
          "(?:play|read|start|choose|pick|select|put on|open|take) (?:me )?(?:the )?(?:(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\\d{1,2}(?:st|nd|rd|th)) (?:one|result|option|item))");

  private static final String ZH_CHOOSES = "(?:就|我?要|我?选|我?想|想要|播放?|放|听|来|选择|那就|还是|给我)*";
  private static final Pattern ZH_PICK_SECTION =
      Pattern.compile(
          ZH_CHOOSES + "第([一二两三四五六七八九十\\d]+)(?:个|本|部|种)(?:书)?的?第([零一二两三四五六七八九十百\\d]+)[集章回节篇]");
  private static final String EN_CHOOSES =
      "(?:(?:i'd like|i want|i'll (?:have|take)|give me|play|read|start|choose|pick|take|let's (?:have|hear|try)|put on|yes)(?: me)? )?";
  private static final Pattern EN_PICK_SECTION =
      Pattern.compile(
          EN_CHOOSES
              + "(?:(?:chapter|episode|section|part) (?<section>[a-z ]+?|\\d+) (?:of|from|in) (?:the )?(?<place>[a-z]+|\\d+(?:st|nd|rd|th))(?: (?:one|book|result|option))?"
              + "|(?:the )?(?<place2>[a-z]+|\\d+(?:st|nd|rd|th))(?: (?:one|book|result|option)),? (?:chapter|episode|section|part) (?<section2>[a-z ]+|\\d+))");

  /** 精选那本, "the one about the time machine": words of one title alone. */
  private static final Pattern ZH_PICK_WORDS =
      Pattern.compile(ZH_CHOOSES + "(?:那[个本部])?(?:叫|讲)?(.{2,10}?)的?(?:那一?[个本部]|这一?[个本部])(?:书)?");

  private static final Pattern EN_PICK_WORDS =
      Pattern.compile(
          EN_CHOOSES
              + "(?:the |that )?(?:(?:one|book|story)(?: that is| that's)? (?:about|called|named|with|on|by) (?:the )?(.+)|(.{4,30}) one)");

  /** What only the sections of a book are counted by. */
  private static final Pattern ZH_SECTION =
      Pattern.compile("(?:[第地][零一二两三四五六七八九十百千\\d]+|(?:最后|最末|末尾|末)(?:面|的|那|这)*一?)[集章回节篇讲课话期段]");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.situation().results().isEmpty()) {
      return words.is(words.zh() ? ZH_OF_NO_LIST : EN_OF_NO_LIST)
          ? Decision.ask(
              words.say("现在没有列表，要听哪一本？", "There is no list to choose from. Which book is it?"))
          : Optional.empty();
    }
    if (meansTheOne(words)) {
      return Decision.call(
          "search_and_play", Args.of("keyword", words.situation().results().get(0)));
    }
    return withSection(words)
        .or(() -> ofCurrentBook(words) ? Optional.empty() : pick(words))
        .or(() -> byWords(words));
  }

  private static Optional<Decision> withSection(Utterance words) {
    Matcher m = (words.zh() ? ZH_PICK_SECTION : EN_PICK_SECTION).matcher(words.text());
    if (!m.matches()) {
      return Optional.empty();
    }
    boolean front = words.zh() || m.group("section") != null;
    String place = words.zh() ? m.group(1) : front ? m.group("place") : m.group("place2");
    String section = words.zh() ? m.group(2) : front ? m.group("section") : m.group("section2");
    int size = words.situation().results().size();
    Language language = words.language();
    long index = place.equals("last") ? size : NumberWords.parse(place, language).orElse(0);
    long number = NumberWords.parse(section, language).orElse(0);
    return index < 1 || index > size || number < 1
        ? Optional.empty()
        : Decision.call(
            "search_and_play",
            Args.of(
                "keyword", words.situation().results().get((int) index - 1), "section", number));
  }

  private static Optional<Decision> byWords(Utterance words) {
    Matcher m = (words.zh() ? ZH_PICK_WORDS : EN_PICK_WORDS).matcher(words.text());
    boolean pointed = m.matches();
    Matcher chosen =
        Patterns.of("^" + (words.zh() ? ZH_CHOOSES : EN_CHOOSES)).matcher(words.text());
    int start = chosen.find() ? chosen.end() : 0;
    int group = pointed && !words.zh() && m.group(1) == null ? 2 : 1;
    String said =
        pointed
            ? words.part(m.start(group), m.end(group))
            : words.part(start, words.text().length()).strip();
    if (said.length() < (words.zh() ? 2 : 5)) {
      return Optional.empty();
    }
    String key = Normalizer.key(said);
    List<String> fitting =
        words.situation().results().stream()
            .filter(title -> Normalizer.key(title).contains(key))
            .toList();
    Optional<String> meant =
        Titles.known(said, words.situation())
            .filter(words.situation().results()::contains)
            .or(() -> fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty());
    return meant.flatMap(title -> Decision.call("search_and_play", Args.of("keyword", title)));
  }

  /** 第二集 counts in the book that plays, whatever list is on the screen; 第二个 counts there. */
  private static boolean ofCurrentBook(Utterance words) {
    return words.zh() && !words.situation().album().isEmpty() && words.has(ZH_SECTION);
  }

  /** 选一 and 三号 mean 第一个 and 第三个. */
  private static String withDi(String text) {
    return Patterns.replaceAll(text, "([一二三四五六七八九十两\\d]+)号", "第$1个")
        .replaceAll("(?<=[选要])(?=[一二三四五六七八九十两\\d]+$)", "第");
  }

  private static Optional<Decision> pick(Utterance words) {
    int size = words.situation().results().size();
    Matcher m = (words.zh() ? ZH_PICK : EN_PICK).matcher(withDi(words.text()));
    if (!m.matches()) {
      return Optional.empty();
    }
    long index = index(words, m, size);
    if (index < 1) {
      return Optional.empty();
    }
    if (index > size) {
      return Decision.ask(
          words.say(
              "一共只有" + size + "个结果，要哪一个呢？",
              size == 1
                  ? "There is only one result. Is it that one?"
                  : "There are only " + size + " results. Which one?"));
    }
    return Decision.call(
        "search_and_play", Args.of("keyword", words.situation().results().get((int) index - 1)));
  }

  /** Returns the number of the result that was picked, or 0. */
  private static long index(Utterance words, Matcher m, int size) {
    long index;
    if (words.zh()) {
      index =
          m.group(2) != null
              ? size
              : m.group(3) != null
                  ? middle(size)
                  : m.group(1) == null ? 1 : NumberWords.parse(m.group(1), Language.ZH).orElse(0);
    } else if (m.group(3) != null || m.group(4) != null) {
      String place = m.group(3) != null ? m.group(3) : m.group(4);
      index = place.equals("top") ? 1 : place.equals("middle") ? middle(size) : size;
    } else {
      String number = m.group(1) != null ? m.group(1) : m.group(2);
      boolean bare =
          words.text().equals(number)
              && !Patterns.matches(number, ".*(?:st|nd|rd|th|first|second|third)")
              && size < 2;
      index =
          bare
              ? 0
              : number.equals("top")
                  ? 1
                  : Patterns.matches(number, "last|bottom")
                      ? size
                      : number.equals("middle") && size == 3
                          ? 2
                          : NumberWords.parse(number, Language.EN).orElse(0);
    }
    return index;
  }

  /** Returns the middle of an odd number of results, else 0. */
  private static long middle(int size) {
    return size % 2 == 1 ? (size + 1) / 2 : 0;
  }
}
