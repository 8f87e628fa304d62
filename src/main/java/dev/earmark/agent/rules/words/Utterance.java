package dev.earmark.agent.rules.words;

import dev.earmark.agent.Situation;
import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The user's words, ready for the grammar.
 *
 * @param original in the user's own writing, without wake phrase, politeness and hesitation
 * @param text the same, character by character, in lower case and simplified characters
 * @param language whose grammar fits: Chinese as soon as a Han character is there
 * @param reply the language to answer in
 * @param situation what the user sees
 */
public record Utterance(
    String original, String text, Language language, Language reply, Situation situation) {
  private static final Pattern WAKE =
      Pattern.compile("^(?:小书童|(?:hey|hi|ok|okay)?\\s*earmark)[\\s，,]*");
  private static final Pattern ZH_FRONT =
      Pattern.compile(
          "^(?:行了|得了|好啦|好嘞|行啦|不好意思|抱歉|对不起|请问|请你|请|麻烦您|麻烦你|麻烦|劳驾|拜托你?|你?能不能|能否|可不可以|可以(?!(?:开始|继续|接着)?[放讲念播读听]了)|[你您]能|帮忙|帮我们|帮我|帮|替我|给我们|给我|给咱们?|给孩子们?|给宝宝|给大家|给(?:小朋友们?|小孩子?|老人家?|老爷子|老太太|小?宝贝|娃娃?|弟弟|妹妹|哥哥|姐姐|爷爷|奶奶|外公|外婆|爸爸?|妈妈?|儿子|女儿|[他她]们?)(?=[放播讲念读来听])|"
              + "喂|嘿|嗨|好的|好吧|好了|好|那就|那么|那什么|内什么|那个|这个(?=[我给帮放播])|嗯|啊|呃|额|呀|哎呀?|哎|诶|哦|对了|快点(?=[，,播放给帮])|快(?=[播放给帮])|小书童|你好，?(?=.{3})|现在(?=[播放给帮就把])|[你您](?=[给帮把再])|"
              + "(?:爷爷|奶奶|爸爸|妈妈|外婆|外公|姥姥|姥爷|叔叔|阿姨|老师|哥哥|姐姐|爸|妈)(?=[，,给帮请能可放播讲念读再我]))[\\s，,、。…]*");
  private static final Pattern ZH_BACK =
      Pattern.compile(
          "[\\s，,。.！!？?～~…]*(?:好不好|好吗|好么|行不行|行吗|行么|可以吗|可以么|成吗|谢谢你|谢谢您|谢谢|多谢|拜托了|拜托|麻烦了|有劳了|有劳|劳驾了?|辛苦你?了|求你了|吧|呀|啊|嘛|哦|喔|哈|啦|呗|嘞|哟|[\\s，,。.！!？?～~…])$");
  private static final Pattern EN_FRONT =
      Pattern.compile(
          "^(?:please|kindly|(?:right|well|ok|okay) then(?=[\\s,])|would you mind(?= \\w+ing\\b)|(?:could|can|would|will) (?:you|we)(?: please| just| kindly| possibly| perhaps| maybe| quickly)*|(?:hey|hi|hello|ok|okay|oh|well|so|um|uh|er|right|now|alright|yes|yeah|yep)(?=[\\s,])|just(?= (?!a\\b|one\\b))|"
              + "(?:daddy|dad|mommy|mummy|mum|mom|mama|papa|grandma|grandpa|granny|computer|robot|earmark)(?=[\\s,])(?! (?:wants?|would|likes?|needs?|is|wrote))|"
              + "i(?:'d| would) like you to|i want you to|i need you to|(?:do )?me a favou?r and|go ahead and|let's(?= (?:play|listen|hear|read|go|skip|continue|pause|stop|resume|start))|maybe)[\\s,.!]*");
  private static final Pattern EN_BACK =
      Pattern.compile(
          "(?:[\\s,.!?]+(?:please|pls|for me|for us|thanks|thank you(?: very much)?|thanks a lot|now|right now|will you|would you|could you|can you|okay|ok|alright|if you (?:can|could|would|don't mind)|then|mate|buddy|dear|honey)|[\\s,.!?]+)$");

  private static final Pattern NOT_WRITTEN =
      Pattern.compile(
          "\\b(do|does|did|is|was|have|has|could|would|should|ca|wo)nt\\b",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern IS_WRITTEN =
      Pattern.compile("\\b(what|that|where|who|how|there|here|let)s\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern I_WRITTEN =
      Pattern.compile(
          "\\b(i)(m|ve|d(?= (?:like|love|rather|prefer)))\\b", Pattern.CASE_INSENSITIVE);

  /** Prepares what was heard or typed. */
  public static Utterance of(String heard, Language language, Situation situation) {
    String text =
        apostrophes(
            digits(
                Normalizer.transcript(
                        heard.replace('’', '\'').replace("啥", "什么").replace("一丢丢", "一点点"))
                    .strip()));
    Language grammar = Language.guess(text, language);
    return new Utterance(text, fold(text), grammar, language, situation).polished();
  }

  /** Writes circled numbers as plain ones: ③ is 3. */
  private static String digits(String text) {
    StringBuilder out = new StringBuilder(text);
    for (int i = 0; i < out.length(); i++) {
      char c = out.charAt(i);
      if (c >= '①' && c <= '⑨') {
        out.setCharAt(i, (char) ('1' + c - '①'));
      }
    }
    return out.toString();
  }

  /** Puts back the apostrophes that recognizers and hasty writers leave out: "whats", "dont". */
  private static String apostrophes(String text) {
    String negated = NOT_WRITTEN.matcher(text).replaceAll("$1n't");
    String is = IS_WRITTEN.matcher(negated).replaceAll("$1's");
    return I_WRITTEN.matcher(is).replaceAll("$1'$2");
  }

  /** Returns the words with another beginning cut off. */
  public Utterance from(int start) {
    return with(original.substring(start));
  }

  /** Returns other words in the same situation. */
  public Utterance with(String words) {
    return new Utterance(words, fold(words), Language.guess(words, language), reply, situation)
        .polished();
  }

  /** Returns the part of the original between two places of the text. */
  public String part(int start, int end) {
    return original.substring(start, end);
  }

  /** Returns the part of the original that a group of a match over the text holds. */
  public String part(Matcher match, int group) {
    return part(match.start(group), match.end(group));
  }

  /** Returns the part of the original that the first group with something in it holds, or "". */
  public String firstPart(Matcher match) {
    for (int i = 1; i <= match.groupCount(); i++) {
      if (match.group(i) != null) {
        return part(match, i);
      }
    }
    return "";
  }

  /** Returns the sentence of the language that the user speaks. */
  public String say(String zh, String en) {
    return reply.pick(zh, en);
  }

  public boolean zh() {
    return language == Language.ZH;
  }

  public boolean playing() {
    return situation.state().equals("playing");
  }

  public boolean paused() {
    return situation.state().equals("paused");
  }

  /** Matches the whole text. */
  public boolean is(Pattern pattern) {
    return pattern.matcher(text).matches();
  }

  /** Finds the pattern anywhere. */
  public boolean has(Pattern pattern) {
    return pattern.matcher(text).find();
  }

  private Utterance polished() {
    int start = 0;
    int end = text.length();
    boolean changed = true;
    while (changed && start < end) {
      int startBefore = start;
      int endBefore = end;
      start += prefix(WAKE, start, end);
      start += prefix(zh() ? ZH_FRONT : EN_FRONT, start, end);
      Matcher back = (zh() ? ZH_BACK : EN_BACK).matcher(text).region(start, end);
      if (back.find() && back.start() > start) {
        end = back.start();
      }
      changed = start != startBefore || end != endBefore;
    }
    if (start >= end) {
      return this;
    }
    return new Utterance(
        original.substring(start, end), text.substring(start, end), language, reply, situation);
  }

  private int prefix(Pattern pattern, int start, int end) {
    Matcher front = pattern.matcher(text.substring(start, end));
    return front.find() && front.end() < end - start ? front.end() : 0;
  }

  private static String fold(String text) {
    String folded = Normalizer.simplify(text).toLowerCase(Locale.ROOT);
    // Every place in the folded text must be the same place in the original.
    return folded.length() == text.length() ? folded : text;
  }
}
