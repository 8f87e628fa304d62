package dev.earmark.remote.mcp.client;

import dev.earmark.agent.Parameter;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.base.RunLog;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tool of another server as the agent sees it. What the server says of itself is untrusted: texts
 * are cut, hints only make it stricter. Unlike Earmark's own tools a call waits for the server, on
 * the run's thread, until its time-out or the run's cancellation.
 */
final class RemoteTool implements Tool {
  private static final int LONGEST_NAME = 64; // of common model APIs
  private static final int LONGEST_DESCRIPTION = 600;
  private static final int SHORTEST_DESCRIPTION = 60;

  /** Characters that the descriptions of one server take in all: a small model has to read them. */
  private static final int MOST_DESCRIPTIONS = 8_000;

  private static final int LONGEST_HINT = 200;

  private final ToolSpec spec;
  private final String remoteName;
  private final int maxResult;
  private final Function<McpSchema.CallToolRequest, McpSchema.CallToolResult> server;
  private final Executor workers;

  private RemoteTool(
      ToolSpec spec,
      String remoteName,
      int maxResult,
      Function<McpSchema.CallToolRequest, McpSchema.CallToolResult> server,
      Executor workers) {
    this.spec = spec;
    this.remoteName = remoteName;
    this.maxResult = maxResult;
    this.server = server;
    this.workers = workers;
  }

  /**
   * Makes the tools of a server, those that are allowed and have names of their own.
   *
   * @param server calls a tool; blocks, and throws when the server does not answer in time
   * @param workers run the calls
   */
  static List<Tool> of(
      ToolServerSettings settings,
      List<McpSchema.Tool> tools,
      Function<McpSchema.CallToolRequest, McpSchema.CallToolResult> server,
      Executor workers) {
    Map<String, Tool> byName = new LinkedHashMap<>();
    int share = MOST_DESCRIPTIONS / Math.max(1, tools.size());
    int longest = Math.max(SHORTEST_DESCRIPTION, Math.min(LONGEST_DESCRIPTION, share));
    for (McpSchema.Tool tool : tools) {
      if (settings.allow().isEmpty() || settings.allow().contains(tool.name())) {
        ToolSpec spec = spec(settings, tool, longest);
        byName.putIfAbsent(
            spec.name(), new RemoteTool(spec, tool.name(), settings.maxResult(), server, workers));
      }
    }
    return List.copyOf(byName.values());
  }

  private static ToolSpec spec(
      ToolServerSettings settings, McpSchema.Tool tool, int longestDescription) {
    String name = settings.name() + "__" + tool.name().replaceAll("[^A-Za-z0-9_]", "_");
    String description = tool.description() == null ? "" : tool.description().strip();
    return new ToolSpec(
        name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name,
        cut(description.isEmpty() ? tool.name() : description, longestDescription),
        parameters(tool.inputSchema()),
        Set.of(),
        needsConsent(settings.consent(), tool.annotations()));
  }

  private static boolean needsConsent(
      String consent, McpSchema.@Nullable ToolAnnotations annotations) {
    return switch (consent) {
      case "all" -> true;
      case "none" -> false;
      default -> annotations == null || !Boolean.TRUE.equals(annotations.readOnlyHint());
    };
  }

  private static List<Parameter> parameters(@Nullable Map<String, Object> schema) {
    List<Parameter> parameters = new ArrayList<>();
    Object properties = schema == null ? null : schema.get("properties");
    Object required = schema == null ? null : schema.get("required");
    if (properties instanceof Map<?, ?> all) {
      all.forEach(
          (name, property) -> {
            boolean needed = required instanceof List<?> names && names.contains(name);
            parameters.add(parameter(String.valueOf(name), property, needed));
          });
    }
    return parameters;
  }

  private static Parameter parameter(String name, @Nullable Object property, boolean needed) {
    Map<?, ?> described = property instanceof Map<?, ?> map ? map : Map.of();
    Object text = described.get("description");
    Object choices = described.get("enum");
    String hint =
        cut(
            (text == null ? name : String.valueOf(text))
                + (choices == null ? "" : "; one of " + choices),
            LONGEST_HINT);
    Parameter.Type type = type(described.get("type"));
    return needed
        ? Parameter.required(name, type, hint)
        : Parameter.optional(name, type, /* defaultValue= */ null, hint);
  }

  private static Parameter.Type type(@Nullable Object written) {
    String first = String.valueOf(written);
    if (written instanceof List<?> several) {
      first =
          several.stream()
              .map(String::valueOf)
              .filter(one -> !one.equals("null"))
              .findFirst()
              .orElse("string");
    }
    try {
      return Parameter.Type.valueOf(first.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      return Parameter.Type.STRING; // no type, or one that JSON Schema does not know
    }
  }

  @Override
  public ToolSpec spec() {
    return spec;
  }

  @Override
  public ToolResult call(Map<String, Object> args, Context context) {
    Language language = context.language();
    Map<String, Object> given = new LinkedHashMap<>(args);
    given.values().removeIf(java.util.Objects::isNull);
    McpSchema.CallToolRequest request =
        McpSchema.CallToolRequest.builder(remoteName).arguments(given).build();
    CompletableFuture<McpSchema.CallToolResult> answer;
    try {
      String run = RunLog.current();
      answer =
          CompletableFuture.supplyAsync(
              () -> RunLog.result(run, () -> server.apply(request)), workers);
    } catch (RejectedExecutionException e) {
      return ToolResult.failed(
          language.pick(spec.name() + " 正忙，请稍后再试", spec.name() + " is busy, try again soon"));
    }
    CancelFlag.Registration onCancel = context.cancel().onSet(() -> answer.cancel(true));
    try {
      return result(answer.join(), language);
    } catch (java.util.concurrent.CancellationException e) {
      return ToolResult.failed(language.pick("已取消", "Cancelled"));
    } catch (CompletionException e) {
      return ToolResult.failed(
          language.pick(spec.name() + " 没有成功：", spec.name() + " did not work: ")
              + cut(Reasons.of(e, language), LONGEST_HINT));
    } finally {
      onCancel.close();
    }
  }

  private ToolResult result(McpSchema.CallToolResult result, Language language) {
    StringBuilder text = new StringBuilder();
    for (McpSchema.Content content : result.content()) {
      if (!text.isEmpty()) {
        text.append('\n');
      }
      if (content instanceof McpSchema.TextContent words) {
        text.append(words.text());
      } else {
        text.append(
            language.pick("（这里有一段 ", "(here is something of the kind ")
                + content.getClass().getSimpleName()
                + language.pick("，读不了）", ", which cannot be read)"));
      }
    }
    if (text.isEmpty()) {
      Object structured = result.structuredContent();
      text.append(structured == null ? language.pick("完成", "Done") : structured.toString());
    }
    String shown = shortened(text.toString(), language);
    return Boolean.TRUE.equals(result.isError()) ? ToolResult.failed(shown) : ToolResult.ok(shown);
  }

  /** Keeps head and tail: both ends of a long text tell most of it. */
  private String shortened(String text, Language language) {
    if (text.length() <= maxResult) {
      return text;
    }
    int half = maxResult / 2;
    return text.substring(0, half)
        + language.pick("\n……（中间省略）……\n", "\n… (cut here) …\n")
        + text.substring(text.length() - half);
  }

  private static String cut(String text, int longest) {
    return text.length() <= longest ? text : text.substring(0, longest) + "…";
  }
}
