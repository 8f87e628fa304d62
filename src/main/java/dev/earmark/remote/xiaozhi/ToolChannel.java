package dev.earmark.remote.xiaozhi;

import dev.earmark.agent.ToolResult;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.remote.offer.OfferedTool;
import dev.earmark.remote.offer.OfferedTools;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tool side of MCP as xiaozhi's broker speaks it: one JSON-RPC object in each message, text
 * results only, the broker opens with {@code initialize} (id 0) at revision 2024-11-05.
 *
 * <p>Thread-safe. Everything but a tool call is answered on the caller's thread, so that a ping is
 * answered while a tool runs.
 */
final class ToolChannel {
  private static final List<String> REVISIONS =
      List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25");
  private static final int LONGEST_MESSAGE = 64 * 1024;
  private static final JsonMapper JSON = new JsonMapper();

  private final OfferedTools tools;
  private final Map<String, OfferedTool> offered = new LinkedHashMap<>(); // by the name outside
  private final int maxResult;
  private final String version;
  private final Executor workers;

  /**
   * Makes a channel.
   *
   * @param version of Earmark
   * @param workers run tool calls; may refuse
   */
  ToolChannel(OfferedTools tools, XiaozhiSettings settings, String version, Executor workers) {
    this.tools = tools;
    this.maxResult = settings.maxResult();
    this.version = version;
    this.workers = workers;
    for (String wanted : settings.tools()) {
      for (OfferedTool tool : tools.list()) {
        if (tool.name().equals(wanted)) {
          offered.put(settings.prefix() + wanted, tool);
        }
      }
    }
  }

  /** Returns what is wrong with the names in the settings; empty when all is well. */
  static String unknown(OfferedTools tools, XiaozhiSettings settings) {
    List<String> wrong = settings.tools().stream().filter(name -> !tools.has(name)).toList();
    return wrong.isEmpty()
        ? ""
        : "xiaozhi.tools names "
            + String.join(", ", wrong)
            + ", which is no tool; there are "
            + tools.names();
  }

  /**
   * Takes a message.
   *
   * @param reply sends an answer, on this thread or a worker's
   */
  void take(String text, Consumer<String> reply) {
    if (text.length() > LONGEST_MESSAGE) {
      reply.accept(error(null, -32600, "The message is longer than 64 KiB."));
      return;
    }
    JsonNode message;
    try {
      message = JSON.readTree(text);
    } catch (JacksonException e) {
      reply.accept(error(null, -32700, "The message is no JSON."));
      return;
    }
    JsonNode id = message.get("id");
    String method = message.path("method").asString("");
    if (id == null || method.isEmpty()) {
      return; // a notification, or an answer to nothing that was asked
    }
    JsonNode params = message.path("params");
    switch (method) {
      case "initialize" -> reply.accept(result(id, opened(params)));
      case "ping" -> reply.accept(result(id, JSON.createObjectNode()));
      case "tools/list" -> reply.accept(result(id, list()));
      case "tools/call" -> call(id, params, reply);
      default -> reply.accept(error(id, -32601, "There is no method " + method + "."));
    }
  }

  private ObjectNode opened(JsonNode params) {
    String asked = params.path("protocolVersion").asString("");
    ObjectNode result = JSON.createObjectNode();
    result.put(
        "protocolVersion", REVISIONS.contains(asked) ? asked : REVISIONS.get(REVISIONS.size() - 1));
    result.putObject("capabilities").putObject("tools").put("listChanged", false);
    result.putObject("serverInfo").put("name", "earmark").put("version", version);
    return result;
  }

  private ObjectNode list() {
    ObjectNode result = JSON.createObjectNode();
    ArrayNode list = result.putArray("tools");
    offered.forEach(
        (name, tool) -> {
          ObjectNode shown = list.addObject();
          shown.put("name", name);
          shown.put("description", Descriptions.of(tool, tools.language()));
          shown.set("inputSchema", JSON.valueToTree(tool.inputSchema()));
        });
    return result;
  }

  private void call(JsonNode id, JsonNode params, Consumer<String> reply) {
    String name = params.path("name").asString("");
    OfferedTool tool = find(name);
    if (tool == null) {
      reply.accept(
          error(
              id,
              -32602,
              "There is no tool '" + name + "'; there are " + String.join(", ", offered.keySet())));
      return;
    }
    Map<String, Object> args = new LinkedHashMap<>();
    JsonNode given = params.path("arguments");
    if (given.isObject()) {
      Map<?, ?> written = JSON.treeToValue(given, Map.class);
      written.forEach((key, value) -> args.put(String.valueOf(key), value));
    }
    try {
      workers.execute(() -> reply.accept(result(id, called(tool, args))));
    } catch (RejectedExecutionException e) {
      Language language = tools.language();
      reply.accept(
          result(
              id,
              told(ToolResult.failed(language.pick("现在太忙了，请稍后再试", "Too busy, try again soon")))));
    }
  }

  private ObjectNode called(OfferedTool tool, Map<String, Object> args) {
    return told(tools.call(tool.name(), args, tools.callId("xiaozhi"), new CancelFlag()));
  }

  private ObjectNode told(ToolResult result) {
    ObjectNode node = JSON.createObjectNode();
    node.putArray("content")
        .addObject()
        .put("type", "text")
        .put("text", ShortText.fit(result.observation(), maxResult, tools.language()));
    node.put("isError", !result.ok());
    return node;
  }

  /** Servers replace the dot of a prefix by a line, and may or may not map it back. */
  private @Nullable OfferedTool find(String name) {
    OfferedTool exact = offered.get(name);
    if (exact != null) {
      return exact;
    }
    String plain = plain(name);
    for (Map.Entry<String, OfferedTool> entry : offered.entrySet()) {
      if (plain(entry.getKey()).equals(plain) || plain(entry.getValue().name()).equals(plain)) {
        return entry.getValue();
      }
    }
    return null;
  }

  private static String plain(String name) {
    return name.replaceAll("[^A-Za-z0-9_]", "_").toLowerCase(Locale.ROOT);
  }

  private static String result(JsonNode id, ObjectNode result) {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", id);
    answer.set("result", result);
    return JSON.writeValueAsString(answer);
  }

  private static String error(@Nullable JsonNode id, int code, String text) {
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    if (id == null) {
      answer.putNull("id");
    } else {
      answer.set("id", id);
    }
    answer.putObject("error").put("code", code).put("message", text);
    return JSON.writeValueAsString(answer);
  }
}
