package dev.earmark.app;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** An OpenAI-compatible server that streams the replies of a script, one for each request. */
final class FakeOpenAi implements AutoCloseable {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final MockWebServer server = new MockWebServer();
  private final Deque<Reply> script = new ArrayDeque<>(); // guarded by this
  private final List<JsonNode> requests = new ArrayList<>(); // guarded by this

  private record Reply(String text, CountDownLatch gate) {}

  FakeOpenAi() throws IOException {
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            return answer(request);
          }
        });
    server.start();
  }

  /** Appends a reply. */
  FakeOpenAi then(String text) {
    return heldBy(new CountDownLatch(0), text);
  }

  /** Appends a reply that is not sent before the latch is down. */
  synchronized FakeOpenAi heldBy(CountDownLatch gate, String text) {
    script.add(new Reply(text, gate));
    return this;
  }

  /** Returns the address for {@code brain.llm.base-url}. */
  String url() {
    return "http://127.0.0.1:" + server.getPort() + "/v1";
  }

  /** Returns the bodies of the requests so far. */
  synchronized List<JsonNode> requests() {
    return List.copyOf(requests);
  }

  /** Returns the last message of a request. */
  String lastMessage(int request) {
    JsonNode messages = requests().get(request).path("messages");
    return messages.path(messages.size() - 1).path("content").asString();
  }

  @Override
  public void close() {
    server.close();
  }

  private MockResponse answer(RecordedRequest request) throws InterruptedException {
    if (String.valueOf(request.getTarget()).endsWith("/models")) {
      return new MockResponse.Builder().body("{\"data\":[{\"id\":\"fake-model\"}]}").build();
    }
    Reply reply;
    synchronized (this) {
      requests.add(MAPPER.readTree(request.getBody().utf8()));
      reply = script.poll();
    }
    if (reply == null || !reply.gate().await(30, TimeUnit.SECONDS)) {
      return new MockResponse.Builder().code(400).body("the script is at its end").build();
    }
    return new MockResponse.Builder()
        .addHeader("Content-Type", "text/event-stream")
        .chunkedBody(stream(reply.text()), 50)
        .build();
  }

  /** Cuts a reply into deltas of three characters. */
  private static String stream(String text) {
    StringBuilder body = new StringBuilder();
    for (int at = 0; at < text.length(); at += 3) {
      ObjectNode event = MAPPER.createObjectNode();
      ObjectNode choice = event.putArray("choices").addObject().put("index", 0);
      choice.putObject("delta").put("content", text.substring(at, Math.min(text.length(), at + 3)));
      body.append("data: ").append(event).append("\n\n");
    }
    body.append("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n");
    body.append(
        "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":20}}\n\n");
    return body.append("data: [DONE]\n\n").toString();
  }
}
