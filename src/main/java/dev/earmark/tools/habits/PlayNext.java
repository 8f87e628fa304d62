package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.LibraryService;
import dev.earmark.playback.habits.UpNext;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code play_next(keyword, section, after)}: puts a book behind the current one. */
public final class PlayNext implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "play_next",
          "Puts an audiobook into the queue, to be played when the current one has ended.",
          List.of(
              Parameter.required("keyword", Parameter.Type.STRING, "title, or part of it"),
              Parameter.optional(
                  "section", Parameter.Type.INTEGER, 0, "1-based; 0 for where it was left"),
              Parameter.optional(
                  "after",
                  Parameter.Type.STRING,
                  "book",
                  "\"book\" to play it after the whole book, \"section\" after this section")),
          Set.of(Effect.PLAY, Effect.QUEUE));

  private final NextBook next;
  private final LibraryService library;

  /** Makes the tool. */
  public PlayNext(NextBook next, LibraryService library) {
    this.next = next;
    this.library = library;
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
    if (keyword.isEmpty()) {
      return ToolResult.failed(language.pick("接下来放哪一本？", "Which book is to come next?"));
    }
    boolean afterSection = given.text("after").equals("section");
    int section = Math.max(0, given.whole("section").orElse(0));
    String title = NextBook.title(keyword, library);
    int place = next.add(new UpNext.Entry(title, section, afterSection));
    if (place == 0) {
      return ToolResult.failed(language.pick("播放队列满了，先清空一下", "The queue is full; clear it first"));
    }
    String what =
        section == 0
            ? title
            : language.pick(title + " 第" + section + "集", title + " section " + section);
    // Looked at in memory only: the answer waits for no catalogue.
    String unknown = NextBook.doubt(keyword, library, language);
    return ToolResult.ok(
        (afterSection
                ? language.pick("听完这一集就播放: " + what, "After this section: " + what)
                : language.pick("听完这本书就播放: " + what, "After this book: " + what))
            + unknown,
        Map.of("place", place));
  }
}
