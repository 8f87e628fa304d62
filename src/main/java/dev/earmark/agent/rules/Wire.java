package dev.earmark.agent.rules;

import dev.earmark.agent.rules.intent.Decision;
import java.util.Map;
import java.util.StringJoiner;
import tools.jackson.databind.json.JsonMapper;

/** Writes a step in the form of a protocol, {@code text} or {@code xml}. */
final class Wire {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private Wire() {}

  static String call(String protocol, String thought, Decision.Call call) {
    if (protocol.equals("xml")) {
      StringJoiner args = new StringJoiner(", ");
      for (Map.Entry<String, Object> arg : call.args().entrySet()) {
        args.add(arg.getKey() + "=" + JSON.writeValueAsString(arg.getValue()));
      }
      return "<thought>"
          + thought
          + "</thought>\n<action>"
          + call.tool()
          + "("
          + args
          + ")</action>";
    }
    return "Thought: "
        + thought
        + "\nAction: "
        + call.tool()
        + "\nAction Input: "
        + JSON.writeValueAsString(call.args());
  }

  static String answer(String protocol, String thought, String answer) {
    if (protocol.equals("xml")) {
      return "<thought>" + thought + "</thought>\n<final_answer>" + answer + "</final_answer>";
    }
    return "Thought: " + thought + "\nFinal Answer: " + answer;
  }
}
