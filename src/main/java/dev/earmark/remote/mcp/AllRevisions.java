package dev.earmark.remote.mcp;

import io.modelcontextprotocol.spec.McpStreamableServerSession;
import io.modelcontextprotocol.spec.McpStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * The SDK's transport, agreeing to 2024-11-05 too: that revision knows another transport on HTTP,
 * but the messages are the same, and a client on stdio gets here through {@code earmark mcp}.
 */
final class AllRevisions implements McpStreamableServerTransportProvider {
  /** The revisions with sessions, oldest first. */
  static final List<String> NAMES =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private final McpStreamableServerTransportProvider transport;

  AllRevisions(McpStreamableServerTransportProvider transport) {
    this.transport = transport;
  }

  @Override
  public List<String> protocolVersions() {
    return NAMES;
  }

  @Override
  public void setSessionFactory(McpStreamableServerSession.Factory factory) {
    transport.setSessionFactory(factory);
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return transport.notifyClients(method, params);
  }

  @Override
  public Mono<Void> notifyClient(String session, String method, Object params) {
    return transport.notifyClient(session, method, params);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return transport.closeGracefully();
  }
}
