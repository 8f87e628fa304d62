package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.lex.Chars;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code <invoke name="tool"><parameter name="key">value</parameter></invoke>}, the form of
 * several families of models. Values are texts; they are coerced like those of any other call.
 */
final class InvokeCalls {
  static final String PLAIN = "<invoke name=";
  static final String DSML = "<｜DSML｜invoke name=";

  private final Steps steps;
  private final String text;

  InvokeCalls(Steps steps) {
    this.steps = steps;
    this.text = steps.text();
  }

  /** Reads the call whose tag begins at {@code start}; null when its tool is not registered. */
  @Nullable Found read(int start, String thought) {
    String prefix = text.startsWith(DSML, start) ? "｜DSML｜" : "";
    int tagEnd = text.indexOf('>', start);
    if (tagEnd < 0) {
      return steps.error(thought, Reason.TRUNCATED, start, "", start);
    }
    String tool = nameIn(start, tagEnd);
    ToolSpec spec = steps.spec(tool);
    if (spec == null) {
      return null;
    }
    String open = "<" + prefix + "parameter name=";
    String close = "</" + prefix + "parameter>";
    Map<String, Object> args = new LinkedHashMap<>();
    int at = Chars.skipBlanks(text, tagEnd + 1);
    while (text.startsWith(open, at)) {
      int keyEnd = text.indexOf('>', at);
      int valueEnd = keyEnd < 0 ? -1 : text.indexOf(close, keyEnd);
      if (valueEnd < 0) {
        return steps.error(thought, Reason.TRUNCATED, at, tool, start);
      }
      args.put(nameIn(at, keyEnd), NativeCalls.withoutFrame(text.substring(keyEnd + 1, valueEnd)));
      at = Chars.skipBlanks(text, valueEnd + close.length());
    }
    boolean ended = text.startsWith("</" + prefix + "invoke>", at);
    if (!ended && (steps.cut() || at < text.length())) {
      // Another parameter may have been cut off, or something stands here that is none.
      Reason reason = steps.cut() ? Reason.TRUNCATED : Reason.UNQUOTED_ARGUMENTS;
      return steps.error(thought, reason, at, tool, start);
    }
    Args read =
        args.isEmpty() ? Args.none(spec, at) : new Args.Ok(args, at, List.of(), /* closed= */ true);
    return steps.call(thought, tool, read, start);
  }

  /** Returns the value of the attribute {@code name} of the tag between the two places. */
  private String nameIn(int from, int to) {
    String tag = text.substring(from, to);
    String value = tag.substring(tag.indexOf("name=") + 5);
    char quote = value.isEmpty() ? ' ' : value.charAt(0);
    int end = quote == '"' || quote == '\'' ? value.indexOf(quote, 1) : -1;
    return Chars.trim(end > 0 ? value.substring(1, end) : value);
  }
}
