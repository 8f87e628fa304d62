package dev.earmark.agent.protocol;

import dev.earmark.agent.Parsed;
import dev.earmark.agent.Parsed.Reason;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a model is told after a fault: the fault, the form with a real tool, the tools' names. */
final class RepairPrompts {
  private static final int NAMES = 40;
  private static final String NO_TOOL = "none";

  private RepairPrompts() {}

  static String text(
      Protocol protocol, Parsed.Fault error, ToolIndex tools, Language language, int again) {
    String fault = fault(error, language);
    String place =
        error.detail().isEmpty() || again > 0
            ? ""
            : language.pick("（在“", " (at \"") + error.detail() + language.pick("”附近）", "\")");
    String first = language.pick("格式错误：", "Format error: ") + fault + place;
    String form = form(protocol, error, tools, language, again);
    return first + "\n" + form + names(tools, language);
  }

  private static String form(
      Protocol protocol, Parsed.Fault error, ToolIndex tools, Language language, int again) {
    ToolSpec tool = tools.resolve(error.tool()).orElseGet(() -> any(tools));
    String answer = protocol.renderAnswer("", language.pick("对用户说的话", "what is said to the user"));
    if (error.reason() == Reason.EMPTY_ANSWER || tool.name().equals(NO_TOOL)) {
      return language.pick("请按此格式重发：\n", "Send it again in this form:\n") + answer + "\n";
    }
    String thought = again > 0 ? language.pick("我要调用一个工具", "I call one tool") : "";
    Map<String, Object> args = Prompts.exampleArgs(tool, language);
    String call = protocol.renderAction(thought, tool.name(), args);
    if (error.reason() == Reason.MISSING_ACTION || again > 0) {
      call += language.pick("\n不需要工具时：\n", "\nor, when no tool is needed:\n") + answer;
    }
    return language.pick("请按此格式重发：\n", "Send it again in this form:\n")
        + call
        + "\n"
        + (error.reason() == Reason.MISSING_ACTION_INPUT ? schema(tool, language) : "");
  }

  private static ToolSpec any(ToolIndex tools) {
    ToolSpec tool = Prompts.example(tools.specs());
    return tool != null ? tool : new ToolSpec(NO_TOOL, NO_TOOL, List.of(), Set.of());
  }

  private static String schema(ToolSpec tool, Language language) {
    return language.pick("参数：", "Parameters: ") + Prompts.signature(tool) + "\n";
  }

  private static String names(ToolIndex tools, Language language) {
    String names = String.join(", ", tools.names().stream().limit(NAMES).toList());
    return language.pick("可用工具：", "Tools: ") + names;
  }

  private static String fault(Parsed.Fault error, Language language) {
    return switch (error.reason()) {
      case EMPTY -> language.pick("回复是空的", "the reply was empty");
      case UNCLOSED_THINK ->
          language.pick("思考没有结束，请想得短一点", "the reasoning never ended, think less");
      case TRUNCATED ->
          language.pick(
              "回复被截断了，没有执行，请发更短的动作", "the reply was cut and was not run, send a shorter one");
      case MISSING_ACTION ->
          language.pick("既没有动作也没有最终答案", "there is neither an action nor a final answer");
      case MISSING_ACTION_INPUT ->
          language.pick("这个工具缺少参数", "the arguments of the tool are missing");
      case EMPTY_TOOL_NAME -> language.pick("动作里没有工具名", "the action names no tool");
      case NO_TOOL ->
          language.pick(
              "动作不能是 None；不需要工具就直接给最终答案",
              "an action cannot be None; without a tool, give the final answer");
      case INVALID_JSON ->
          language.pick(
              "参数不是合法的 JSON，字符串里的引号要写成 \\\"",
              "the arguments are not valid JSON, a quote inside of a string is written \\\"");
      case ARGS_NOT_OBJECT ->
          language.pick("参数必须是一个 JSON 对象", "the arguments must be one JSON object");
      case ARGS_NOT_JSON -> language.pick("参数不是 JSON", "the arguments are not JSON");
      case POSITIONAL_AFTER_NAMED ->
          language.pick("带名字的参数后面不能再有没名字的", "an unnamed argument follows a named one");
      case DUPLICATE_PARAMETER -> language.pick("同一个参数给了两次", "a parameter is given twice");
      case TOO_MANY_ARGUMENTS -> language.pick("参数太多", "there are too many arguments");
      case UNQUOTED_ARGUMENTS -> language.pick("文字参数要加双引号", "texts need double quotes");
      case NESTED_CALL ->
          language.pick("参数里不能再调用工具，一次一个动作", "a call cannot be an argument, one action at a time");
      case UNBALANCED_QUOTES ->
          language.pick(
              "引号不成对，字符串里的引号要写成 \\\"",
              "the quotes do not pair, a quote inside of a string is written \\\"");
      case EMPTY_ANSWER -> language.pick("最终答案是空的", "the final answer is empty");
    };
  }
}
