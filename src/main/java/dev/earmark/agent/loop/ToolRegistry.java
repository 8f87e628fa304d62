package dev.earmark.agent.loop;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tools of the agent: finds the one that a call means, checks its arguments, and says in one
 * observation what is wrong with a call that cannot run. Immutable and thread-safe.
 */
public final class ToolRegistry {
  private static final int NAMES = 40;

  private final Map<String, Tool> tools = new LinkedHashMap<>();
  private final ToolIndex index;

  /**
   * Registers the tools in their order.
   *
   * @throws IllegalArgumentException when two have the same name
   */
  public ToolRegistry(List<Tool> tools) {
    List<ToolSpec> specs = new ArrayList<>();
    for (Tool tool : tools) {
      specs.add(tool.spec());
      this.tools.put(tool.spec().name(), tool);
    }
    this.index = new ToolIndex(specs);
  }

  /** Returns the names and specifications. */
  public ToolIndex index() {
    return index;
  }

  /** What a call means. */
  public sealed interface Lookup {
    /**
     * A call that can run.
     *
     * @param args coerced to the declared types, with defaults
     */
    record Callable(Tool tool, Map<String, Object> args) implements Lookup {}

    /**
     * A call that cannot run.
     *
     * @param observation what the model is told
     */
    record Refused(String observation) implements Lookup {}
  }

  /** Returns the tool and the checked arguments of a call, or what is wrong with it. */
  public Lookup look(String name, Map<String, Object> args, Language language) {
    ToolSpec spec = index.resolve(name).orElse(null);
    Tool tool = spec == null ? null : tools.get(spec.name());
    if (spec == null || tool == null) {
      return new Lookup.Refused(unknown(name, language));
    }
    ArgumentCheck.Checked checked = ArgumentCheck.check(spec, args, language);
    if (checked.faults().isEmpty()) {
      return new Lookup.Callable(tool, checked.values());
    }
    String faults = String.join(language.pick("；", "; "), checked.faults());
    return new Lookup.Refused(
        language.pick("参数不对：", "Wrong arguments: ")
            + faults
            + language.pick("。用法：", ". Usage: ")
            + usage(spec));
  }

  private String unknown(String name, Language language) {
    String shown = name.length() > 60 ? name.substring(0, 60) + "…" : name;
    List<String> near = index.near(name);
    String suggestion =
        near.isEmpty()
            ? ""
            : language.pick("你是不是要用 ", " Did you mean ")
                + String.join(language.pick("、", ", "), near)
                + language.pick("？", "?");
    String names = String.join(", ", index.names().stream().limit(NAMES).toList());
    return language.pick("没有工具“", "There is no tool \"")
        + shown
        + language.pick("”。", "\".")
        + suggestion
        + language.pick("可用工具：", " Tools: ")
        + names;
  }

  /**
   * Returns how a tool is called, such as {@code search_and_play(keyword: string, section: integer
   * = 1)}.
   */
  public static String usage(ToolSpec spec) {
    StringBuilder usage = new StringBuilder(spec.name()).append('(');
    String separator = "";
    for (Parameter parameter : spec.parameters()) {
      usage.append(separator).append(parameter.name()).append(": ");
      usage.append(parameter.type().name().toLowerCase(java.util.Locale.ROOT));
      if (!parameter.required()) {
        Object value = parameter.defaultValue();
        usage.append(" = ").append(RunJson.write(value));
      }
      separator = ", ";
    }
    return usage.append(')').toString();
  }
}
