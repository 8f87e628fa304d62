package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Durations;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.base.Language;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long may be listened in a day. */
final class LimitFamily implements IntentFamily {
  private static final Pattern ZH_LIMIT =
      Pattern.compile(
          "(?:以后|从今天起)?(今天|今日|每天|每日|一天)(?:孩子|小孩|小朋友|宝宝|他|她|我)?(?:最多|只能|只许|只准|顶多|限制|限定)+(?:只?能)?"
              + "(?:听|收听|播放|放)?(.+?)(?:的?(?:书|故事))?"
              + "|(?:把)?(?:限制)?(今天|每天)的?(?:收听|听书|听故事)(?:的)?(?:时间|时长)?(?:限制|设|控制)?(?:在|为|成|到)(.+?)(?:以内|之内)?"
              + "|限制(今天|每天)(?:最多|只能)?听(.+)");
  private static final Pattern ZH_LEFT =
      Pattern.compile("今天(?:我)?还(?:能|可以)(?:再)?听(?:多久|多长时间|几分钟|多少分钟)(?:书|故事)?");
  private static final Pattern ZH_NONE =
      Pattern.compile(
          "(?:以后|从今天起|每天|每日)(?:每天)?(?:都|再)?(?:也)?(?:不限制?|不再限制?|没有限制)(?:时间?|时长|(?:听书|收听)(?:的)?(?:时间|时长))?了?"
              + "|(?:取消|去掉|解除)(?:每天|每日)的?(?:收听|听书|听故事|时间|时长)?的?(?:限制|限额|限时)");
  private static final Pattern EN_NONE =
      Pattern.compile(
          "(?:there is )?no (?:daily|everyday) (?:listening )?(?:limit|quota)(?: any ?more)?"
              + "|no (?:listening )?(?:limit|quota) (?:any ?more|from now on|every day)"
              + "|(?:remove|cancel|drop) the (?:limit|quota) (?:for|of) every day");
  private static final String EN_DAY = "(today|(?:a|per|every|each) day|daily)";
  private static final Pattern EN_LIMIT =
      Pattern.compile(
          "(?:please )?(?:at most|no more than|not more than|up to|only|limit"
              + " (?:(?:me|us|them|him|her|the kids|the children|listening|it) )?to|maximum)"
              + " (.+?)(?: of (?:listening|stories|audiobooks|books))? "
              + EN_DAY
              + "|"
              + EN_DAY
              + ",? (?:at most|no more than|only) (.+)"
              + "|limit (?:listening )?(today|every day) to (.+)"
              + "|limit (?:today|the day)'?s listening to (.+)");
  private static final Pattern EN_LEFT =
      Pattern.compile(
          "how (?:much longer|long|much more) (?:can|may) (?:i|we) (?:still )?listen(?: today)?|how"
              + " (?:much|many)(?: listening)? (?:time|minutes) (?:is|are|do i have) left(?: for)?"
              + " today");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.is(words.zh() ? ZH_LEFT : EN_LEFT)) {
      return Decision.call("limit_listening");
    }
    if (words.is(words.zh() ? ZH_NONE : EN_NONE)) {
      return Decision.call("limit_listening", Args.of("minutes", 0, "every_day", true));
    }
    Matcher m = (words.zh() ? ZH_LIMIT : EN_LIMIT).matcher(words.text());
    return m.matches() ? limit(m, words.zh() ? Language.ZH : Language.EN) : Optional.empty();
  }

  private static Optional<Decision> limit(Matcher m, Language language) {
    boolean everyDay = false;
    Optional<Durations.Found> time = Optional.empty();
    for (int group = 1; group <= m.groupCount(); group++) {
      String part = m.group(group);
      if (part != null) {
        everyDay |= part.matches("每[天日]|一天|.*day|daily") && !part.equals("today");
        Optional<Durations.Found> whole =
            Durations.find(part, language)
                .filter(found -> found.start() == 0 && found.end() == part.length());
        time = whole.isPresent() ? whole : time;
      }
    }
    boolean always = everyDay;
    return time.flatMap(
        found -> {
          Number minutes = Durations.plain(found.seconds() / 60);
          return Decision.call(
              "limit_listening",
              always
                  ? Args.of("minutes", minutes, "every_day", true)
                  : Args.of("minutes", minutes));
        });
  }
}
