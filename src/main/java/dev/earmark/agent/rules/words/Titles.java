package dev.earmark.agent.rules.words;

import dev.earmark.agent.Situation;
import dev.earmark.base.Language;
import dev.earmark.text.Normalizer;
import dev.earmark.text.NumberWords;
import dev.earmark.text.Sounds;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cleans what stands in the place of a title, and finds the known title that was meant. */
public final class Titles {
  private static final double SURE = 0.86;

  private static final Pattern ZH_FRONT =
      Pattern.compile(
          "^(?:[一-龥]{1,3}(?<![的是和])那个(?=[一-龥]{2,}$)|(?:昨天|昨晚|上次|上回|之前|刚才|前天)(?:听|放|讲)?(?:的?那一?[个本部段]|的)(?=.{2})|一下|一?[个段集回篇部本](?=.{2})(?!性|人|个|别)|一个|一本|一部|一段|一会儿|一点|会儿|下(?!一|雨|雪|山|午|海|凡|乡)|那个|什么(?=[，,])|哦?对了?(?=[，,])|就是(?=.{2})|这个|那本|这本|那部|有声书|有声小说|评书|小说|故事书|书|叫做?|名叫|名字叫|点儿?|些|首|嗯|啊|呃|额|的|关于|我们?|咱们?|大家|孩子们?|宝宝|本(?=《)|部(?=《)|集(?=《)|[\\s，,、。…:：·]+)",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern ZH_BACK =
      Pattern.compile(
          "(?:的有声书|有声书|的有声小说|这本书|那本书|这部小说|这本小说|的评书|给我听|给孩子听|给宝宝听|给我们听|听一下|听听|来听|一下|[，,]?(?<=..)(?:不要|别|不用)太(?:大声|响|吵|快|慢|小声)了?|这个故事|那个|怎么样|行不|的|吧|嘛|呀|啊|呢|了|吗|从|放|听|看|(?<=..)(?<![传广直主联点演重开首])播|[\\s，,、。…!！?？~～]+)$",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern EN_FRONT =
      Pattern.compile(
          "^(?:(?:to |me |us )?(?:the |a )?(?:version|recording|edition|narration) of(?= )|(?:to |me |us )?(?:the )?(?:audio ?book of|(?:audio ?book|book|story|novel) (?:called|named|titled|entitled))(?= )|(?:a|the|an) (?:audio ?book(?: (?:of|called|named))?|book (?:called|named))(?= )|(?:a )?(?:little )?(?:bit )?of(?= )|some(?= (?!thing|one|body))|from(?= )|in(?= )|me(?= )|us(?= )|to(?= )|that|um|uh|er|like(?= )|please|called|chapter of)(?=\\s)[\\s,.]*|^[\\s,.:\"“”]+",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern EN_BACK =
      Pattern.compile(
          "(?:[\\s,.!?:\"“”-]+|[\\s,]+(?:please|(?:for|to) (?:me|us|him|her|them|(?:the|my|our) (?:little |younger |older )?(?:kids?|children|baby|boys?|girls?|son|daughter|grandson|granddaughter|little ones?))|audio ?book|the audio ?book|the book|from|at|starting (?:at|from|with)|beginning (?:at|with|from)|start(?:ing)?|[, ]*(?:but )?not too (?:loud|loudly|quiet|quietly|fast|slow|slowly)|and (?:go|skip|jump) to|on|now|again|um|uh|and|instead|tonight|today|with|then))$",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ZH_PLACE =
      Pattern.compile("(?:[第地]([零一二三四五六七八九十两\\d]+)|最后(?:面)?的?(?:那|一)*)(?:个|本|部|种|项)(?:书|故事)?");
  private static final Pattern EN_PLACE =
      Pattern.compile(
          "(?:the )?(?:(?:number|option|result) )?([a-z]+|\\d+(?:st|nd|rd|th)?)(?: (?:one|book|result|option|story))");

  private Titles() {}

  /** Returns the title without the words around it; blank when nothing is left. */
  public static String clean(String raw, boolean zh) {
    String text = raw.strip();
    int open = text.indexOf('《');
    int close = text.indexOf('》');
    if (open >= 0 && close > open + 1) {
      return text.substring(open + 1, close).strip();
    }
    String before;
    do {
      before = text;
      text = cut(text, zh ? ZH_FRONT : EN_FRONT, zh);
      text = cut(text, zh ? ZH_BACK : EN_BACK, zh);
      text = text.strip();
    } while (!text.equals(before));
    return Patterns.replaceAll(text, "^[\"“”']+|[\"“”]+$", "");
  }

  private static String cut(String text, Pattern pattern, boolean zh) {
    Matcher m = pattern.matcher(text);
    if (!m.find()) {
      return text;
    }
    String rest = m.start() == 0 ? text.substring(m.end()) : text.substring(0, m.start());
    // A title of one character is not one; what looks like a particle belongs to it.
    return zh && rest.strip().length() < 2 && text.length() <= 3 ? text : rest;
  }

  /** Returns the title on the screen that is meant by its place: 第二个, "the last one". */
  public static Optional<String> onScreen(String words, Situation situation) {
    List<String> shown = situation.results();
    Matcher m = ZH_PLACE.matcher(words);
    boolean zh = m.matches();
    if (!zh) {
      m = EN_PLACE.matcher(words.toLowerCase(Locale.ROOT));
      if (!m.matches()) {
        return Optional.empty();
      }
    }
    String place = m.group(1);
    boolean last = place == null || place.equals("last");
    long number =
        last
            ? shown.size()
            : NumberWords.parse(place, zh ? Language.ZH : Language.EN).orElse(/* none */ 0);
    return number < 1 || number > shown.size()
        ? Optional.empty()
        : Optional.of(shown.get((int) number - 1));
  }

  /** Returns the known title that the words mean by letter or by sound, else the words. */
  public static String resolve(String words, Situation situation) {
    return known(words, situation).orElse(words);
  }

  /** Returns the title among results, heard books and the current one that the words mean. */
  public static Optional<String> known(String words, Situation situation) {
    String key = Normalizer.key(words);
    if (key.isEmpty()) {
      return Optional.empty();
    }
    Set<String> titles = new LinkedHashSet<>(situation.results());
    if (!situation.album().isEmpty()) {
      titles.add(situation.album());
    }
    titles.addAll(situation.heard());
    String best = null;
    double bestScore = SURE;
    for (String title : titles) {
      if (Normalizer.key(title).equals(key)) {
        return Optional.of(title);
      }
      double score =
          Volumes.differ(key, Normalizer.key(title)) ? 0 : likeness(key, Normalizer.key(title));
      if (score > bestScore) {
        best = title;
        bestScore = score;
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * How surely the words mean the title. Other books score up to 0.85 (little men, Little Women),
   * what was misheard 0.89 and more (treasure eyeland).
   */
  private static double likeness(String heard, String title) {
    double whole = Sounds.similarity(heard, title);
    if (Normalizer.hasHan(heard)) {
      return Math.max(whole, byCharacter(heard, title));
    }
    List<String> core = content(title);
    List<String> said = content(heard);
    if (said.isEmpty() || core.isEmpty()) {
      return whole;
    }
    // "hook finn" for "huckleberry finn": each word said must sound like the beginning of one.
    double sum = 0;
    for (String word : said) {
      double best = 0;
      for (String other : core) {
        boolean shortened = other.length() > word.length() + 2 && word.length() >= 3;
        double start =
            shortened ? 0.9 * Sounds.similarity(word, other.substring(0, word.length())) : 0;
        best = Math.max(best, Math.max(start, Sounds.similarity(word, other)));
      }
      sum += best;
    }
    double words = sum / said.size() * Math.min(1, 0.6 + 0.4 * said.size() / core.size());
    return Math.max(whole, words);
  }

  /** 水壶传 for 水浒传: a character that is the same sounds the same, whatever its other readings. */
  private static double byCharacter(String heard, String title) {
    if (heard.length() != title.length()) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < heard.length(); i++) {
      String one = heard.substring(i, i + 1);
      String other = title.substring(i, i + 1);
      sum += one.equals(other) ? 1 : Sounds.similarity(one, other);
    }
    return sum / heard.length();
  }

  private static List<String> content(String key) {
    List<String> words = new ArrayList<>(List.of(key.split(" ", -1)));
    words.removeIf(
        w ->
            w.isEmpty()
                || Set.of("the", "a", "an", "of", "and", "in", "to", "adventures").contains(w));
    return words;
  }
}
