package dev.earmark.remote.mcp.client;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A server of the official SDK on stdio, as a process of its own. */
final class StdioToolServer {
  private StdioToolServer() {}

  /** Serves until stdin is closed. */
  public static void main(String[] args) throws InterruptedException {
    System.err.println("this is no fault");
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .serverInfo("clock", "1")
        .capabilities(McpSchema.ServerCapabilities.builder().tools(true).build())
        .tools(
            List.of(
                tool("tell-time", true, "It is noon."),
                tool("long.text", false, "x".repeat(5_000)),
                tool("hidden", true, "not allowed")))
        .build();
    new CountDownLatch(1).await();
  }

  private static McpServerFeatures.SyncToolSpecification tool(
      String name, boolean readOnly, String text) {
    return new McpServerFeatures.SyncToolSpecification(
        McpSchema.Tool.builder(
                name,
                Map.of("type", "object", "properties", Map.of("zone", Map.of("type", "string"))))
            .description("Tells " + name)
            .annotations(new McpSchema.ToolAnnotations(null, readOnly, null, null, null, null))
            .build(),
        (exchange, request) -> {
          if ("crash".equals(request.arguments().get("zone"))) {
            Runtime.getRuntime().halt(9);
          }
          return McpSchema.CallToolResult.builder()
              .addTextContent(text + request.arguments().getOrDefault("zone", ""))
              .isError(false)
              .build();
        });
  }
}
