package dev.earmark.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A daemon's HTTP API, as a client sees it. */
final class Api {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final HttpClient client = HttpClient.newHttpClient();
  private final String base;

  Api(String base) {
    this.base = base;
  }

  /** Returns the status. */
  JsonNode status() throws IOException, InterruptedException {
    return get("/api/status");
  }

  /** Gives a command silently and returns its run. */
  JsonNode say(String text) throws IOException, InterruptedException {
    return post("/api/say", Map.of("text", text, "aloud", false));
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
  }

  JsonNode post(String path, Map<String, Object> body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(body))));
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        client.send(
            request.timeout(LIMIT).build(),
            HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    if (response.statusCode() >= 300) {
      throw new IOException(response.statusCode() + " " + response.body());
    }
    return MAPPER.readTree(response.body());
  }
}
