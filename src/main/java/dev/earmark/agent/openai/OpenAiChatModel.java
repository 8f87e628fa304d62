package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * A chat model behind the {@code /chat/completions} of an OpenAI-compatible server: DeepSeek,
 * Ollama, llama.cpp, vLLM and others.
 *
 * <p>Thread-safe. Tries a request at most three times: after connection faults, time-outs, 408, 429
 * and 5xx, with pauses of 1 s, 2 s and a jitter, or as long as {@code Retry-After} asks (at most 30
 * s). A used-up quota is not tried again. Fields that a server refuses ({@code stop}, {@code
 * stream_options}) are left out from then on. The key goes into the request's header and nowhere
 * else.
 */
public final class OpenAiChatModel implements ChatModel {
  private static final Logger log = LoggerFactory.getLogger(OpenAiChatModel.class);
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final MediaType JSON = MediaType.get("application/json");
  private static final int TRIES = 3;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration SLICE = Duration.ofMillis(50); // how soon a pause notices a cancel
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final OpenAiSettings settings;
  private final OkHttpClient client;
  private final Clock clock;
  private final DoubleSupplier random;
  private volatile boolean plain; // the server takes requests only without the optional fields

  /**
   * Makes a model.
   *
   * @param client shared; its time-outs are replaced by those of the settings
   * @param random numbers from 0 to 1 for the jitter
   */
  public OpenAiChatModel(
      OpenAiSettings settings, OkHttpClient client, Clock clock, DoubleSupplier random) {
    this.settings = settings;
    this.clock = clock;
    this.random = random;
    this.client =
        client
            .newBuilder()
            .connectTimeout(
                CONNECT.compareTo(settings.timeout()) < 0 ? CONNECT : settings.timeout())
            .readTimeout(settings.timeout())
            .callTimeout(settings.timeout())
            .retryOnConnectionFailure(true)
            .build();
  }

  @Override
  public String name() {
    return settings.model();
  }

  @Override
  public Reply reply(ChatModel.Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    boolean bare = plain;
    for (int tries = 1; ; tries++) {
      if (cancel.isSet()) {
        throw cancelled();
      }
      Attempt attempt = attempt(request, bare, cancel, onText);
      if (attempt instanceof Attempt.Replied replied) {
        if (bare) {
          plain = true;
        }
        return replied.reply();
      }
      Attempt.Failed failed = (Attempt.Failed) attempt;
      if (failed.refusedFields() && !bare) {
        log.info("{} refuses a field, trying without the optional ones", settings.baseUrl());
        bare = true;
        tries--;
        continue;
      }
      Duration pause = failed.pause(tries, random);
      if (!failed.retriable() || tries >= TRIES || pause.compareTo(LONGEST_PAUSE) > 0) {
        throw failed.failure();
      }
      String why = failed.failure().failure().detail();
      log.info("asking {} again in {} ms: {}", name(), pause.toMillis(), why);
      pause(pause, cancel);
    }
  }

  private Attempt attempt(
      ChatModel.Request request, boolean bare, CancelFlag cancel, Consumer<String> onText) {
    Call call;
    try {
      call = client.newCall(httpRequest(request, bare));
    } catch (IllegalArgumentException e) {
      return Attempt.failed(
          Failure.Kind.BAD_REQUEST,
          "brain.llm.base-url '" + settings.baseUrl() + "' is no URL, expected http://host:port/v1",
          e);
    }
    CancelFlag.Registration onCancel = cancel.onSet(call::cancel);
    ReplyBuilder builder = new ReplyBuilder(request, onText);
    try (Response response = call.execute()) {
      if (!response.isSuccessful()) {
        return HttpFailures.of(response, settings, clock.now(), !bare);
      }
      return new Attempt.Replied(builder.read(response));
    } catch (FailureException e) {
      return Attempt.failed(e);
    } catch (IOException e) {
      return broken(e, cancel, builder);
    } finally {
      onCancel.close();
    }
  }

  private Attempt broken(IOException e, CancelFlag cancel, ReplyBuilder builder) {
    if (cancel.isSet()) {
      return Attempt.failed(cancelled());
    }
    if (builder.hasText()) {
      log.warn("the reply of {} broke off: {}", name(), e.toString());
      return new Attempt.Replied(builder.cut("the model's reply broke off"));
    }
    String where = settings.baseUrl();
    if (e instanceof SocketTimeoutException || e instanceof InterruptedIOException) {
      return Attempt.failed(
          Failure.Kind.TIMEOUT,
          "the model server at "
              + where
              + " did not answer within "
              + settings.timeout().toSeconds()
              + " s; raise brain.llm.timeout or take a smaller model",
          e);
    }
    return Attempt.failed(
        Failure.Kind.NETWORK,
        "the model server at "
            + where
            + " cannot be reached ("
            + e.getMessage()
            + "); start it or correct brain.llm.base-url",
        e);
  }

  private okhttp3.Request httpRequest(ChatModel.Request request, boolean bare) {
    String base = settings.baseUrl();
    String url = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base);
    byte[] body = MAPPER.writeValueAsBytes(body(request, bare));
    okhttp3.Request.Builder http =
        new okhttp3.Request.Builder()
            .url(url + "/chat/completions")
            .header("Accept", settings.stream() ? "text/event-stream" : "application/json")
            .post(RequestBody.create(body, JSON));
    if (!settings.apiKey().isEmpty()) {
      http.header("Authorization", "Bearer " + settings.apiKey());
    }
    return http.build();
  }

  private Map<String, Object> body(ChatModel.Request request, boolean bare) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("model", settings.model());
    body.put("messages", request.messages().stream().map(OpenAiChatModel::message).toList());
    body.put("temperature", settings.temperature());
    body.put("max_tokens", settings.maxTokens());
    body.put("stream", settings.stream());
    if (!bare && !request.stop().isEmpty()) {
      body.put("stop", request.stop());
    }
    if (!bare && settings.stream()) {
      body.put("stream_options", Map.of("include_usage", true));
    }
    return body;
  }

  private static Map<String, Object> message(Message message) {
    String role =
        switch (message.author()) {
          case SYSTEM -> "system";
          case USER -> "user";
          case ASSISTANT -> "assistant";
        };
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("role", role);
    map.put("content", message.text());
    return map;
  }

  private void pause(Duration pause, CancelFlag cancel) throws FailureException {
    long end = clock.nanoTime() + pause.toNanos();
    try {
      for (long left = pause.toNanos(); left > 0; left = end - clock.nanoTime()) {
        if (cancel.isSet()) {
          throw cancelled();
        }
        clock.sleep(Duration.ofNanos(Math.min(left, SLICE.toNanos())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled();
    }
  }

  private static FailureException cancelled() {
    return new FailureException(Failure.Kind.CANCELLED, "the model call was cancelled");
  }
}
