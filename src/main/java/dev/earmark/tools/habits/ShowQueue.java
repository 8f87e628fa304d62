package dev.earmark.tools.habits;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.playback.habits.UpNext;
import dev.earmark.playback.kept.NextBook;
import dev.earmark.tools.Args;
import dev.earmark.tools.LastResults;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code queue(clear)}: what is played behind the current book. */
public final class ShowQueue implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "queue",
          "Tells which books are in the queue behind the current one, or empties it.",
          List.of(
              Parameter.optional("clear", Parameter.Type.BOOLEAN, false, "true empties the queue")),
          Set.of(Effect.QUEUE));

  private final NextBook next;
  private final LastResults results;

  /** Makes the tool; what it tells is the list on the screen. */
  public ShowQueue(NextBook next, LastResults results) {
    this.next = next;
    this.results = results;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    if (new Args(args).flag("clear").orElse(false)) {
      next.remove(0);
      return ToolResult.ok(language.pick("播放队列已清空", "The queue is empty now"));
    }
    List<UpNext.Entry> entries = next.entries();
    if (entries.isEmpty()) {
      return ToolResult.ok(language.pick("队列里没有别的书", "There is no other book in the queue"));
    }
    results.showTitles(entries.stream().map(UpNext.Entry::keyword).toList());
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < entries.size(); i++) {
      text.append(i == 0 ? "" : "\n").append(i + 1).append(". ").append(entries.get(i).keyword());
    }
    return ToolResult.ok(text.toString(), Map.of("count", entries.size()));
  }
}
