package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Somebody leaves the room for a moment, or comes back, without naming the command: 我接个电话,
 * "someone's at the door", 电话打完了.
 *
 * <p>Only while something plays, or is paused: at other times it is just talk.
 */
public final class AwayFamily implements IntentFamily {
  private static final String ZH_WHO = "(?:等|让|先等|稍等|等一下|等等)?(?:我们?|咱们?)?";
  private static final String ZH_GO = "(?:先|得|要|想|需要|现在|赶紧|必须|还要|刚好|正好)*(?:去|出去)?";
  private static final String ZH_A = "(?:一?[个下趟点杯口通])?(?:下)?";
  private static final Pattern ZH_LEAVES =
      Pattern.compile(
          ZH_WHO
              + ZH_GO
              + "(?:(?:接|回|打)"
              + ZH_A
              + "(?:电话|视频|语音|微信)|(?<=[我们去得要想等先])(?:开|看|关)"
              + ZH_A
              + "(?:门|火|锅)|上"
              + ZH_A
              + "(?:厕所|洗手间|卫生间)|(?:倒|喝)"
              + ZH_A
              + "(?:水|茶)|(?:拿|取|收)"
              + ZH_A
              + "(?:快递|外卖|东西)|(?:出去|离开|走开|出门)(?:一下|一会儿?|会儿)|方便一下|有点事|(?:马上|一会儿?|很快)(?:就)?回来)(?:先|了|啊|哈|再说|再来)?(?:[，,]?(?:马上|一会儿?|很快|待会儿?)(?:就)?(?:回来|来|好))?"
              + "|(?:好像)?(?:有人|家里|外面|门口)?(?:来人|来客人|来电话|有电话|敲门|按门铃|有人|有人找|有人找我|有人敲门|有人按门铃|来客|叫我|找我|喊我)了?"
              + "|(?:快递|外卖|客人|老师|老板)(?:小哥|员)?(?:来|到)了|(?:电话|门铃|手机)(?:响|来)了"
              + "|(?:等一?会儿?|待会儿?|过一?会儿?|一会儿?|晚点|晚些时候?|回头|等下|稍后|过后|下午|晚上)(?:我|咱们|我们)?(?:再|接着|继续)(?:接着|继续)?(?:听|放|讲|看|说)吧?"
              + "|先(?:放一?放|搁一?搁|缓一?缓)|先(?:到|听到|放到|讲到)?(?:这里|这儿|这)(?:吧|了)*");
  private static final Pattern ZH_BACK =
      Pattern.compile(
          "(?:好了?|嗯|行了?)?[，,]?(?:我们?|咱们?)?(?:又)?(?:回来|忙完|弄完|搞定|好|接完|打完|吃完|洗完)(?:电话|饭|澡|手)?了[啊呀吧]?|(?:电话|快递|外卖|饭|事情?)(?:打|接|拿|吃|办|取|忙)?(?:完|到|好)了|(?:人|客人)走了");

  private static final String EN_MUST =
      "(?:(?:i|we)(?:'ve| have|'ll| will)?(?: just| really| quickly)*(?: got to| gotta| have to| need to| must| should|'m going to| am going to|'ve to)?|let me|i'm|i'm just|i'm off to|need to|have to|gotta)(?: just| quickly)*";
  private static final String EN_SPAN =
      "(?: (?:quickly|now|first|real quick|for (?:a|one) (?:second|minute|moment|sec)|a (?:second|minute|moment)|one (?:second|minute|moment)))*";
  private static final Pattern EN_LEAVES =
      Pattern.compile(
          EN_MUST
              + " (?:(?:take|answer|get|make|pick up)(?: (?:a|the|this|my|that))*(?: phone| quick| important)* (?:call|phone|door|telephone)(?: call)?|(?:get|open|answer|see to)(?: the)? (?:door|doorbell)|(?:go|run|pop|nip|going|heading)(?: off)? to the (?:toilet|bathroom|loo|restroom|kitchen|door|shop)|use the (?:toilet|bathroom|loo|restroom)|(?:go to )?the (?:toilet|bathroom|loo)|get (?:a|some|a glass of|a cup of) (?:drink|water|tea|coffee|snack)|step (?:out|outside|away)|leave(?: the room)?|go(?: out)?|be (?:right )?back)"
              + EN_SPAN
              + "|(?:i'll |i will )?(?:be )?(?:right back|back in a (?:minute|second|moment|sec|bit|tick))|be right back|brb"
              + "|(?:there(?:'s| is) )?(?:someone|somebody)(?:'s| is)?(?: knocking)? at the door|someone's (?:here|calling|ringing|come|knocking)|somebody's (?:here|calling|ringing|come|knocking)|(?:the |my )?(?:phone|doorbell|door ?bell|telephone)(?:'s| is)? (?:ringing|just rang|rang)|(?:mum|mom|dad|my (?:boss|wife|husband|mum|mom|dad)|someone)(?:'s| is) (?:calling|ringing)(?: me)?|i(?:'ve| have)? got a (?:phone )?call|i(?:'m| am) getting a (?:phone )?call|there's a call for me"
              + "|(?:i'll |i will |i'd rather |let's |we'll |i can |i want to |can i )?(?:listen|hear it|hear the rest|continue|finish (?:it|this)|carry on|go on|do this)(?: to (?:it|this|the rest|that))? (?:later(?: on)?|another time|in a bit|after (?:lunch|dinner|work|school))(?: today| please)?");
  private static final Pattern EN_BACK =
      Pattern.compile(
          "(?:ok(?:ay)?,? )?(?:(?:i'm|i am|we're|we are) (?:back|ready|here)(?: (?:again|now))?|(?:i'm|i am) (?:done|off the phone)(?: (?:with the phone|on the phone|now))?|(?:the |my )?(?:phone )?(?:call|meeting|lunch|dinner)(?:'s| is) over(?: now)?|(?:he|she|they)(?:'s|'re| is| are|'ve|) gone(?: now)?)");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.playing() && words.is(words.zh() ? ZH_LEAVES : EN_LEAVES)) {
      return Decision.call("pause");
    }
    return words.paused() && words.is(words.zh() ? ZH_BACK : EN_BACK)
        ? Decision.call("resume")
        : Optional.empty();
  }
}
