package dev.earmark.telemetry;

import dev.earmark.agent.CallLog;
import dev.earmark.agent.ChatModel;
import dev.earmark.agent.Run;
import dev.earmark.agent.Step;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * An ended run as spans by the OpenTelemetry conventions for generative AI (semantic-conventions
 * 1.41, status "Development"): {@code invoke_agent} with one {@code chat} for each call of a model
 * and one {@code execute_tool} for each tool below it.
 *
 * <p>The ids are made of the run's id and start, so the same run always gives the same trace.
 */
final class RunSpans {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String AGENT = "earmark";
  private static final int TRACE_BYTES = 16;
  private static final int SPAN_BYTES = 8;
  private static final double NANOS = 1e6;

  private final Run run;
  private final boolean content;
  private final String traceId;
  private final String rootId;
  private final long startNanos;
  private final List<Span> spans = new ArrayList<>();

  private RunSpans(Run run, boolean content) {
    this.run = run;
    this.content = content;
    this.traceId = id("trace", TRACE_BYTES);
    this.rootId = id("invoke_agent", SPAN_BYTES);
    Instant start = run.startedAt();
    this.startNanos = start.getEpochSecond() * 1_000_000_000L + start.getNano();
  }

  /**
   * Returns the spans of a run, the root first.
   *
   * @param content whether what was said, asked and found is part of them
   */
  static List<Span> of(Run run, boolean content) {
    RunSpans made = new RunSpans(run, content);
    made.root();
    int number = 0;
    for (CallLog.Chat chat : run.calls().chats()) {
      made.chat(++number, chat);
    }
    for (CallLog.ToolStart tool : run.calls().tools()) {
      made.tool(tool);
    }
    return made.spans;
  }

  private void root() {
    Span span =
        new Span(
            traceId,
            rootId,
            /* parentId= */ "",
            "invoke_agent " + AGENT,
            Span.Kind.INTERNAL,
            startNanos,
            at(run.ms()));
    spans.add(span);
    CallLog calls = run.calls();
    span.with("gen_ai.operation.name", "invoke_agent")
        .with("gen_ai.provider.name", provider())
        .with("gen_ai.agent.name", AGENT)
        .with("gen_ai.request.model", run.model())
        .with("gen_ai.usage.input_tokens", calls.promptTokens())
        .with("gen_ai.usage.output_tokens", calls.completionTokens())
        .with("earmark.run.id", run.id())
        .with("earmark.run.protocol", run.protocol());
    cached(span, calls.cachedTokens());
    Double cost = calls.cost();
    if (cost != null) {
      span.with("earmark.run.cost", cost).with("earmark.run.currency", calls.currency());
    }
    Run.Ended ended = run.ended();
    if (ended != null) {
      span.with("earmark.run.ended", lower(ended));
      if (ended != Run.Ended.ANSWERED) {
        span.failed(lower(ended), run.notes().isEmpty() ? "" : run.notes().get(0));
      }
    }
    if (content) {
      span.with("gen_ai.input.messages", message("user", run.task()));
      span.with("gen_ai.output.messages", message("assistant", run.answer()));
    }
  }

  private String provider() {
    return run.calls().chats().stream()
        .map(chat -> chat.origin().provider())
        .filter(name -> !name.isEmpty())
        .reduce((first, last) -> last)
        .orElse(AGENT);
  }

  private void chat(int number, CallLog.Chat chat) {
    ChatModel.Origin origin = chat.origin();
    Span span =
        new Span(
            traceId,
            id("chat " + number, SPAN_BYTES),
            rootId,
            "chat " + origin.model(),
            origin.host().isEmpty() ? Span.Kind.INTERNAL : Span.Kind.CLIENT,
            at(chat.startMs()),
            at(chat.startMs() + chat.ms()));
    spans.add(span);
    span.with("gen_ai.operation.name", "chat")
        .with("gen_ai.provider.name", origin.provider().isEmpty() ? AGENT : origin.provider())
        .with("gen_ai.request.model", origin.model())
        .with("gen_ai.response.model", origin.answering())
        .with("gen_ai.response.id", origin.replyId())
        .with("server.address", origin.host())
        .with("earmark.step", chat.step());
    if (!origin.host().isEmpty()) {
      span.with("server.port", origin.port());
    }
    Double temperature = origin.temperature();
    if (temperature != null) {
      span.with("gen_ai.request.temperature", temperature);
    }
    if (origin.maxTokens() > 0) {
      span.with("gen_ai.request.max_tokens", origin.maxTokens());
    }
    Double first = chat.firstMs();
    if (first != null) {
      span.with("gen_ai.response.time_to_first_chunk", first / 1_000);
    }
    Double cost = chat.cost();
    if (cost != null) {
      span.with("earmark.cost", cost);
    }
    if (!chat.failure().isEmpty()) {
      span.failed(chat.failure(), "");
      return;
    }
    span.withList("gen_ai.response.finish_reasons", finish(chat.finish()))
        .with("gen_ai.usage.input_tokens", chat.promptTokens())
        .with("gen_ai.usage.output_tokens", chat.completionTokens());
    cached(span, origin.cachedTokens());
  }

  private static void cached(Span span, int tokens) {
    if (tokens > 0) {
      span.with("gen_ai.usage.cache_read.input_tokens", tokens);
    }
  }

  private static String finish(String how) {
    return how.equals("refused") ? "content_filter" : how;
  }

  private void tool(CallLog.ToolStart start) {
    if (start.step() > run.steps().size()) {
      return; // the run was cut off within the tool
    }
    Step step = run.steps().get(start.step() - 1);
    Span span =
        new Span(
            traceId,
            id("execute_tool " + start.step(), SPAN_BYTES),
            rootId,
            "execute_tool " + step.action(),
            Span.Kind.INTERNAL,
            at(start.startMs()),
            at(start.startMs() + step.toolMs()));
    spans.add(span);
    span.with("gen_ai.operation.name", "execute_tool")
        .with("gen_ai.tool.name", step.action())
        .with("gen_ai.tool.type", "function")
        .with("gen_ai.tool.call.id", run.id() + "/" + start.step())
        .with("earmark.step", start.step());
    if (content) {
      span.with("gen_ai.tool.call.arguments", JSON.writeValueAsString(step.actionInput()))
          .with("gen_ai.tool.call.result", step.observation());
    }
    if (!step.ok()) {
      span.failed("tool_error", "");
    }
  }

  private long at(double ms) {
    return startNanos + Math.round(ms * NANOS);
  }

  private static String message(String role, String text) {
    return JSON.writeValueAsString(
        List.of(Map.of("role", role, "parts", List.of(Map.of("type", "text", "content", text)))));
  }

  private String id(String what, int bytes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String place = run.startedAt() + "\n" + run.id() + "\n" + what;
      byte[] hash = digest.digest(place.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
