package dev.earmark.agent.rules.words;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the command in words that also tell why: "wait a moment someone's at the door", 我回来了继续吧.
 *
 * <p>Speech carries no punctuation, so a reason is known by how it begins: with a person, a state
 * or a complaint. Words that ask or quote ("how do i go back", "she told me to stop") give nothing.
 */
public final class Clauses {
  private static final String EN_SUBJECT =
      "(?:i|i'm|i've|i'll|i'd|we|we're|we've|it's|it|that's|there's|the|my|our|your|someone|someone's|somebody|somebody's|dinner|he|she|he's|she's|they|they're|mum|mom|dad|baby|grandma|grandpa|this|time|no|not|enough|okay|ok|sorry|yes|what|because|so|too)";
  private static final String EN_PEOPLE =
      "(?:baby|babies|kids|children|phone|door|doorbell|kettle|dog|cat|postman|dinner|mum|mom|dad|wife|husband|son|daughter|grandma|grandpa|boss|neighbours?|neighbors?)";
  private static final Pattern EN_REASON =
      Pattern.compile(
          "^(?:i|i'm|i've|i'll|we|we're|we've|it's|that's|there's|someone|someone's|somebody|somebody's|he's|she's|they're|because|dinner|(?:the |my |our )"
              + EN_PEOPLE
              + "|"
              + EN_PEOPLE
              + "(?:'s)?(?= (?:is|are|has|have|just|wants?|needs?|rang|ringing|calling|crying|sleeping|asleep|awake|woke|came|comes|coming|keeps|can't)\\b)(?:'s)?)\\b .+");

  /** "note that i must buy milk": what follows is no reason. */
  private static final Pattern EN_SAYS_THAT =
      Pattern.compile(
          "(?:note|remember|mark|remind me|say|tell .*|think|know|save)(?: down)? that");

  private static final Pattern EN_BARE_VERB = Pattern.compile("play|start|read|open|go|continue");
  private static final Pattern EN_REASON_BEFORE =
      Pattern.compile(
          "^"
              + EN_SUBJECT
              + "\\b(?!.*\\b(?:to|how|when|where|why|if|whether|not|don't|didn't stop|never|and|is|are|was|were|be|said|told|tell|says|of|the|a|an|my|that i|by|with|in|for|can|could|will|would)$)(?!.*\\b(?:how|told|said|says|tell|if)\\b).+");

  /** "he turned the volume up" tells, "i missed it go back" asks. */
  private static final Pattern EN_DID = Pattern.compile("(?:he|she|they|we|i|it|you) \\w+ed");

  private static final Pattern EN_OBJECT =
      Pattern.compile("^(?:the|a|an|my|his|her|our|up|down)\\b");
  private static final Pattern EN_QUESTION =
      Pattern.compile("^(?:how|why|when|where|who|is|are|does)\\b.*");

  private static final String ZH_PEOPLE =
      "(?:我们?|咱们|有人|有电话|来电话|电话|门|外面|宝宝|孩子|爷爷|奶奶|爸爸?|妈妈?|水开|饭|快递|客人|太晚|困|累)";
  private static final String ZH_COMPLAINT =
      "(?:太|吵|上一?[集回章]|刚才|刚刚|这集|这回|这章|这个|这本|没听|听不|可以了|(?:回来|忙完|吃完|打完|接完|弄完|洗完)了?)";
  private static final Pattern ZH_REASON =
      Pattern.compile("^(?:" + ZH_PEOPLE + "|" + ZH_COMPLAINT + ").+");
  private static final Pattern ZH_REASON_AFTER =
      Pattern.compile(
          "^(?:"
              + ZH_PEOPLE
              + "(?!.*[放播听讲换]).+|这一?(?:段|集|回|章|里|本)(?:太|真|好)?(?:没意思|不好听|无聊|难听|我?听过了?))");
  private static final Pattern ZH_END_OF_REASON =
      Pattern.compile("(?:了|啦|吗|啊|呀|吧|呢|着|完|听|清|懂|见|神|困)(?=.{2,10}$)");
  private static final Pattern ZH_ASKS_OR_PLAYS =
      Pattern.compile(
          ".*(?:怎么|为什么|谁|是不是|听说|说过|[想要]听(?![这了下上前后])|播放|(?:^|[，,了吧])(?:就|那|改|还是)*(?:放|听|来一|讲|念|换成)(?![下上前后一慢快大小])|(?:^|[，,了吧])(?:就|那|改|还是)*换(?![一下上前后个集章回本部]|到[下上])).*");

  /** 声音小点儿孩子睡了: a short command, then whom it is for. */
  private static final Pattern ZH_COMMAND_FIRST =
      Pattern.compile(
          "(?<=..)(?:点儿?|些|一下|会儿|暂停|停止?|声)(?=(?:别(?:吵|打扰|影响|吓)|"
              + ZH_PEOPLE
              + ")(?!.*[放播听讲换]).{1,8}$)");

  private Clauses() {}

  /** Returns the parts that may be the command when the rest is its reason, likeliest first. */
  public static List<Utterance> commands(Utterance words) {
    return words.zh() ? zh(words) : en(words);
  }

  private static List<Utterance> en(Utterance words) {
    List<Utterance> parts = new ArrayList<>();
    String text = words.text();
    if (EN_QUESTION.matcher(text).matches()) {
      return parts;
    }
    for (int at = text.indexOf(' '); at > 0; at = text.indexOf(' ', at + 1)) {
      String before = Patterns.replaceAll(text.substring(0, at), "[,.]+$", "");
      String after = text.substring(at + 1);
      boolean itsObject = EN_DID.matcher(before).matches() && EN_OBJECT.matcher(after).find();
      if (EN_REASON_BEFORE.matcher(before).matches() && !itsObject) {
        parts.add(words.with(words.part(at + 1, text.length())));
      }
      if (EN_REASON.matcher(after).matches()
          && !EN_SAYS_THAT.matcher(before).matches()
          && !EN_BARE_VERB.matcher(before).matches()) {
        parts.add(words.with(words.part(0, at)));
      }
    }
    return parts;
  }

  /** Returns the clauses between commas, the last first, when none of them plays something. */
  private static List<Utterance> written(Utterance words) {
    List<Utterance> parts = new ArrayList<>();
    String[] clauses = words.original().split("[，,。；;!！]", -1);
    if (clauses.length < 2 || ZH_ASKS_OR_PLAYS.matcher(words.text()).matches()) {
      return parts;
    }
    for (int i = clauses.length - 1; i >= 0; i--) {
      if (clauses[i].strip().length() >= 2) {
        parts.add(words.with(clauses[i].strip()));
      }
    }
    return parts;
  }

  private static List<Utterance> zh(Utterance words) {
    List<Utterance> parts = new ArrayList<>(written(words));
    String text = words.text();
    Matcher end = ZH_END_OF_REASON.matcher(text);
    while (end.find()) {
      String before = text.substring(0, end.end());
      String after = text.substring(end.end());
      if (ZH_REASON.matcher(before).matches() && !ZH_ASKS_OR_PLAYS.matcher(before).matches()) {
        parts.add(words.with(words.part(end.end(), text.length())));
      }
      if (ZH_REASON_AFTER.matcher(after).matches()) {
        parts.add(words.with(words.part(0, end.end())));
      }
    }
    Matcher first = ZH_COMMAND_FIRST.matcher(text);
    while (first.find()) {
      parts.add(words.with(words.part(0, first.end())));
    }
    return parts;
  }
}
