package dev.earmark.remote.mcp;

import dev.earmark.agent.ToolResult;
import dev.earmark.remote.offer.OfferedTool;
import dev.earmark.remote.offer.OfferedTools;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The revisions with sessions, 2024-11-05 to 2025-11-25, by the SDK's {@code server} package. */
final class SessionServer implements AutoCloseable {
  /** The request attribute with the {@link ToolCalls.Key} of a call. */
  static final String CALL_KEY = "dev.earmark.mcp.call";

  /** A client that is silent for so long is asked whether it lives, and forgotten if not. */
  private static final Duration SWEEP = Duration.ofMinutes(10);

  private static final Duration CLIENT_ANSWER = Duration.ofSeconds(20);
  private static final Duration CLOSE = Duration.ofMillis(500);

  private static final Logger log = LoggerFactory.getLogger(SessionServer.class);

  private final ToolCalls calls;
  private final Documents documents;
  private final Prompts prompts;
  private final HttpServletStreamableServerTransportProvider transport;
  private final McpSyncServer server;

  SessionServer(
      McpPorts ports,
      ToolCalls calls,
      Documents documents,
      Prompts prompts,
      String path,
      int maxBody) {
    this.calls = calls;
    this.documents = documents;
    this.prompts = prompts;
    this.transport =
        HttpServletStreamableServerTransportProvider.builder()
            .mcpEndpoint(path)
            .jsonMapper(PlainErrors.mapper())
            .contextExtractor(SessionServer::context)
            .maxRequestSize(maxBody)
            .sessionSweepInterval(SWEEP)
            .build();
    this.server =
        McpServer.sync(new AllRevisions(transport))
            .serverInfo(
                McpSchema.Implementation.builder("earmark", ports.version())
                    .title("Earmark")
                    .build())
            .instructions(Words.instructions(ports.tools().language()))
            .capabilities(
                McpSchema.ServerCapabilities.builder()
                    .tools(/* listChanged= */ false)
                    .resources(/* subscribe= */ true, /* listChanged= */ false)
                    .prompts(/* listChanged= */ false)
                    .build())
            .requestTimeout(CLIENT_ANSWER)
            // Earmark's own check coerces, and names the fault in the user's language.
            .validateToolInputs(false)
            .jsonSchemaValidator(new Unchecked())
            .tools(ports.tools().list().stream().map(this::tool).toList())
            .resources(documents.all().stream().map(this::resource).toList())
            .resourceTemplates(documents.families().stream().map(this::template).toList())
            .prompts(prompts.all().stream().map(this::prompt).toList())
            .build();
  }

  HttpServlet servlet() {
    return transport;
  }

  void changed(String uri) {
    server.notifyResourcesUpdated(new McpSchema.ResourcesUpdatedNotification(uri));
  }

  @Override
  public void close() {
    close(() -> server.getAsyncServer().closeGracefully().block(CLOSE), transport::destroy);
  }

  /** Ends the transport also when the sessions do not end in time. */
  static void close(Runnable sessions, Runnable transport) {
    try {
      sessions.run();
    } catch (RuntimeException e) {
      log.debug("the sessions did not end by themselves", e);
    } finally {
      transport.run();
    }
  }

  private static McpTransportContext context(HttpServletRequest request) {
    return request.getAttribute(CALL_KEY) instanceof ToolCalls.Key key
        ? McpTransportContext.create(Map.of(CALL_KEY, key))
        : McpTransportContext.EMPTY;
  }

  private McpServerFeatures.SyncToolSpecification tool(OfferedTool tool) {
    OfferedTool.Hints hints = tool.hints();
    McpSchema.ToolAnnotations annotations =
        new McpSchema.ToolAnnotations(
            tool.title(),
            hints.readOnly(),
            hints.destructive(),
            hints.idempotent(),
            hints.openWorld(),
            /* returnDirect= */ null);
    McpSchema.Tool shown =
        McpSchema.Tool.builder(tool.name(), tool.inputSchema())
            .title(tool.title())
            .description(tool.description())
            .outputSchema(tool.outputSchema())
            .annotations(annotations)
            .build();
    return new McpServerFeatures.SyncToolSpecification(shown, this::call);
  }

  private McpSchema.CallToolResult call(
      McpSyncServerExchange exchange, McpSchema.CallToolRequest request) {
    Object key = exchange.transportContext().get(CALL_KEY);
    Map<String, Object> args = request.arguments();
    Map<String, Object> meta = request.meta();
    ToolResult result =
        calls.call(
            request.name(),
            args == null ? Map.of() : args,
            key instanceof ToolCalls.Key known ? known : null,
            progress(exchange, meta == null ? null : meta.get("progressToken")));
    return result(result);
  }

  private static ToolCalls.@Nullable Progress progress(
      McpSyncServerExchange exchange, @Nullable Object token) {
    return token == null
        ? null
        : (done, total, message) ->
            exchange.progressNotification(
                new McpSchema.ProgressNotification(
                    token, (Double) done, total, message, /* meta= */ null));
  }

  private static McpSchema.CallToolResult result(ToolResult result) {
    McpSchema.CallToolResult.Builder built =
        McpSchema.CallToolResult.builder()
            .addTextContent(result.observation())
            .isError(!result.ok());
    if (result.ok()) {
      Map<String, Object> structured = OfferedTools.structured(result);
      built.structuredContent(structured);
      if (!result.data().isEmpty()) {
        built.addTextContent(Documents.text(structured));
      }
    }
    return built.build();
  }

  private McpServerFeatures.SyncResourceSpecification resource(Document document) {
    McpSchema.Resource shown =
        McpSchema.Resource.builder(document.uri(), document.name())
            .title(document.title())
            .description(document.description())
            .mimeType(Documents.MIME)
            .build();
    return new McpServerFeatures.SyncResourceSpecification(
        shown, (exchange, request) -> read(request.uri()));
  }

  private McpServerFeatures.SyncResourceTemplateSpecification template(DocumentFamily family) {
    McpSchema.ResourceTemplate shown =
        McpSchema.ResourceTemplate.builder(family.template(), family.name())
            .title(family.title())
            .description(family.description())
            .mimeType(Documents.MIME)
            .build();
    return new McpServerFeatures.SyncResourceTemplateSpecification(
        shown, (exchange, request) -> read(request.uri()));
  }

  private McpSchema.ReadResourceResult read(String uri) {
    String text =
        documents
            .read(uri)
            .orElseThrow(
                () ->
                    McpError.builder(McpSchema.ErrorCodes.RESOURCE_NOT_FOUND)
                        .message(documents.notFound(uri))
                        .data(Map.of("uri", uri))
                        .build());
    return McpSchema.ReadResourceResult.builder(
            List.of(
                McpSchema.TextResourceContents.builder(uri, text).mimeType(Documents.MIME).build()))
        .build();
  }

  private McpServerFeatures.SyncPromptSpecification prompt(Prompts.Prompt prompt) {
    List<McpSchema.PromptArgument> arguments =
        prompt.arguments().stream()
            .map(
                a ->
                    McpSchema.PromptArgument.builder(a.name())
                        .description(a.description())
                        .required(a.required())
                        .build())
            .toList();
    return new McpServerFeatures.SyncPromptSpecification(
        McpSchema.Prompt.builder(prompt.name())
            .title(prompt.title())
            .description(prompt.description())
            .arguments(arguments)
            .build(),
        (exchange, request) -> get(prompt, request));
  }

  private McpSchema.GetPromptResult get(Prompts.Prompt prompt, McpSchema.GetPromptRequest request) {
    Map<String, Object> given = request.arguments() == null ? Map.of() : request.arguments();
    prompts
        .missing(prompt, given)
        .ifPresent(
            name -> {
              throw McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
                  .message(Words.missingArgument(prompt.name(), name))
                  .build();
            });
    return McpSchema.GetPromptResult.builder(
            List.of(
                new McpSchema.PromptMessage(
                    McpSchema.Role.USER,
                    McpSchema.TextContent.builder(prompts.text(prompt, given)).build())))
        .description(prompt.description())
        .build();
  }
}
