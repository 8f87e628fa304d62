package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed;
import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Doubt;
import dev.earmark.agent.protocol.lex.Reasoning;
import dev.earmark.agent.protocol.lex.Tags;
import dev.earmark.agent.protocol.lex.Tags.Kind;
import dev.earmark.agent.protocol.lex.Tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads one reply of the XML protocol from its top: thoughts and invented observations are passed
 * over as a whole, the first action, answer or native call decides.
 */
final class XmlReader {
  private static final String ACTION_END = "</action";
  private static final List<String> INPUTS =
      List.of("<action_input>", "<parameters>", "<arguments>", "<args>");
  private static final String CDATA = "<![CDATA[";
  private static final int NEAR = 200;
  private static final int LONGEST_EXAMPLE = 2_000;
  private static final List<Kind> STEPS = List.of(Kind.ACTION, Kind.FINAL);

  private final Steps steps;
  private final String text;
  private final NativeCalls natives;
  private final List<String> thoughts = new ArrayList<>();
  private boolean noReasoningEnd;
  private boolean noThoughtEnd;
  private boolean noObservationEnd;

  XmlReader(Steps steps) {
    this.steps = steps;
    this.text = steps.text();
    this.natives = new NativeCalls(steps);
  }

  Found read() {
    Found json = natives.whole();
    if (json != null) {
      return json;
    }
    NativeCalls.Marker marker = natives.find(text.length());
    int native_ = marker == null ? Integer.MAX_VALUE : marker.start();
    int i = 0;
    int prose = 0;
    while (i < text.length()) {
      if (i >= native_ && marker != null) {
        Found call = natives.read(marker, thought(prose, marker.start()));
        if (call != null) {
          return call;
        }
        native_ = Integer.MAX_VALUE;
      }
      if (text.charAt(i) != '<') {
        i++;
        continue;
      }
      if (text.startsWith("<!--", i) && !Chars.isQuoted(text, i)) {
        i = behindComment(i);
        continue;
      }
      Tag tag = Chars.isQuoted(text, i) ? null : Tags.opening(text, i);
      if (tag != null && tag.kind() == Kind.ACTION && isExample(i)) {
        i = tag.end();
      } else if (tag == null) {
        i = skipReasoning(i);
      } else if (tag.kind() == Kind.ACTION) {
        return meant(new XmlAction(tag, thought(prose, i)).read());
      } else if (tag.kind() == Kind.FINAL) {
        return answer(tag, thought(prose, i));
      } else {
        i = skipElement(tag);
        prose = i;
      }
    }
    return steps.nothing(thought(prose, text.length()));
  }

  /** A call with words behind it, on its line, that make it doubtful is asked for again. */
  private Found meant(Found found) {
    int from = found.end();
    int end = from;
    while (end < text.length() && "\r\n<".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return found.parsed() instanceof Parsed.Action action
            && text.lastIndexOf('>', from) < text.lastIndexOf(')', from)
            && Doubt.behind(text.substring(from, end))
        ? steps.error(action.thought(), Reason.MISSING_ACTION, found.start(), "", found.start())
        : found;
  }

  /** A call in a comment is an example; one that is not closed may still be. */
  private int behindComment(int i) {
    int end = text.indexOf("-->", i + 4);
    return end < 0 ? text.length() : end + 3;
  }

  /** A call that a sentence only speaks of, or that stands in a fence before the real step. */
  private boolean isExample(int at) {
    int near = Math.max(0, at - NEAR);
    String before = text.substring(near, at);
    int open = before.lastIndexOf("<example");
    if (Doubt.before(text, at)
        || (open >= 0 && before.indexOf("</example", open) < 0 && endsExample(at))) {
      return true;
    }
    int fence = before.lastIndexOf("\n```");
    int from = fence >= 0 ? near + fence + 1 : near == 0 && text.startsWith("```") ? 0 : -1;
    int content = from < 0 ? at : Math.min(at, Chars.lineEnd(text, from));
    if (from < 0 || !Chars.trim(text.substring(content, at)).isEmpty()) {
      return false;
    }
    int close = text.indexOf("\n```", at);
    return close >= 0 && Tags.nextOpening(text, STEPS, close, text.length()) != null;
  }

  private boolean endsExample(int at) {
    int end = Math.min(text.length(), at + LONGEST_EXAMPLE);
    return text.substring(at, end).contains("</example");
  }

  private int skipReasoning(int i) {
    Reasoning.Tag reasoning = noReasoningEnd ? null : Reasoning.opening(text, i);
    if (reasoning == null) {
      return i + 1;
    }
    int closing = reasoning.closingAt(text, reasoning.end());
    noReasoningEnd = closing < 0;
    if (closing < 0) {
      return steps.cut() ? text.length() : i + 1; // its end may still be to come
    }
    return text.indexOf('>', closing) + 1;
  }

  /**
   * Goes over a thought or an invented observation. One that was not closed ends where the next
   * step begins.
   */
  private int skipElement(Tag tag) {
    boolean thought = tag.kind() == Kind.THOUGHT;
    boolean hopeless = thought ? noThoughtEnd : noObservationEnd;
    Tag closing = hopeless ? null : Tags.nextClosing(text, tag.kind(), tag.end());
    if (closing == null && thought) {
      noThoughtEnd = true;
    } else if (closing == null) {
      noObservationEnd = true;
    }
    if (closing == null && steps.cut()) {
      addThought(thought, tag.end(), text.length());
      return text.length(); // its end may still be to come
    }
    int limit = closing == null ? text.length() : closing.start();
    boolean reopened =
        closing != null && Tags.nextOpening(text, List.of(tag.kind()), tag.end(), limit) != null;
    if (closing == null || reopened) {
      Tag step = Tags.nextOpening(text, STEPS, tag.end(), limit);
      int end = step == null ? limit : step.start();
      addThought(thought, tag.end(), end);
      return end;
    }
    addThought(thought, tag.end(), closing.start());
    return closing.end();
  }

  private void addThought(boolean isThought, int from, int to) {
    if (isThought) {
      String thought = withoutCdata(Chars.trim(text.substring(from, to)));
      if (!thought.isEmpty()) {
        thoughts.add(thought);
      }
    }
  }

  /** Thoughts in tags; without any, the prose before the step. */
  private String thought(int proseFrom, int proseTo) {
    if (!thoughts.isEmpty()) {
      return String.join("\n", thoughts);
    }
    String prose = Chars.trim(text.substring(Math.min(proseFrom, proseTo), proseTo));
    return prose.startsWith("<") ? "" : prose.replace("```xml", "").replace("```", "").strip();
  }

  private Found answer(Tag first, String thought) {
    Tag tag = first;
    Found found = oneAnswer(tag, thought, first.start());
    for (int count = 0; count < 16 && found.certain(); count++) {
      int next = Chars.skipBlanks(text, found.end());
      Tag further = next < text.length() ? Tags.opening(text, next) : null;
      if (further == null || further.kind() != Kind.FINAL) {
        break;
      }
      tag = further;
      Found later = oneAnswer(tag, thought, first.start());
      if (later.parsed() instanceof Parsed.Fault) {
        break;
      }
      found = later;
    }
    return found;
  }

  private Found oneAnswer(Tag tag, String thought, int start) {
    int content = Chars.skipBlanks(text, tag.end());
    int searchFrom = content;
    if (text.startsWith(CDATA, content)) {
      int end = text.indexOf("]]>", content);
      searchFrom = end < 0 ? content : end;
    }
    Tag closing = Tags.nextClosing(text, Kind.FINAL, searchFrom);
    while (closing != null && isCode(closing, tag.end())) {
      closing = Tags.nextClosing(text, Kind.FINAL, closing.end());
    }
    if (closing == null && steps.cut()) {
      return steps.error(thought, Reason.TRUNCATED, text.length(), "", start);
    }
    int end = closing == null ? text.length() : closing.start();
    String raw = text.substring(tag.end(), end);
    if (closing == null) {
      raw = withoutPartialTag(raw);
    }
    int behind = closing == null ? end : closing.end();
    return steps.answer(thought, withoutCdata(Chars.trim(raw)), start, behind, closing != null);
  }

  /** A closing tag in backticks belongs to the answer, when another one follows. */
  private boolean isCode(Tag closing, int from) {
    return closing.start() > from
        && text.charAt(closing.start() - 1) == '`'
        && Tags.nextClosing(text, Kind.FINAL, closing.end()) != null;
  }

  private static String withoutPartialTag(String raw) {
    int open = raw.lastIndexOf("</");
    String rest = open < 0 ? "" : raw.substring(open).toLowerCase(Locale.ROOT);
    return open >= 0 && "</final_answer>".startsWith(rest) ? raw.substring(0, open) : raw;
  }

  private static String withoutCdata(String raw) {
    if (!raw.startsWith(CDATA)) {
      return raw;
    }
    int end = raw.indexOf("]]>");
    String inside = raw.substring(CDATA.length(), end < 0 ? raw.length() : end);
    return Chars.trim(inside + (end < 0 ? "" : raw.substring(end + 3)));
  }

  /** The content of an action tag: one call. */
  private final class XmlAction {
    private final Tag tag;
    private final String thought;

    XmlAction(Tag tag, String thought) {
      this.tag = tag;
      this.thought = thought;
    }

    Found read() {
      int at = skipFrame(tag.end());
      Found byAttribute = byAttribute(at);
      if (byAttribute != null) {
        return byAttribute;
      }
      if (at >= text.length()) {
        return steps.error(
            thought, steps.cut() ? Reason.TRUNCATED : Reason.EMPTY_TOOL_NAME, at, "", tag.start());
      }
      if (Chars.at(text, at, ACTION_END)) {
        return steps.error(thought, Reason.EMPTY_TOOL_NAME, tag.start(), "", tag.start());
      }
      char c = text.charAt(at);
      if (c == '{' || c == '[') {
        return json(at);
      }
      if (c == '<') {
        NativeCalls.Marker inner = natives.find(text.length());
        Found call = inner != null && inner.start() == at ? natives.read(inner, thought) : null;
        return call != null
            ? call
            : steps.error(thought, Reason.EMPTY_TOOL_NAME, at, "", tag.start());
      }
      return named(at);
    }

    /** {@code <action name="tool">{…}</action>}: the tag names the tool, its content the input. */
    private @Nullable Found byAttribute(int at) {
      for (String key : List.of("name", "tool")) {
        String name = Tags.attribute(text, tag, key);
        ToolSpec spec = name == null ? null : steps.spec(name);
        if (name == null || spec == null) {
          continue;
        }
        if (text.charAt(tag.end() - 2) == '/' || Chars.at(text, at, ACTION_END)) {
          return steps.call(thought, name, Args.none(spec, at), tag.start());
        }
        boolean object = at < text.length() && Chars.narrow(text.charAt(at)) == '{';
        return object ? steps.call(thought, name, natives.objectAt(at), tag.start()) : null;
      }
      return null;
    }

    private Found json(int at) {
      LenientJson.Read read = LenientJson.read(text, at);
      if (read instanceof LenientJson.Read.Value value) {
        Found call = natives.ofJson(value, tag.start(), thought);
        return call != null
            ? call
            : steps.error(thought, Reason.MISSING_ACTION, at, "", tag.start());
      }
      LenientJson.Read.Fault fault = (LenientJson.Read.Fault) read;
      Reason reason = fault.cut() ? Reason.TRUNCATED : Reason.INVALID_JSON;
      return steps.error(thought, reason, fault.at(), "", tag.start());
    }

    private Found named(int first) {
      int at = callStart(first);
      int end = at;
      while (end < text.length() && Chars.isName(text.charAt(end))) {
        end++;
      }
      if (end < text.length()
          && text.charAt(end) == '<'
          && end > at
          && text.charAt(end - 1) == '/') {
        end--;
      }
      String name = text.substring(at, end);
      int next = Chars.skipBlanks(text, end);
      ToolSpec spec = steps.spec(name);
      char after = next < text.length() ? Chars.narrow(text.charAt(next)) : '\0';
      if (!name.isEmpty() && after == '(') {
        return steps.call(
            thought, name, CallSyntax.read(text, next, spec, ACTION_END), tag.start());
      }
      if (spec != null && after == '{') {
        return steps.call(thought, name, natives.objectAt(next), tag.start());
      }
      return withoutParentheses(at);
    }

    /** Goes over comment lines, {@code result =} and words that say that a tool is called. */
    private int callStart(int first) {
      int at = first;
      while (text.startsWith("#", at) || text.startsWith("//", at)) {
        at = Chars.skipBlanks(text, Chars.lineEnd(text, at));
      }
      int lineEnd = Chars.lineEnd(text, at);
      String line = text.substring(at, lineEnd);
      int equals = line.indexOf('=');
      int open = line.indexOf('(');
      boolean assigned = equals > 0 && equals < open && steps.spec(word(line)) == null;
      String call = steps.withoutVerb(assigned ? Chars.trim(line.substring(equals + 1)) : line);
      return steps.spec(word(call)) == null ? at : at + line.lastIndexOf(call);
    }

    private String word(String line) {
      int end = 0;
      while (end < line.length() && Chars.isName(line.charAt(end))) {
        end++;
      }
      return line.substring(0, end);
    }

    private Found withoutParentheses(int at) {
      Tag closing = Tags.nextClosing(text, Kind.ACTION, at);
      int end = closing == null ? Chars.lineEnd(text, at) : closing.start();
      String raw = Chars.trim(text.substring(at, end));
      int tagAt = raw.indexOf('<');
      raw = tagAt > 0 ? Chars.trim(raw.substring(0, tagAt)) : raw;
      raw = undecorated(raw);
      if (closing == null && steps.cut()) {
        return steps.error(thought, Reason.TRUNCATED, at, raw, tag.start());
      }
      if (Args.isNone(raw)) {
        return steps.error(thought, Reason.NO_TOOL, at, "", tag.start());
      }
      int behind = closing == null ? end : closing.end();
      return steps.call(thought, raw, withoutArguments(raw, behind), tag.start());
    }

    /** What a tool needs may stand in a tag of its own, as in the text form. */
    private Args withoutArguments(String name, int end) {
      ToolSpec spec = steps.spec(name);
      int next = Chars.skipBlanks(text, end);
      for (String input : INPUTS) {
        if (spec != null && !Args.needsNone(spec) && Chars.at(text, next, input)) {
          int object = Chars.skipBlanks(text, next + input.length());
          if (object < text.length() && Chars.narrow(text.charAt(object)) == '{') {
            return natives.objectAt(object);
          }
        }
      }
      return Args.none(spec, end);
    }

    private String undecorated(String raw) {
      int to = raw.length();
      while (to > 0 && "`*;；。.".indexOf(raw.charAt(to - 1)) >= 0) {
        to--;
      }
      return Chars.trim(raw.substring(0, to));
    }

    private int skipFrame(int from) {
      int at = Chars.skipBlanks(text, from);
      if (text.startsWith(CDATA, at)) {
        at = Chars.skipBlanks(text, at + CDATA.length());
      }
      if (text.startsWith("```", at)) {
        int lineEnd = Chars.lineEnd(text, at);
        at = Chars.skipBlanks(text, lineEnd);
      }
      while (at < text.length() && (text.charAt(at) == '`' || text.charAt(at) == '*')) {
        at = Chars.skipBlanks(text, at + 1);
      }
      return at;
    }
  }
}
