package dev.earmark.remote.offer;

import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.agent.loop.ToolRegistry;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools that other programs may call. Thread-safe; a call runs on its caller's thread and, like
 * the tools, does not wait for the network or for decoding.
 */
public final class OfferedTools {
  /** The field of a structured result that holds the sentence for people. */
  public static final String OBSERVATION = "observation";

  private static final Logger log = LoggerFactory.getLogger(OfferedTools.class);

  private final Map<String, OfferedTool> offered = new LinkedHashMap<>();
  private final ToolRegistry registry;
  private final Language language;
  private final AtomicLong calls = new AtomicLong();

  /**
   * Offers tools in their order.
   *
   * @param language of observations
   */
  public OfferedTools(List<Tool> tools, Language language) {
    this.registry = new ToolRegistry(tools);
    this.language = language;
    Traits traits = Traits.read();
    for (Tool tool : tools) {
      ToolSpec spec = tool.spec();
      String name = spec.name();
      offered.put(
          name,
          new OfferedTool(
              name,
              traits.title(name),
              spec.description(),
              Schemas.input(spec),
              traits.outputSchema(name),
              traits.hints(name)));
    }
  }

  /** Returns the tools in their order, the same each time. */
  public List<OfferedTool> list() {
    return List.copyOf(offered.values());
  }

  /** Returns whether a tool has exactly this name. */
  public boolean has(String name) {
    return offered.containsKey(name);
  }

  /** Returns the language of observations. */
  public Language language() {
    return language;
  }

  /**
   * Returns an id for a call, as the id of the run that it stands for.
   *
   * @param channel by which the call came, such as {@code mcp}
   */
  public String callId(String channel) {
    return channel + "-" + calls.incrementAndGet();
  }

  /**
   * Calls a tool.
   *
   * @param name of one that {@link #has} knows
   * @param args as they came; texts that hold numbers are taken for numbers
   * @param callId from {@link #callId}
   * @return what came of it; wrong arguments and faults are failures, with a sentence
   */
  public ToolResult call(String name, Map<String, Object> args, String callId, CancelFlag cancel) {
    ToolRegistry.Lookup look = registry.look(name, args, language);
    if (look instanceof ToolRegistry.Lookup.Refused refused) {
      return ToolResult.failed(refused.observation());
    }
    ToolRegistry.Lookup.Callable callable = (ToolRegistry.Lookup.Callable) look;
    try {
      return callable.tool().call(callable.args(), new Tool.Context(callId, language, cancel));
    } catch (RuntimeException e) {
      log.error("the tool {} failed", name, e);
      return ToolResult.failed(
          language.pick(
              name + " 出了内部错误，详情见日志", name + " failed by a fault of Earmark; the log says more"));
    }
  }

  /** Returns a result as one object, with the sentence in it. */
  public static Map<String, Object> structured(ToolResult result) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(OBSERVATION, result.observation());
    all.putAll(result.data());
    return all;
  }

  /** Returns the names, joined by commas. */
  public String names() {
    return offered.keySet().stream().collect(Collectors.joining(", "));
  }
}
