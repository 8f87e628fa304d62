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
 * Writes the SDK's refusals as JSON-RPC errors that people can read. The SDK writes the exception
 * itself as the body of a refused request, and so would tell every caller its whole stack trace; of
 * a tool that is not there its message has a fixed word in the place of the name.
 */
final class PlainErrors extends ValueSerializer<McpError> {
  private static final int INTERNAL = -32603;
  private static final String UNKNOWN_TOOL = "Unknown tool: ";
  private static final String NAMELESS = UNKNOWN_TOOL + "invalid_tool_name";

  private PlainErrors() {}

  /** Returns the mapper for the SDK's servers. */
  static McpJsonMapper mapper() {
    SimpleModule module = new SimpleModule("errors without stack traces");
    module.addSerializer(McpError.class, new PlainErrors());
    module.addSerializer(McpSchema.JSONRPCResponse.JSONRPCError.class, new Named());
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

  /** The error inside of an answer; the name of an unknown tool stands in its data alone. */
  private static final class Named extends ValueSerializer<McpSchema.JSONRPCResponse.JSONRPCError> {
    @Override
    public void serialize(
        McpSchema.JSONRPCResponse.JSONRPCError error,
        JsonGenerator out,
        SerializationContext context) {
      out.writeStartObject();
      out.writeNumberProperty("code", error.code());
      out.writeStringProperty("message", message(error));
      if (error.data() != null) {
        out.writePOJOProperty("data", error.data());
      }
      out.writeEndObject();
    }

    private static String message(McpSchema.JSONRPCResponse.JSONRPCError error) {
      return NAMELESS.equals(error.message()) && error.data() instanceof String told
          ? UNKNOWN_TOOL + told.substring(told.indexOf(": ") + 1).strip()
          : error.message();
    }
  }
}
