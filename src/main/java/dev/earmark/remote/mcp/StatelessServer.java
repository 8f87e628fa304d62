package dev.earmark.remote.mcp;

import dev.earmark.agent.ToolResult;
import dev.earmark.remote.offer.OfferedTool;
import dev.earmark.remote.offer.OfferedTools;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.modern.McpException;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpSyncResponse;
import io.modelcontextprotocol.modern.server.feature.McpChangeFeed;
import io.modelcontextprotocol.modern.server.feature.McpSyncPrompt;
import io.modelcontextprotocol.modern.server.feature.McpSyncPromptRepository;
import io.modelcontextprotocol.modern.server.feature.McpSyncResource;
import io.modelcontextprotocol.modern.server.feature.McpSyncResourceRepository;
import io.modelcontextprotocol.modern.server.feature.McpSyncTool;
import io.modelcontextprotocol.modern.server.feature.McpSyncToolRepository;
import io.modelcontextprotocol.modern.server.feature.PromptsFeature;
import io.modelcontextprotocol.modern.server.feature.PromptsPage;
import io.modelcontextprotocol.modern.server.feature.ResourceTemplatesPage;
import io.modelcontextprotocol.modern.server.feature.ResourcesFeature;
import io.modelcontextprotocol.modern.server.feature.ResourcesPage;
import io.modelcontextprotocol.modern.server.feature.ServerChange;
import io.modelcontextprotocol.modern.server.feature.ToolsFeature;
import io.modelcontextprotocol.modern.server.feature.ToolsPage;
import io.modelcontextprotocol.modern.server.transport.HttpServletMcpTransport;
import jakarta.servlet.http.HttpServlet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The stateless revision 2026-07-28, by the SDK's {@code modern} package. There a client cancels a
 * call by closing its stream, whereupon the SDK interrupts the call's thread.
 */
final class StatelessServer implements AutoCloseable {
  /** The revision, as the header {@code MCP-Protocol-Version} has it. */
  static final String REVISION = "2026-07-28";

  /** How long a client may take the list of tools for right; it changes with a new version only. */
  private static final long FRESH_MS = 60_000;

  private final ToolCalls calls;
  private final Documents documents;
  private final Prompts prompts;
  private final McpChangeFeed changes = new McpChangeFeed();
  private final McpServer server;
  private final HttpServletMcpTransport transport;

  StatelessServer(
      McpPorts ports,
      ToolCalls calls,
      Documents documents,
      Prompts prompts,
      String path,
      int maxBody) {
    this.calls = calls;
    this.documents = documents;
    this.prompts = prompts;
    this.server =
        McpServer.builder()
            .serverInfo(
                McpSchema.Implementation.builder("earmark", ports.version())
                    .title("Earmark")
                    .build())
            .instructions(Words.instructions(ports.tools().language()))
            .supportedVersions(List.of(REVISION))
            .feature(
                ToolsFeature.ofSync(
                    new ToolShelf(ports.tools()),
                    McpJsonDefaults.getMapper(),
                    new Unchecked(),
                    FRESH_MS,
                    McpSchema.CacheScope.PRIVATE))
            .feature(ResourcesFeature.ofSync(new DocumentShelf()))
            .feature(PromptsFeature.ofSync(new PromptShelf()))
            .subscriptions(changes)
            .build();
    this.transport =
        HttpServletMcpTransport.builder(server).endpoint(path).maxRequestSize(maxBody).build();
  }

  HttpServlet servlet() {
    return transport;
  }

  void changed(String uri) {
    changes.broadcast(new ServerChange.ResourceUpdated(uri));
  }

  @Override
  public void close() {
    transport.closeGracefully();
    server.closeGracefully();
    transport.destroy();
  }

  /** The tools. */
  private final class ToolShelf implements McpSyncToolRepository {
    private final Map<String, McpSyncTool> tools = new LinkedHashMap<>();

    ToolShelf(OfferedTools offered) {
      for (OfferedTool tool : offered.list()) {
        tools.put(
            tool.name(), McpSyncTool.of(shown(tool), (context, request) -> call(context, request)));
      }
    }

    @Override
    public ToolsPage list(McpRequestContext context, @Nullable String cursor) {
      return ToolsPage.of(tools.values().stream().map(McpSyncTool::definition).toList());
    }

    @Override
    public @Nullable McpSyncTool find(McpRequestContext context, String name) {
      return tools.get(name);
    }
  }

  private static McpSchema.Tool shown(OfferedTool tool) {
    OfferedTool.Hints hints = tool.hints();
    return McpSchema.Tool.builder(tool.name(), tool.inputSchema())
        .title(tool.title())
        .description(tool.description())
        .outputSchema(tool.outputSchema())
        .annotations(
            new McpSchema.ToolAnnotations(
                tool.title(),
                hints.readOnly(),
                hints.destructive(),
                hints.idempotent(),
                hints.openWorld()))
        .build();
  }

  private McpSyncResponse<McpSchema.CallToolOutcome> call(
      McpRequestContext context, McpSchema.CallToolRequest request) {
    Map<String, Object> args = request.arguments() == null ? Map.of() : request.arguments();
    if (context.progressToken() == null) {
      return McpSyncResponse.result(result(calls.call(request.name(), args, null, null)));
    }
    return McpSyncResponse.streaming(
        notifier -> result(calls.call(request.name(), args, null, notifier::progress)));
  }

  private static McpSchema.CallToolOutcome result(ToolResult result) {
    McpSchema.CallToolResult.Builder built =
        McpSchema.CallToolResult.builder()
            .addContent(McpSchema.TextContent.builder(result.observation()).build())
            .isError(!result.ok());
    if (result.ok()) {
      Map<String, Object> structured = OfferedTools.structured(result);
      built.structuredContent(structured);
      if (!result.data().isEmpty()) {
        built.addContent(McpSchema.TextContent.builder(Documents.text(structured)).build());
      }
    }
    return built.build();
  }

  /** The documents. */
  private final class DocumentShelf implements McpSyncResourceRepository {
    @Override
    public ResourcesPage list(McpRequestContext context, @Nullable String cursor) {
      return ResourcesPage.of(
          documents.all().stream()
              .map(
                  document ->
                      McpSchema.Resource.builder(document.uri(), document.name())
                          .title(document.title())
                          .description(document.description())
                          .mimeType(Documents.MIME)
                          .build())
              .toList());
    }

    @Override
    public ResourceTemplatesPage listTemplates(McpRequestContext context, @Nullable String cursor) {
      return ResourceTemplatesPage.of(
          documents.families().stream()
              .map(
                  family ->
                      McpSchema.ResourceTemplate.builder(family.template(), family.name())
                          .title(family.title())
                          .description(family.description())
                          .mimeType(Documents.MIME)
                          .build())
              .toList());
    }

    @Override
    public @Nullable McpSyncResource find(McpRequestContext context, String uri) {
      return documents
          .read(uri)
          .map(text -> McpSyncResource.of((asked, request) -> read(uri, text)))
          .orElse(null);
    }

    @Override
    public boolean supportsSubscribe() {
      return true;
    }
  }

  private static McpSyncResponse<McpSchema.ReadResourceOutcome> read(String uri, String text) {
    return McpSyncResponse.result(
        McpSchema.ReadResourceResult.builder(
                List.of(
                    new McpSchema.TextResourceContents(
                        uri, Documents.MIME, text, /* meta= */ null)))
            .build());
  }

  /** The prompts. */
  private final class PromptShelf implements McpSyncPromptRepository {
    @Override
    public PromptsPage list(McpRequestContext context, @Nullable String cursor) {
      return PromptsPage.of(prompts.all().stream().map(StatelessServer::shown).toList());
    }

    @Override
    public @Nullable McpSyncPrompt find(McpRequestContext context, String name) {
      return prompts
          .find(name)
          .map(p -> McpSyncPrompt.of(shown(p), (asked, request) -> get(p, request)))
          .orElse(null);
    }
  }

  private static McpSchema.Prompt shown(Prompts.Prompt prompt) {
    return McpSchema.Prompt.builder(prompt.name())
        .title(prompt.title())
        .description(prompt.description())
        .arguments(
            prompt.arguments().stream()
                .map(
                    a ->
                        McpSchema.PromptArgument.builder(a.name())
                            .description(a.description())
                            .required(a.required())
                            .build())
                .toList())
        .build();
  }

  private McpSyncResponse<McpSchema.GetPromptOutcome> get(
      Prompts.Prompt prompt, McpSchema.GetPromptRequest request) {
    Map<String, String> given = request.arguments() == null ? Map.of() : request.arguments();
    prompts
        .missing(prompt, given)
        .ifPresent(
            name -> {
              throw McpException.invalidParams(Words.missingArgument(prompt.name(), name));
            });
    return McpSyncResponse.result(
        McpSchema.GetPromptResult.builder(
                List.of(
                    new McpSchema.PromptMessage(
                        McpSchema.Role.USER,
                        McpSchema.TextContent.builder(prompts.text(prompt, given)).build())))
            .description(prompt.description())
            .build());
  }
}
