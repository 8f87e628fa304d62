package dev.earmark.agent.protocol;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.protocol.json.LenientJson;
import dev.earmark.base.Language;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The system prompts of both protocols. */
final class Prompts {
  private static final String ROLE_ZH =
      """
      你是 Earmark，一个语音和有声书助手。你一步一步地完成用户的任务：先想，再调用一个工具，读它的结果，再决定下一步。
      """;
  private static final String ROLE_EN =
      """
      You are Earmark, a voice and audiobook assistant. You work step by step: think, call one tool, read its result, decide on the next step.
      """;
  private static final String RULES_ZH =
      """
      规则：
      1. 每次回复只写一个动作，写完立刻停下；结果由系统给出，绝不要自己编造。
      2. 只用上面列出的工具，工具名和参数名照抄。
      3. 播放、暂停、停止、音量、定时等事情，必须先调用工具成功，才能说已经做了。
      4. 工具失败时，换一种做法，或者如实告诉用户。
      5. 打招呼、闲聊这类不需要工具的话，直接给出最终答案。
      6. 最终答案会被读出来：简短、口语化，用用户的语言，不用列表和符号。
      """;
  private static final String RULES_EN =
      """
      Rules:
      1. One action in each reply, then stop; results come from the system, never make one up.
      2. Use only the tools above, with their names and parameter names as they are written.
      3. Say that something plays, is paused, stopped or set only after a tool has done it.
      4. When a tool fails, try another way or tell the user the truth.
      5. Greetings and talk that need no tool get a final answer right away.
      6. The final answer is read aloud: short, spoken words in the user's language, no lists, no symbols.
      """;

  private Prompts() {}

  static String system(Protocol protocol, List<ToolSpec> tools, Language language) {
    StringBuilder prompt = new StringBuilder(4_000);
    prompt.append(language.pick(ROLE_ZH, ROLE_EN)).append('\n');
    prompt.append(language.pick("工具：", "Tools:")).append('\n');
    for (ToolSpec tool : tools) {
      appendTool(prompt, tool, language);
    }
    prompt.append('\n').append(language.pick("格式（只用这一种）：", "Format (this one only):"));
    prompt.append('\n').append(form(protocol, tools, language)).append("\n\n");
    return prompt.append(language.pick(RULES_ZH, RULES_EN)).toString();
  }

  private static void appendTool(StringBuilder prompt, ToolSpec tool, Language language) {
    prompt.append("- ").append(signature(tool)).append(": ");
    prompt.append(tool.description()).append('\n');
    for (Parameter parameter : tool.parameters()) {
      if (!parameter.description().isBlank()) {
        prompt.append("    ").append(parameter.name()).append(" (");
        prompt.append(parameter.type().name().toLowerCase(Locale.ROOT));
        prompt.append(parameter.required() ? language.pick("，必填", ", required") : "");
        prompt.append("): ").append(parameter.description()).append('\n');
      }
    }
  }

  /**
   * Returns the tool as it would be declared, such as {@code search_and_play(keyword, section=1)}.
   */
  static String signature(ToolSpec tool) {
    StringBuilder signature = new StringBuilder(tool.name()).append('(');
    String separator = "";
    for (Parameter parameter : tool.parameters()) {
      signature.append(separator).append(parameter.name());
      if (!parameter.required()) {
        Object value = parameter.defaultValue();
        signature.append('=').append(value == null ? "null" : LenientJson.write(value));
      }
      separator = ", ";
    }
    return signature.append(')').toString();
  }

  private static String form(Protocol protocol, List<ToolSpec> tools, Language language) {
    String answer =
        protocol.renderAnswer(
            language.pick("已经可以回答了", "I can answer now"),
            language.pick("对用户说的话", "what is said to the user"));
    ToolSpec tool = example(tools);
    if (tool == null) {
      return answer;
    }
    String thought = language.pick("先想一下要做什么", "what to do next");
    return protocol.renderAction(thought, tool.name(), exampleArgs(tool, language))
        + language.pick("\n（然后停下，等结果）或者：\n", "\n(then stop and wait for the result) or:\n")
        + answer;
  }

  /** Returns the first tool that needs arguments, else the first one, or null. */
  static @Nullable ToolSpec example(List<ToolSpec> tools) {
    for (ToolSpec tool : tools) {
      if (tool.parameters().stream().anyMatch(Parameter::required)) {
        return tool;
      }
    }
    return tools.isEmpty() ? null : tools.get(0);
  }

  static Map<String, Object> exampleArgs(ToolSpec tool, Language language) {
    Map<String, Object> args = new LinkedHashMap<>();
    for (Parameter parameter : tool.parameters()) {
      if (parameter.required() || args.isEmpty()) {
        args.put(parameter.name(), exampleValue(parameter.type(), language));
      }
    }
    return args;
  }

  private static Object exampleValue(Parameter.Type type, Language language) {
    return switch (type) {
      case STRING -> language.pick("西游记", "Alice");
      case INTEGER -> 2;
      case NUMBER -> 1.5;
      case BOOLEAN -> true;
      case ARRAY -> List.of();
      case OBJECT -> Map.of();
    };
  }
}
