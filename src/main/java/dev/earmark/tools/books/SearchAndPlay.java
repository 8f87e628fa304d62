package dev.earmark.tools.books;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Album;
import dev.earmark.playback.PlayOutcome;
import dev.earmark.playback.PlayService;
import dev.earmark.tools.Args;
import dev.earmark.tools.LastResults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * {@code search_and_play(keyword, section=1)}: plays at once what is on this machine, and lets
 * everything else be fetched in the background.
 */
public final class SearchAndPlay implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "search_and_play",
          "Plays a section of an audiobook. What is not on this machine is fetched in the"
              + " background and starts by itself.",
          List.of(
              Parameter.required("keyword", Parameter.Type.STRING, "the title of the audiobook"),
              Parameter.optional(
                  "section",
                  Parameter.Type.INTEGER,
                  1,
                  "the number of the section, from 1; 0 is where the listener left off")),
          Set.of(Effect.PLAY, Effect.DOWNLOAD));

  private final PlayService service;
  private final LastResults results;

  /** Makes the tool. */
  public SearchAndPlay(PlayService service, LastResults results) {
    this.service = service;
    this.results = results;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Args given = new Args(args);
    String keyword = given.text("keyword");
    int section = given.whole("section").orElse(results.goesOn(keyword) ? 0 : 1);
    if (keyword.isEmpty()) {
      return ToolResult.failed(language.pick("要播放哪本书？", "Which book is to be played?"));
    }
    if (section < 0) {
      return ToolResult.failed(
          language.pick("没有第" + section + "集", "There is no section " + section));
    }
    // What stands on the screen is that very album, also where several have its title.
    PlayOutcome outcome =
        results
            .named(keyword)
            .map(album -> service.playAlbum(album.id(), section, context.runId()))
            .orElseGet(() -> service.play(keyword, section, context.runId()));
    if (outcome.kind() == PlayOutcome.Kind.PLAYING) {
      results.hide();
    } else if (outcome.ok()) {
      results.wished();
    }
    return new ToolResult(outcome.ok(), observation(outcome, language), data(outcome));
  }

  private static String observation(PlayOutcome outcome, Language language) {
    String title = outcome.title();
    int section = outcome.section();
    return switch (outcome.kind()) {
      case PLAYING ->
          language.pick(
              "正在播放(本地): " + title + " - 第" + section + "集",
              "Playing (local): " + title + " - section " + section);
      case FETCHING, JOINED -> fetching(language);
      case NO_SUCH_SECTION, UNREADABLE -> outcome.refusal(language);
    };
  }

  private static String fetching(Language language) {
    return language.pick("正在搜索下载中，请稍等一下～", "Searching and downloading, one moment please");
  }

  private static Map<String, Object> data(PlayOutcome outcome) {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("kind", outcome.kind().name().toLowerCase(Locale.ROOT));
    Album album = outcome.album();
    if (album != null) {
      data.put("album_id", album.id());
    }
    data.put("title", outcome.title());
    data.put("section", outcome.section());
    data.put("cache", outcome.kind() == PlayOutcome.Kind.PLAYING ? "hit" : "miss");
    return data;
  }
}
