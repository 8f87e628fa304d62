package dev.earmark.agent.rules.grammar;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Everyday;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whole books that stay on this machine: 下载整本西游记, "keep this book". */
final class KeepFamily implements IntentFamily {
  private static final String ZH_FETCH = "(?:下载|缓存|保存|存|离线下载)";
  private static final String ZH_DONE = "(?:下来|一下|好|到本地|到机器里|起来|下|吧|离线听|给我离线听|方便离线听|以后听|路上听)*";
  private static final Pattern ZH_KEEP =
      Pattern.compile(
          "(?:"
              + ZH_FETCH
              + "(?:下)?(?:这一?|整|全)(?:本|部|套)(?:书)?"
              + ZH_DONE
              + "|(?:把)?(?:这|整|全)一?(?:本|部|套)(?:书)?(?:都|全部|全|完整|整本|给我)*"
              + ZH_FETCH
              + ZH_DONE
              + "|(?:一直)?保留(?:住)?(?:这|整)(?:本|部)(?:书)?|"
              + ZH_FETCH
              + "(?:全部|所有)(?:的)?(?:集|章节|章)?|(?:整本|全本|全部|完整地?|一次性)(?:都|全|给我)?"
              + ZH_FETCH
              + "(?:这一?(?:本|部|套)书?)?"
              + ZH_DONE
              + ")");
  private static final Pattern ZH_KEEP_TITLE =
      Pattern.compile(
          ZH_FETCH
              + "(?:一下)?(?:整|全)(?:本|部|套)的?(.{2,16})|"
              + ZH_FETCH
              + "(.{2,16}?)(?:的)?(?:整|全)(?:本|部|套)(?:书)?|(?:把)(.{2,16}?)(?:这本书)?(?:整本|全本|全部|全都|都|整个|完整)+(?:的)?(?:给我)?"
              + ZH_FETCH
              + ZH_DONE
              + "|(?:把)(.{2,16}?)(?:这本书)?(?:下载|缓存)(?:到本地|下来)"
              + ZH_DONE
              + "|(.{2,16}?)(?:整本|全本|全部|全都)(?:给我)?(?:下载|缓存)"
              + ZH_DONE);
  private static final Pattern ZH_RELEASE =
      Pattern.compile("(?:不用|不要|不再|取消|别)(?:再)?保留(?:这|整)?(?:本|部)?(?:书)?(?:了)?");
  private static final Pattern ZH_NO_TITLE = Pattern.compile("(?:这|那|它|书|一|我|你|上|下|第).*|.*[集章回节]");
  private static final String EN_WHOLE =
      "(?:the (?:whole|entire|complete)(?: of)?|all (?:of|the chapters of|the sections of)|every (?:chapter|section|episode) of|this (?:whole|entire|complete))";
  private static final String EN_STAYS =
      "(?: (?:for (?:offline(?: listening)?|later|the (?:trip|journey|flight))|offline|to keep|to (?:this|the) (?:machine|device|disk|box)|on (?:this|the) (?:machine|device|disk|box)|forever|downloaded|to listen to offline))*";
  private static final String EN_FETCH = "(?:download|fetch|save|cache|keep|get)";
  private static final Pattern EN_KEEP =
      Pattern.compile(
          "(?:(?:download|fetch|save|cache) "
              + EN_WHOLE
              + "(?: (?:the|this|my))? ?(?:audio ?book|book|story|it|this)"
              + EN_STAYS
              + "|(?:keep|save|download|cache) (?:this|the) (?:audio ?book|book|story)"
              + EN_STAYS
              + "|(?:download|save|cache|keep) (?:it all|all of (?:it|this)|the whole thing)"
              + EN_STAYS
              + ")");
  private static final Pattern EN_KEEP_TITLE =
      Pattern.compile(
          EN_FETCH
              + " "
              + EN_WHOLE
              + " (?:the (?:audio ?book|book) (?:called )?)?(.{3,50}?)"
              + EN_STAYS
              + "|(?:download|keep|save) (.{3,50}?)(?: for offline(?: listening)?| to listen to offline| offline)");
  private static final Pattern EN_RELEASE =
      Pattern.compile(
          "(?:don't|do not|no longer|stop) keep(?:ing)? (?:this|the) (?:audio ?book|book)(?:"
              + " .{0,16})?");

  @Override
  public Optional<Decision> read(Utterance words) {
    if (words.is(words.zh() ? ZH_RELEASE : EN_RELEASE)) {
      return Decision.call("keep_book", Args.of("keep", false));
    }
    if (words.is(words.zh() ? ZH_KEEP : EN_KEEP)) {
      return Decision.call("keep_book");
    }
    Matcher m = (words.zh() ? ZH_KEEP_TITLE : EN_KEEP_TITLE).matcher(words.text());
    return m.matches() ? titled(words, m) : Optional.empty();
  }

  private static Optional<Decision> titled(Utterance words, Matcher m) {
    for (int i = 1; i <= m.groupCount(); i++) {
      if (m.group(i) != null) {
        String title = Titles.clean(words.part(m.start(i), m.end(i)), words.zh());
        String folded = title.toLowerCase(Locale.ROOT);
        boolean none =
            title.isBlank()
                || (words.zh() && ZH_NO_TITLE.matcher(title).matches())
                || Everyday.isNoBook(words, folded, /* weak= */ true);
        return none
            ? Optional.empty()
            : Decision.call(
                "keep_book", Args.of("keyword", Titles.resolve(title, words.situation())));
      }
    }
    return Optional.empty();
  }
}
