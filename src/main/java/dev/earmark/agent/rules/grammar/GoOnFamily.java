package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A book that is named goes on where it was left: 继续听红楼梦, 三国演义接着上次的放, "carry on with emma". */
public final class GoOnFamily implements IntentFamily {
  private static final String ZH_HEAR = "(?:播放|放|听|讲|念|读|播)";
  private static final Pattern ZH_VERB_FIRST =
      Pattern.compile(
          "(?:我们?|咱们)?(?:想要|想|要)?(?:继续|接着)(?:给我|帮我)?"
              + ZH_HEAR
              + "(?:我)?(?:昨天|昨晚|上次|上回|之前|刚才|没听完)?(?:听|放|讲)?的?(?:那[本个])?(.{2,12})");
  private static final Pattern ZH_TITLE_FIRST =
      Pattern.compile(
          "(?:播放|放|听)?(.{2,12}?)(?:继续|接着)(?:往下)?(?:"
              + ZH_HEAR
              + ")?(?:下去|吧)?|(?:播放|放|听)?(.{2,12}?)(?:从|接着|继续)*(?:上次|上回|昨天|昨晚|之前)(?:听|停|放|讲)?到?(?:的|了)?(?:地方|那里|那儿|哪里?|位置|进度)?(?:开始|继续|接着|往下)*(?:"
              + ZH_HEAR
              + ")?");
  private static final Pattern EN_VERB_FIRST =
      Pattern.compile(
          "(?:continue|resume|carry on|go on|keep(?: on)?)(?: (?:with|reading|playing|listening to|hearing))+ (.+)|(?:continue|resume|carry on|(?:go |get )?back to|return to) (.+)");
  private static final Pattern EN_WHERE =
      Pattern.compile(
          "(?:(?:play|read|continue|resume|start|put on) )?(.+?)(?: from| at)? where (?:i|we)(?:'d| had)? (?:left off|stopped|were|was|got to|left it|last stopped)(?: (?:last night|yesterday|last time|before|listening|reading))?");

  private final PlayFamily play = new PlayFamily();

  /** Returns what is named behind the verb, whether or not it is a title. */
  public static Optional<String> named(Utterance words) {
    Matcher m = (words.zh() ? ZH_VERB_FIRST : EN_VERB_FIRST).matcher(words.text());
    return m.matches() ? Optional.of(words.firstPart(m)) : Optional.empty();
  }

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.zh()) {
      Matcher m = ZH_VERB_FIRST.matcher(words.text());
      if (m.matches()) {
        return goOn(words, words.part(m.start(1), m.end(1)), /* sure= */ true);
      }
      Matcher title = ZH_TITLE_FIRST.matcher(words.text());
      boolean spoken = title.matches() && title.group(1) == null;
      return title.matches()
          ? goOn(words, spoken ? words.part(title, 2) : words.part(title, 1), spoken)
          : Optional.empty();
    }
    Matcher where = EN_WHERE.matcher(words.text());
    if (where.matches()) {
      return goOn(words, words.part(where, 1), /* sure= */ true);
    }
    Matcher m = EN_VERB_FIRST.matcher(words.text());
    return m.matches()
        ? goOn(words, words.part(m, m.group(1) != null ? 1 : 2), m.group(1) != null)
        : Optional.empty();
  }

  /**
   * What is named must be a title.
   *
   * @param sure whether the words tell of listening; otherwise only a known title is taken
   */
  private Optional<Decision> goOn(Utterance words, String said, boolean sure) {
    Optional<String> known = Titles.known(Titles.clean(said, words.zh()), words.situation());
    if (known.filter(words.situation().album()::equals).isPresent()) {
      return Decision.call("resume");
    }
    if (known.isEmpty() && !sure) {
      return Optional.empty();
    }
    return play.read(words.with((words.zh() ? "播放" : "play ") + said))
        .map(GoOnFamily::whereItWasLeft);
  }

  private static Decision whereItWasLeft(Decision plain) {
    Decision.Call call = plain.call();
    boolean whole =
        call != null
            && call.tool().equals("search_and_play")
            && !call.args().containsKey("section");
    return whole && call != null
        ? new Decision(
            plain.certainty(),
            new Decision.Call(
                call.tool(),
                Args.of("keyword", call.args().getOrDefault("keyword", ""), "section", 0)),
            plain.answer(),
            plain.plan(),
            plain.asks(),
            plain.next())
        : plain;
  }
}
