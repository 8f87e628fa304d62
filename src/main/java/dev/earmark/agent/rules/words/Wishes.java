package dev.earmark.agent.rules.words;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes the wish or the polite question off a command: 你能小声一点吗 becomes 小声一点, "i'd like the next
 * chapter" becomes "the next chapter".
 *
 * <p>What is left is only a reading that may fit; the grammar tries it after the words themselves.
 */
public final class Wishes {
  private static final String ZH_WHO = "(?:我们?|咱们?|[你您]们?|宝宝|孩子)";
  private static final String ZH_CAN = "(?:可不可以|能不能|能否|可以|能|麻烦|帮忙|请)";
  private static final String ZH_WANT = "(?:想要|还想|想|还要|要|希望你?|得|觉得|需要)";
  private static final String ZH_HEAR = "(?:再?听一?听|再?听一下|听(?=[上下前后第]))";
  private static final String ZH_SMALL = "(?:现在|直接|先|再|还是|就|也|给我|帮我|快)";
  private static final String ZH_SAYS =
      "(?:(?:我|他|她|[我他她]?(?:爷爷|奶奶|爸爸?|妈妈?|老师|外婆|外公|姐姐|哥哥|弟弟|妹妹|儿子|女儿|老婆|老公))们?(?:刚才)?(?:说|让你?|叫你?|问)(?:了|要)?(?:他|她|我)?)";
  private static final Pattern ZH_FRONT =
      Pattern.compile(
          "^(?:" + ZH_SAYS + "|" + ZH_WHO + "|" + ZH_CAN + "|" + ZH_WANT + "|" + ZH_HEAR + "|"
              + ZH_SMALL + ")");
  private static final Pattern ZH_TOPIC_LAST =
      Pattern.compile("(.{3,10}?)[了呀啊呢]?[，,]?(这本书|这个故事|这书|这一?集|这一?回|这一?章)");
  private static final Pattern ZH_BACK = Pattern.compile("(?:好吗|行吗|可以吗|吗|么|嘛|好不好|行不行|就好|就行|可以了)$");

  private static final String EN_LIKE =
      "i(?:'d| would|'m| am)?(?: really| just)? (?:rather(?: have)?|like|love|prefer|want|need|think|guess|suppose|was wondering if|wonder if|say)";
  private static final String EN_MAY =
      "(?:can|could|may|might|shall|should|would|will|do) (?:i|we|you)|you (?:can|could|may|might|should)|i (?:can|could)";
  private static final String EN_KIND =
      "be so (?:kind as to|good as to|kind and)|be (?:a )?(?:dear|good|nice)(?: \\w+)? and|do you think|is it possible to|would it be possible to|would you mind|it would be (?:nice|good|great|lovely) if|why don't|it's time (?:to|for)|time to|how about|what about|if you (?:could|would)";
  private static final String EN_HAVE =
      "(?:to )?(?:hear|have|listen to|get|give (?:me|us))(?= (?:the )?(?:next|previous|last|following|chapter|it|that|this))";
  private static final String EN_SAYS =
      "(?:(?:(?:my |the )?(?:mum|mom|dad|mother|father|teacher|wife|husband|son|daughter|sister|brother|grandma|grandpa|kids?|boys?|girls?)|he|she|they) )?(?:said|says|asks?|asked|told me|tells me)(?: that| if| for)?|where (?:were we|did (?:we|i) (?:stop|leave off|get to))";
  private static final Pattern EN_FRONT =
      Pattern.compile(
          "^(?:"
              + String.join(
                  "|",
                  EN_LIKE,
                  EN_MAY,
                  EN_KIND,
                  EN_HAVE,
                  EN_SAYS,
                  "(?:let me|let's|let us)",
                  "you(?= to\\b)",
                  "(?:please|just|kindly|maybe|do|if|to|quickly)")
              + ")\\b[ ,]*");
  private static final Pattern EN_SOMEBODY_WANTS =
      Pattern.compile(
          "(?:(?:my|the|our) )?(?:little |older |younger )?(?:grandma|grandpa|granny|mum|mom|mummy|dad|daddy|son|daughter|wife|husband|sister|brother|boys?|girls?|kids?|children|she|he|they|we)(?: would like| would love|'d like|'d love| wants| want) (?!to\\b|you\\b)(.+)");

  /** "put the next one on". */
  private static final Pattern EN_PUT_ON = Pattern.compile("(?:put|pop|stick) (.{4,40}) on");

  private static final Pattern EN_GERUND =
      Pattern.compile(
          "^(playing|reading|pausing|stopping|skipping|turning|going|starting|putting|telling|speaking|making|setting|finding|continuing|resuming|moving|jumping)\\b");
  private static final Map<String, String> BASE_FORM =
      Map.ofEntries(
          Map.entry("playing", "play"),
          Map.entry("reading", "read"),
          Map.entry("pausing", "pause"),
          Map.entry("stopping", "stop"),
          Map.entry("skipping", "skip"),
          Map.entry("turning", "turn"),
          Map.entry("going", "go"),
          Map.entry("starting", "start"),
          Map.entry("putting", "put"),
          Map.entry("telling", "tell"),
          Map.entry("speaking", "speak"),
          Map.entry("making", "make"),
          Map.entry("setting", "set"),
          Map.entry("finding", "find"),
          Map.entry("continuing", "continue"),
          Map.entry("resuming", "resume"),
          Map.entry("moving", "move"),
          Map.entry("jumping", "jump"));

  private Wishes() {}

  /** Returns the readings without wish, the longest first; empty when there is no wish. */
  public static List<Utterance> peeled(Utterance words) {
    List<Utterance> readings = new ArrayList<>();
    Utterance rest = words;
    for (int i = 0; i < 6; i++) {
      Utterance shorter = words.zh() ? zh(rest) : en(rest);
      if (shorter.text().equals(rest.text())) {
        break;
      }
      readings.add(shorter);
      rest = shorter;
    }
    return readings;
  }

  private static Utterance zh(Utterance words) {
    Matcher topicLast = ZH_TOPIC_LAST.matcher(words.text());
    if (topicLast.matches()) {
      return words.with(topicLast.group(2) + topicLast.group(1));
    }
    Matcher back = ZH_BACK.matcher(words.text());
    if (back.find() && back.start() > 1) {
      return words.with(words.part(0, back.start()));
    }
    return cut(words, ZH_FRONT);
  }

  private static Utterance en(Utterance words) {
    Matcher wants = EN_SOMEBODY_WANTS.matcher(words.text());
    if (wants.matches()) {
      return words.with("i'd like " + words.part(wants.start(1), wants.end(1)));
    }
    Matcher on = EN_PUT_ON.matcher(words.text());
    if (on.matches()) {
      return words.with("put on " + words.part(on.start(1), on.end(1)));
    }
    Matcher gerund = EN_GERUND.matcher(words.text());
    if (gerund.find()) {
      String base = BASE_FORM.getOrDefault(gerund.group(1), gerund.group(1));
      return words.with(base + words.original().substring(gerund.end()));
    }
    return cut(words, EN_FRONT);
  }

  private static Utterance cut(Utterance words, Pattern front) {
    Matcher m = front.matcher(words.text());
    return m.find() && m.end() > 0 && m.end() < words.text().length() ? words.from(m.end()) : words;
  }
}
