package dev.earmark.agent.openai;

import dev.earmark.base.Clock;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The {@code /models} of an OpenAI-compatible server: which models it has. Costs nothing there.
 * Thread-safe; blocks up to 5 s.
 */
public final class ModelList {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int SHOWN = 12;

  private final OpenAiSettings settings;
  private final OkHttpClient client;
  private final Clock clock;

  /** Makes the list of the server that the settings name. */
  public ModelList(OpenAiSettings settings, OkHttpClient client, Clock clock) {
    this.settings = settings;
    this.clock = clock;
    this.client =
        client.newBuilder().connectTimeout(LIMIT).readTimeout(LIMIT).callTimeout(LIMIT).build();
  }

  /**
   * Asks for the names.
   *
   * @return empty when the server answers but has no such list
   * @throws FailureException when it cannot be reached or refuses the key
   */
  public Optional<List<String>> names() throws FailureException {
    Request request;
    try {
      request = settings.request("/models").get().build();
    } catch (IllegalArgumentException e) {
      throw HttpFailures.noAddress(settings, e);
    }
    try (Response response = client.newCall(request).execute()) {
      if (response.code() == 404 || response.code() == 405 || response.code() == 501) {
        return Optional.empty();
      }
      if (!response.isSuccessful()) {
        Attempt.Failed failed =
            (Attempt.Failed)
                HttpFailures.of(response, settings, clock.now(), /* optionalFieldsSent= */ false);
        throw failed.failure();
      }
      return Optional.of(parse(response.peekBody(4L << 20).string()));
    } catch (FailureException e) {
      throw e;
    } catch (IOException e) {
      throw HttpFailures.broken(e, settings, LIMIT);
    }
  }

  /**
   * Asks whether the server has the model of the settings; one without a list counts as having it.
   *
   * @throws FailureException as {@link #names()}, or when the list does not hold the model
   */
  public void find() throws FailureException {
    List<String> names = names().orElse(List.of());
    String model = settings.model();
    boolean there =
        names.isEmpty()
            || names.stream().anyMatch(n -> n.equals(model) || n.equals(model + ":latest"));
    if (!there) {
      List<String> some = names.subList(0, Math.min(SHOWN, names.size()));
      throw Trouble.NO_MODEL.failure(
          "the model server at "
              + settings.baseUrl()
              + " does not have the model '"
              + model
              + "'; set brain.llm.model to one that it has: "
              + String.join(", ", some)
              + (names.size() > SHOWN ? ", …" : ""));
    }
  }

  private List<String> parse(String body) throws FailureException {
    try {
      List<String> names = new ArrayList<>();
      for (JsonNode model : MAPPER.readTree(body).path("data")) {
        names.add(model.path("id").asString(""));
      }
      names.removeIf(String::isEmpty);
      return names;
    } catch (JacksonException e) {
      throw Trouble.NO_MODEL_SERVER.failure(
          "what answers at "
              + settings.baseUrl()
              + " is no model server; correct brain.llm.base-url",
          e);
    }
  }
}
