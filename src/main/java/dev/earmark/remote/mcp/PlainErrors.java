package dev.earmark.remote.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Writes the SDK's refusals as JSON-RPC errors. The SDK writes the exception itself as the body of
 * a refused request, and so would tell every caller its whole stack trace.
 */
final class PlainErrors extends ValueSerializer<McpError> {
  private static final int INTERNAL = -32603;

  private PlainErrors() {}

  /** Returns the mapper for the SDK's servers. */
  static McpJsonMapper mapper() {
    SimpleModule module = new SimpleModule("errors without stack traces");
    module.addSerializer(McpError.class, new PlainErrors());
    return new JacksonMcpJsonMapper(JsonMapper.builder().addModule(module).build());
  }

  @Override
  public void serialize(McpError error, JsonGenerator out, SerializationContext context) {
    McpSchema.JSONRPCResponse.JSONRPCError known = error.getJsonRpcError();
    out.writeStartObject();
    out.writeStringProperty("jsonrpc", "2.0");
    out.writeNullProperty("id");
    out.writeObjectPropertyStart("error");
    out.writeNumberProperty("code", known == null ? INTERNAL : known.code());
    out.writeStringProperty("message", String.valueOf(error.getMessage()));
    out.writeEndObject();
    out.writeEndObject();
  }
}
