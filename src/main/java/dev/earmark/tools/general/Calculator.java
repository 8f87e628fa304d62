package dev.earmark.tools.general;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import dev.earmark.tools.Args;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code Calculator(expression)}: works out a sum, by {@link Expression}. */
public final class Calculator implements Tool {
  /** What a model is told of it. */
  public static final ToolSpec SPEC =
      new ToolSpec(
          "Calculator",
          "Works out an arithmetic expression exactly.",
          List.of(
              Parameter.required(
                  "expression",
                  Parameter.Type.STRING,
                  "numbers with + - * / // % ** and brackets, comparisons such as <=, the"
                      + " functions of Java's Math such as sqrt(x) and max(a, b), PI and E")),
          Set.of());

  @Override
  public ToolSpec spec() {
    return SPEC;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    String expression = new Args(args).text("expression");
    try {
      String text = Expression.evaluate(expression).text();
      return ToolResult.ok(expression + " = " + text, Map.of("value", text));
    } catch (Expression.Wrong e) {
      return ToolResult.failed(
          language.pick(
              "算不了：" + e.words(Language.ZH), "Cannot work it out: " + e.words(Language.EN)));
    }
  }
}
