package dev.earmark.agent.protocol;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Tags;
import dev.earmark.agent.protocol.stream.XmlReply;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Steps as tags: thought, action, observation, final_answer; an action is a call. */
public final class XmlProtocol implements Protocol {
  private static final String OPEN = "<observation>";
  private static final String CLOSE = "</observation>";

  private static final List<String> STOP = List.of("</action>", "<observation>");
  private static final List<String> STOP_REST = List.of("<observation>", "</action>");

  @Override
  public String name() {
    return "xml";
  }

  @Override
  public List<String> stop() {
    return STOP;
  }

  @Override
  public String systemPrompt(List<ToolSpec> tools, Language language) {
    return Prompts.system(this, tools, language);
  }

  @Override
  public Parsed parse(String output, Finish finish, ToolIndex tools) {
    return ReplyReader.read(output, finish, tools, STOP_REST, steps -> new XmlReader(steps).read());
  }

  @Override
  public Reading reading(ToolIndex tools) {
    return new XmlReply(this, tools);
  }

  @Override
  public String renderAction(String thought, String tool, Map<String, Object> args) {
    StringBuilder call = new StringBuilder(rendered(thought));
    call.append("<action>").append(tool).append('(');
    String separator = "";
    for (Map.Entry<String, Object> arg : args.entrySet()) {
      call.append(separator).append(arg.getKey()).append('=');
      value(call, arg.getValue());
      separator = ", ";
    }
    return call.append(")</action>").toString();
  }

  private static void value(StringBuilder call, @Nullable Object value) {
    if (!(value instanceof String string)) {
      call.append(LenientJson.write(value));
      return;
    }
    call.append('"');
    for (int i = 0; i < string.length(); i++) {
      char c = string.charAt(i);
      switch (c) {
        case '"' -> call.append("\\\"");
        case '\\' -> call.append("\\\\");
        case '\n' -> call.append("\\n");
        case '\r' -> call.append("\\r");
        case '\t' -> call.append("\\t");
        default -> call.append(c);
      }
    }
    call.append('"');
  }

  private String rendered(String thought) {
    return thought.isEmpty() ? "" : "<thought>" + quote(Chars.trim(thought)) + "</thought>\n";
  }

  @Override
  public String renderAnswer(String thought, String answer) {
    return rendered(thought) + "<final_answer>" + quote(answer) + "</final_answer>";
  }

  @Override
  public String renderObservation(String text) {
    return OPEN + quote(text) + CLOSE;
  }

  @Override
  public List<Passage> passages(String message) {
    List<Passage> passages = new ArrayList<>();
    int at = 0;
    while (at < message.length()) {
      int open = message.indexOf(OPEN, at);
      if (open != at) {
        passages.add(new Passage(false, message.substring(at, open < 0 ? message.length() : open)));
      }
      if (open < 0) {
        break;
      }
      int from = open + OPEN.length();
      int close = message.indexOf(CLOSE, from);
      int end = close < 0 ? message.length() : close;
      passages.add(new Passage(true, message.substring(from, end)));
      at = close < 0 ? end : close + CLOSE.length();
    }
    return passages;
  }

  /** The opening bracket of a tag of this form becomes an entity. */
  @Override
  public String quote(String text) {
    if (text.indexOf('<') < 0) {
      return text;
    }
    StringBuilder quoted = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      boolean tag =
          text.charAt(i) == '<' && (Tags.opening(text, i) != null || Tags.closing(text, i) != null);
      if (tag) {
        quoted.append("&lt;");
      } else {
        quoted.append(text.charAt(i));
      }
    }
    return quoted.toString();
  }

  @Override
  public String repairPrompt(Parsed.Fault error, ToolIndex tools, Language language, int again) {
    return RepairPrompts.text(this, error, tools, language, again);
  }
}
