package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.Decision.Certainty;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Pattern;

/** Small words that need no tool: greetings, thanks, "never mind". */
public final class ChatFamily implements IntentFamily {
  private static final Pattern HELLO =
      Pattern.compile(
          "(?:你好|您好|哈喽|哈啰|嗨|喂|早上好|早安|早|下午好|晚上好|小书童|在吗|在不在|你在吗|小书童你好|大家好)|(?:hello|hi|hey|good (?:morning|afternoon|evening)|howdy|greetings|hi there|hello there|hey there|are you there|earmark|hey earmark)(?: (?:earmark|there|everyone))?");
  private static final Pattern NIGHT =
      Pattern.compile(
          "晚安|明天见|再见|拜拜|回头见|(?:good ?night|bye|goodbye|bye bye|see you(?: .*)?)(?: earmark)?");
  private static final Pattern THANKS =
      Pattern.compile(
          "(?:太|非常|多)?(?:谢谢|感谢|多谢|谢了)(?:你|您|啦|你了)?|辛苦了|(?:thank you|thanks|cheers|thank you very much|thanks a lot|many thanks|ta)(?: earmark)?|你真棒|真棒|你真好|很好|不错|good job|well done|great|nice|perfect|awesome");
  private static final Pattern NEVER_MIND =
      Pattern.compile(
          "(?:算了|没事|没什么|没关系|不用了|不必了|不要了|没有了|没说你|没叫你|我没叫你|说错了|当我没说|取消|别管了|不是跟你说|不是说你|没你的事|不需要)(?:[，,]?(?:算了|没事儿?|没什么|不用了|了|吧|没有))*|(?:never ?mind|forget (?:it|that|about it)|nothing|no(?:thing)?,? thanks?(?: you)?|it's (?:nothing|okay|ok|fine)|cancel(?: that)?|don't (?:worry|bother)(?: about it)?|not you|i (?:wasn't|was not) talking to you|scratch that|ignore (?:that|me)|no|nope|oops|sorry|nah)(?:,? (?:never ?mind|forget it|nothing|it's fine|thanks))*");
  private static final Pattern ABOUT =
      Pattern.compile(
          "你是谁|你叫什么(?:名字)?|你(?:都)?(?:会|能)(?:做|干)?(?:什么|些什么|啥).{0,2}|(?:有|你有)什么功能|怎么用|怎么使用|帮助|help(?: me)?|what can you do(?: for me)?|who are you|what(?:'s| is) your name|how do (?:i use you|you work)|what are you");
  private static final Pattern HOW_ARE_YOU =
      Pattern.compile(
          "你(?:今天)?(?:好吗|怎么样|还好吗)|how are you(?: (?:today|doing))*|how's it going|what's up");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.is(HELLO)) {
      return Decision.say(
          Certainty.SURELY, words.say("你好呀，想听点什么？", "Hello! What would you like to hear?"));
    }
    if (words.is(NIGHT)) {
      return Decision.say(Certainty.SURELY, words.say("再见，好好休息～", "Good night, sleep well."));
    }
    if (words.is(THANKS)) {
      return Decision.say(Certainty.SURELY, words.say("不客气～", "You're welcome."));
    }
    if (words.is(NEVER_MIND)) {
      return Decision.say(
          Certainty.SURELY, words.say("好的，那就不动了。", "All right, nothing is changed."));
    }
    if (words.is(ABOUT)) {
      return Decision.say(
          Certainty.SURELY,
          words.say(
              "我是有声书助手：说“播放西游记第一集”就能听，还会暂停、快进、调音量、定时、提醒和算数。",
              "I am an audiobook assistant: say \"play chapter one of Alice\". I can also pause, skip, change the volume, set timers and do sums."));
    }
    return words.is(HOW_ARE_YOU)
        ? Decision.say(
            Certainty.PERHAPS,
            words.say("我很好，谢谢。想听书吗？", "I'm fine, thank you. Shall I read to you?"))
        : Optional.empty();
  }
}
