package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A refusal or a remark, then the book that is wanted: 不听这个了，放西游记; "not this one, play emma". */
final class LastClause implements IntentFamily {
  private static final String ZH_REMARK =
      "(?:.*(?:这|那|不|别|换一?[本个部]|换个|没意思|够了|点什么|不一样|腻|烦|睡前|今天|今晚).*?)";
  private static final Pattern ZH =
      Pattern.compile(
          "^"
              + ZH_REMARK
              + "(?:[，,]|了[，,]?|(?<=这[个本部]))(?:就|那就|改|还是|我?(?:想|要))*((?:播放|放|听|来一?[本个段]|换成|换(?![一下上前后个集章回本部到])|改放|改听)(?!第|点|什么|[不了过到]).{2,})$");
  private static final Pattern EN =
      Pattern.compile(
          "^(?:i (?:don't|do not) (?:want|like)(?: to (?:hear|listen to))?|not|no(?:t)?|(?:this|it|that)(?:'s| is)|i(?:'m| am)|enough of|forget|(?:stop|quit|pause|turn off)(?: (?:this|it|that|reading|playing|the (?:book|story)))*,? and)\\b.*?[ ,]+((?:play|put on|read(?: me| us)?|let's (?:hear|have)|switch to|start) .{2,})$");

  /** 第三集不好听，换第四集: a section is no title, whatever is said of it. */
  private static final Pattern ZH_SECTION =
      Pattern.compile(
          "^(?:(?:这|上|第[零一二三四五六七八九十百\\d]+)一?[集章回节].{0,12}|.{0,6}(?:不好听|没意思|听过了?|太吵|不想听|不听了?).{0,4})[，,](?:就|那就|那|改|还是|直接|给?我?(?:想|要)?)*"
              + "(?:换|播放?|放|听|来|讲|跳)(?:到|成|回)?(第[零一二三四五六七八九十百\\d]+[集章回节])$");

  private final PlayFamily play = new PlayFamily();

  /** Reads a remark and the section that is wanted instead. */
  Optional<Decision> section(Utterance words) {
    Matcher section = ZH_SECTION.matcher(words.text());
    return words.zh() && section.matches()
        ? play.read(words.with("播放" + words.part(section, 1)))
        : Optional.empty();
  }

  @Override
  public Optional<Decision> read(Utterance words) {
    Matcher m = (words.zh() ? ZH : EN).matcher(words.text());
    return m.matches() && m.start(1) > 0
        ? play.read(words.with(words.part(m.start(1), m.end(1))))
        : Optional.empty();
  }
}
