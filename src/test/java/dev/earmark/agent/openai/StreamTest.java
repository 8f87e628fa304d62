package dev.earmark.agent.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.ChatModel;
import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.ChatModel.Reply;
import dev.earmark.agent.ChatModel.Request;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import dev.earmark.agent.Situation;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.protocol.ReferenceTools;
import dev.earmark.agent.protocol.StepJson;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.FailureException;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.Okio;
import okio.Source;
import okio.Timeout;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Bodies as servers send them, cut at any byte, mean what the same reply means whole. */
final class StreamTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final ToolIndex TOOLS = ReferenceTools.ALL;
  private static final Request REQUEST =
      new Request(
          List.of(), List.of(), "text", List.of(), "", Language.ZH, Situation.NOTHING, List.of());
  private static final ChatModel.Origin ORIGIN = ChatModel.Origin.of("m");

  record Case(Protocol protocol, String output) {}

  private static List<Case> all() {
    List<Case> cases = new ArrayList<>();
    for (String file : List.of("react_cases.jsonl", "react_cases_own.jsonl")) {
      try {
        for (String line : Files.readAllLines(Path.of("src/test/resources", file))) {
          if (!line.isBlank()) {
            JsonNode node = MAPPER.readTree(line);
            String output = node.get("output").asString();
            cases.add(new Case(StepJson.protocol(node.get("protocol").asString()), output));
          }
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return cases;
  }

  @Provide
  Arbitrary<Case> cases() {
    return Arbitraries.of(all());
  }

  @Provide
  Arbitrary<List<Integer>> lengths() {
    return Arbitraries.integers().between(1, 90).list().ofMinSize(1).ofMaxSize(6);
  }

  private static String delta(String field, Object value) {
    return MAPPER.writeValueAsString(
        Map.of("choices", List.of(Map.of("delta", Map.of(field, value)))));
  }

  /** A stream of the text: pieces of the given lengths, with all that may stand between them. */
  private static String stream(String text, List<Integer> pieces, String lineEnd) {
    StringBuilder body = new StringBuilder(": hello").append(lineEnd).append(lineEnd);
    body.append("data: ").append(delta("reasoning_content", "Action: stop\nAction Input: {}\n"));
    body.append(lineEnd).append(lineEnd);
    int at = 0;
    for (int i = 0; at < text.length(); i++) {
      int end = Math.min(text.length(), at + pieces.get(i % pieces.size()));
      if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
        end++;
      }
      String json = delta("content", text.substring(at, end));
      int cut = json.indexOf(':') + 1; // several data lines are one event
      body.append("event: message").append(lineEnd);
      body.append("data:").append(json, 0, cut).append(lineEnd);
      body.append("data: ").append(json.substring(cut)).append(lineEnd).append(lineEnd);
      body.append(i % 3 == 0 ? ": keep-alive" + lineEnd + lineEnd : "");
      at = end;
    }
    body.append("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
    return body.append(lineEnd).append(lineEnd).append("data: [DONE]").append(lineEnd).toString();
  }

  /** A body that arrives in parts of the given lengths. */
  private static Response response(String type, byte[] bytes, List<Integer> parts) {
    Buffer all = new Buffer().write(bytes);
    Source source =
        new Source() {
          private int next;

          @Override
          public long read(Buffer sink, long byteCount) throws IOException {
            return all.read(sink, Math.min(byteCount, parts.get(next++ % parts.size())));
          }

          @Override
          public Timeout timeout() {
            return Timeout.NONE;
          }

          @Override
          public void close() {}
        };
    return new Response.Builder()
        .request(new okhttp3.Request.Builder().url("http://localhost/").build())
        .protocol(okhttp3.Protocol.HTTP_1_1)
        .code(200)
        .message("OK")
        .header("Content-Type", type)
        .body(ResponseBody.create(Okio.buffer(source), null, bytes.length))
        .build();
  }

  private static Response events(String body) {
    return response("text/event-stream", body.getBytes(StandardCharsets.UTF_8), List.of(4_096));
  }

  private static Reply read(Response response) throws IOException {
    return new ReplyBuilder(REQUEST, new CancelFlag(), ORIGIN, text -> {}).read(response);
  }

  /** Reads as the loop does: the call ends with the first complete action. */
  private static Parsed parsed(Case one, Response response) throws IOException {
    CancelFlag call = new CancelFlag();
    Protocol.Reading reading = one.protocol().reading(TOOLS);
    boolean[] complete = new boolean[1];
    Reply reply =
        new ReplyBuilder(
                REQUEST,
                call,
                ORIGIN,
                piece -> {
                  complete[0] = complete[0] || reading.accept(piece);
                  if (complete[0]) {
                    call.set();
                  }
                })
            .read(response);
    assertThat(reply.finish()).isEqualTo(Finish.STOP);
    String text = complete[0] ? reading.text() : reply.text();
    return one.protocol().parse(text, Finish.STOP, TOOLS);
  }

  private static Map<String, Object> meaning(Parsed parsed) {
    Map<String, Object> map = StepJson.toMap(parsed);
    map.remove("repairs");
    map.remove("detail");
    return map;
  }

  @Property(tries = 3_000)
  void read_anyCutOfAnyCase_meansTheSame(
      @ForAll("cases") Case one,
      @ForAll("lengths") List<Integer> pieces,
      @ForAll("lengths") List<Integer> parts,
      @ForAll int ends)
      throws IOException {
    String lineEnd = List.of("\n", "\r\n", "\r").get(Math.floorMod(ends, 3));
    byte[] stream = stream(one.output(), pieces, lineEnd).getBytes(StandardCharsets.UTF_8);
    Parsed streamed = parsed(one, response("text/event-stream", stream, parts));
    byte[] whole =
        MAPPER.writeValueAsBytes(
            Map.of(
                "choices",
                List.of(
                    Map.of("message", Map.of("content", one.output()), "finish_reason", "stop"))));
    Parsed notStreamed = parsed(one, response("application/json", whole, parts));
    assertThat(meaning(streamed)).isEqualTo(meaning(notStreamed));
    Parsed direct = one.protocol().parse(one.output(), Finish.STOP, TOOLS);
    assertThat(meaning(streamed)).isEqualTo(meaning(direct));
  }

  @Test
  void read_byteByByte_keepsCharactersWhole() throws IOException {
    String text = "Final Answer: 西游记 \uD83D\uDC12 é";
    byte[] stream = stream(text, List.of(3), "\r\n").getBytes(StandardCharsets.UTF_8);
    assertThat(read(response("text/event-stream", stream, List.of(1))).text()).isEqualTo(text);
  }

  @Test
  void read_noDoneAndNoBlankLineAtTheEnd_isWholeWhenAReasonCame() throws IOException {
    String end = "data: {\"choices\":[{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}";
    Reply reply = read(events("data: " + delta("content", "a") + "\n\n" + end));
    assertThat(reply.text()).isEqualTo("ab");
    assertThat(reply.finish()).isEqualTo(Finish.STOP);
  }

  @Test
  void read_cutInsideOfAnEvent_isACutReply() throws IOException {
    Reply reply = read(events("data: " + delta("content", "a") + "\n\ndata: {\"choices\":[{\"del"));
    assertThat(reply.text()).isEqualTo("a");
    assertThat(reply.finish()).isEqualTo(Finish.LENGTH);
  }

  @Test
  void read_errorInTheMiddle_isACutReplyOnceTextHasCome() throws IOException {
    String error = "data: {\"error\":{\"message\":\"out of memory\"}}\n\n";
    Reply reply = read(events("data: " + delta("content", "Final Ans") + "\n\n" + error));
    assertThat(reply.finish()).isEqualTo(Finish.LENGTH);
    assertThat(reply.note()).contains("out of memory");
    assertThatThrownBy(() -> read(events(error)))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("out of memory");
  }

  @Test
  void read_oneObjectSaidToBeAStreamOrAStreamSaidToBeJson_isTakenForWhatItIs() throws IOException {
    String whole =
        "\n {\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}";
    assertThat(read(events(whole)).text()).isEqualTo("a");
    String stream = "\uFEFF: hi\n\ndata: " + delta("content", "b") + "\n\ndata: [DONE]\n\n";
    byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
    assertThat(read(response("application/json", bytes, List.of(7))).text()).isEqualTo("b");
  }

  @Test
  void read_partsOfText_leaveThinkingOut() throws IOException {
    Object parts =
        List.of(
            Map.of("type", "thinking", "text", "Action: stop"),
            Map.of("type", "text", "text", "Final Answer: 好"));
    Reply reply = read(events("data: " + delta("content", parts) + "\n\ndata: [DONE]\n\n"));
    assertThat(reply.text()).isEqualTo("Final Answer: 好");
  }

  private static String call(int index, String id, String name, String arguments) {
    return "data: "
        + delta(
            "tool_calls",
            List.of(
                Map.of(
                    "index",
                    index,
                    "id",
                    id,
                    "function",
                    Map.of("name", name, "arguments", arguments))))
        + "\n\n";
  }

  @Test
  void read_completeNativeCall_endsTheReading() throws IOException {
    ReplyBuilder builder = new ReplyBuilder(REQUEST, new CancelFlag(), ORIGIN, text -> {});
    Reply reply =
        builder.read(
            events(
                call(0, "a", "search_album", "{\"key")
                    + call(0, "", "", "word\": \"} \\\" {\"}")
                    + call(1, "b", "stop", "{}")));
    assertThat(builder.hasEnough()).isTrue();
    assertThat(reply.finish()).isEqualTo(Finish.TOOL_CALLS);
    assertThat(reply.toolCalls()).hasSize(1);
    assertThat(reply.toolCalls().get(0).args()).containsEntry("keyword", "} \" {");
  }

  @Test
  void read_cutBeforeTheServerCounts_tokensAreEstimatedAndTheOriginStays() throws IOException {
    CancelFlag call = new CancelFlag();
    String begin =
        "{\"id\": \"chat-7\", \"model\": \"m-1\", \"choices\": [{\"delta\": {\"content\": ";
    Reply reply =
        new ReplyBuilder(asking("x".repeat(400)), call, ORIGIN, text -> call.set())
            .read(
                events(
                    "data: "
                        + begin
                        + "\"Action: pause\"}}]}\n\ndata: {\"choices\": [],"
                        + " \"usage\": {\"prompt_tokens\": 9, \"completion_tokens\": 8}}\n\n"));
    assertThat(reply.text()).isEqualTo("Action: pause");
    assertThat(reply.promptTokens()).isEqualTo(101);
    assertThat(reply.completionTokens()).isEqualTo(4);
    assertThat(reply.origin())
        .isEqualTo(ORIGIN.told("m-1", "chat-7", /* cached= */ 0, /* serverCounted= */ false));
  }

  @Test
  void read_cutAtANativeCall_itsArgumentsAreCountedToo() throws IOException {
    Reply reply =
        read(events(call(0, "a", "search_album", "{\"keyword\": \"" + "字".repeat(50) + "\"}")));
    assertThat(reply.completionTokens()).isBetween(50, 70);
  }

  private static Request asking(String words) {
    return new Request(
        List.of(new ChatModel.Message(ChatModel.Author.USER, words)),
        List.of(),
        "text",
        List.of(),
        "",
        Language.ZH,
        Situation.NOTHING,
        List.of());
  }

  @Test
  void read_emptyObjectFirstAndRepeatedName_isOneCall() throws IOException {
    Reply reply =
        read(
            events(
                call(0, "a", "search_album", "{}")
                    + call(0, "a", "search_album", "{\"keyword\"")
                    + call(0, "", "", ": \"x\"}")));
    assertThat(reply.toolCalls().get(0).tool()).isEqualTo("search_album");
    assertThat(reply.toolCalls().get(0).args()).containsEntry("keyword", "x");
  }

  @Test
  void read_otherIdWithTheSameIndex_isAnotherCall() throws IOException {
    Reply reply = read(events(call(0, "a", "pause", "{}") + call(0, "b", "stop", "{}")));
    assertThat(reply.toolCalls()).hasSize(1);
    assertThat(reply.toolCalls().get(0).tool()).isEqualTo("pause");
  }

  @Test
  void read_endlessReply_isCutAndSaid() throws IOException {
    String event = "data: " + delta("content", "字".repeat(60_000)) + "\n\n";
    Reply reply = read(events(event.repeat(80)));
    assertThat(reply.finish()).isEqualTo(Finish.LENGTH);
    assertThat(reply.note()).contains("4 MiB");
    assertThat(reply.text().length()).isLessThan(5_000_000);
  }

  @Test
  void read_endlessLine_isRefused() {
    assertThatThrownBy(() -> read(events("data: " + "x".repeat(5 * 1024 * 1024))))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("4 MiB");
  }
}
