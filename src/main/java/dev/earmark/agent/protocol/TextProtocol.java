package dev.earmark.agent.protocol;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.agent.protocol.lex.Chars;
import dev.earmark.agent.protocol.lex.Labels;
import dev.earmark.agent.protocol.stream.TextReply;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Steps as labelled lines: Thought, Action, Action Input, Observation, Final Answer. */
public final class TextProtocol implements Protocol {
  private static final String OBSERVATION = "Observation: ";

  /** The line break keeps a thought that mentions the word from being cut. */
  private static final List<String> STOP = List.of("\nObservation:");

  private static final List<String> STOP_REST = List.of("observation:", "观察：", "观察:");

  @Override
  public String name() {
    return "text";
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
    return ReplyReader.read(
        output, finish, tools, STOP_REST, steps -> new TextReader(steps).read());
  }

  @Override
  public Reading reading(ToolIndex tools) {
    return new TextReply(this, tools);
  }

  @Override
  public String renderAction(String thought, String tool, Map<String, Object> args) {
    String first = thought.isEmpty() ? "" : "Thought: " + oneForm(thought) + "\n";
    return first + "Action: " + tool + "\nAction Input: " + LenientJson.write(args);
  }

  @Override
  public String renderAnswer(String thought, String answer) {
    String first = thought.isEmpty() ? "" : "Thought: " + oneForm(thought) + "\n";
    return first + "Final Answer: " + quote(answer);
  }

  @Override
  public String renderObservation(String text) {
    return OBSERVATION + quote(text);
  }

  /** An observation goes to the next one; a label counts at the beginning of a line only. */
  @Override
  public List<Passage> passages(String message) {
    List<Passage> passages = new ArrayList<>();
    int at = 0;
    while (at < message.length()) {
      boolean observed = message.startsWith(OBSERVATION, at);
      int next = message.indexOf("\n" + OBSERVATION, at);
      int end = next < 0 ? message.length() : observed ? next : next + 1;
      int from = observed ? at + OBSERVATION.length() : at;
      passages.add(new Passage(observed, message.substring(from, end)));
      at = end;
    }
    return passages;
  }

  /** A line that begins like a label gets a bar in front of it. */
  @Override
  public String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 16);
    int line = 0;
    while (line < text.length()) {
      int next = Chars.nextLine(text, Chars.lineEnd(text, line));
      if (Labels.at(text, line) != null) {
        quoted.append("| ");
      }
      quoted.append(text, line, next);
      line = next;
    }
    return quoted.toString();
  }

  private String oneForm(String thought) {
    return quote(Chars.trim(thought));
  }

  @Override
  public String repairPrompt(Parsed.Fault error, ToolIndex tools, Language language, int again) {
    return RepairPrompts.text(this, error, tools, language, again);
  }
}
