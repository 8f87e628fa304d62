package dev.earmark.tools.playing;

import dev.earmark.agent.Effect;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.library.Position;
import dev.earmark.playback.Transport;
import dev.earmark.text.Lengths;
import dev.earmark.tools.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code resume()}: goes on where the book was, also after a restart. */
public final class Resume implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "resume",
          "Goes on with the audiobook that was heard last, where it was left.",
          List.of(),
          Set.of(Effect.PLAY));

  private final Transport transport;

  /** Makes the tool. */
  public Resume(Transport transport) {
    this.transport = transport;
  }

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Optional<Position> place = transport.resume();
    if (place.isEmpty()) {
      return ToolResult.failed(
          language.pick(
              "还没有听过任何书，没法继续", "No book has been heard yet, so there is nothing to resume"));
    }
    Position p = place.get();
    String where = Words.section(p.albumTitle(), p.section(), language);
    String at = Lengths.clock(p.seconds());
    String waits = transport.waits().map(problem -> problem.words(language)).orElse("");
    return ToolResult.ok(
        waits.isEmpty()
            ? language.pick("继续播放: " + where + " " + at, "Resumed: " + where + " at " + at)
            : waits,
        Map.of("album_id", p.albumId(), "section", p.section(), "position_s", p.seconds()));
  }
}
