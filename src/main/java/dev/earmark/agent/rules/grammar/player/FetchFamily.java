package dev.earmark.agent.rules.grammar.player;

import dev.earmark.agent.rules.intent.Args;
import dev.earmark.agent.rules.intent.Decision;
import dev.earmark.agent.rules.intent.IntentFamily;
import dev.earmark.agent.rules.words.Everyday;
import dev.earmark.agent.rules.words.Titles;
import dev.earmark.agent.rules.words.Utterance;
import dev.earmark.text.Ordinals;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A book that is to be fetched by its name alone, without a word for the whole of it: "download
 * alice", 下载西游记.
 */
public final class FetchFamily implements IntentFamily {
  /** Two characters may be a command that was misheard: 下载近度 is 下载进度. */
  private static final int SHORTEST_ZH = 3;

  private static final Pattern ZH_FETCH =
      Pattern.compile(
          "(?:帮我|给我|我想|我要|想|要)*(?:下载|缓存|离线下载)(?:一下|一本|一部)?(?:《)?(.{2,16}?)(?:》)?(?:这本书|这部小说)?(?:吧|好吗|下来)?");
  private static final Pattern EN_FETCH =
      Pattern.compile(
          "(?:i (?:want|would like|'d like) to )?(?:download|fetch) (?:me )?(.{3,50}?)(?: for"
              + " me)?");
  private static final Pattern NO_TITLE =
      Pattern.compile(
          "(?:这|那|它|书|一|我|你|上|下|第|完|好|到|得|进度|列表|任务|情况|速度|没|了|模型|软件|语音|歌|音乐|电影|视频|文件|地图).*|.*[集章回节]|.*(?:模型|软件|app|歌|音乐|电影|视频|照片)"
              + "|(?:it|this|that|them|all|an?|my|some|something|everything|more|next|another|status|progress|list|queue)\\b.*|.*\\b(?:apps?|songs?|music|movies?|files?|videos?|update|chapters?|sections?|episodes?|models?|pictures?)");

  /** Returns what is named behind the verb, whether or not it is a title. */
  public static Optional<String> named(Utterance words) {
    Matcher m = (words.zh() ? ZH_FETCH : EN_FETCH).matcher(words.text());
    return m.matches() ? Optional.of(words.firstPart(m)) : Optional.empty();
  }

  @Override
  public Optional<Decision> read(Utterance words) {
    Matcher m = (words.zh() ? ZH_FETCH : EN_FETCH).matcher(words.text());
    if (!m.matches() || Ordinals.find(words.text(), words.language()).isPresent()) {
      return Optional.empty();
    }
    String title = Titles.clean(words.part(m.start(1), m.end(1)), words.zh());
    String folded = title.toLowerCase(Locale.ROOT);
    boolean none =
        title.isBlank()
            || (words.zh() && title.length() < SHORTEST_ZH && !words.text().contains("《"))
            || NO_TITLE.matcher(folded).matches()
            || Everyday.isNoBook(words, folded, /* weak= */ true);
    return none
        ? Optional.empty()
        : Decision.call("keep_book", Args.of("keyword", Titles.resolve(title, words.situation())));
  }
}
