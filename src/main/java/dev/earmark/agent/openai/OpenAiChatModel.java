package dev.earmark.agent.openai;

import dev.earmark.agent.ChatModel;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Clock;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
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
 * <p>Thread-safe. Tries a request at most three times: after broken connections, 408, 429 and 5xx,
 * with pauses of 1 s, 2 s and a jitter, or as long as {@code Retry-After} asks (at most 30 s). A
 * refused connection, a time-out and a used-up quota are not tried again. Fields that a server
 * refuses are left out from then on; see {@link Dialect}. The key goes into the request's header
 * and nowhere else.
 */
public final class OpenAiChatModel implements ChatModel {
  private static final Logger log = LoggerFactory.getLogger(OpenAiChatModel.class);
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final MediaType JSON = MediaType.get("application/json");
  private static final int TRIES = 3;
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration SLICE = Duration.ofMillis(50); // how soon a pause notices a cancel
  private static final Duration SILENT = Duration.ofSeconds(20);
  private static final Duration CONNECT = Duration.ofSeconds(5);

  private final OpenAiSettings settings;
  private final OkHttpClient client;
  private final Clock clock;
  private final DoubleSupplier random;
  private final Breaker breaker;
  private final Dialect dialect;
  private final Pace pace;

  /**
   * Makes a model.
   *
   * @param client shared; its time-outs are replaced by those of the settings
   * @param random numbers from 0 to 1 for the jitter
   */
  public OpenAiChatModel(
      OpenAiSettings settings, OkHttpClient client, Clock clock, DoubleSupplier random) {
    this(settings, client, clock, random, Breaker.never(clock));
  }

  /**
   * Makes a model that spares its callers the wait for a server that has just failed.
   *
   * @param breaker gets to know how each call went
   */
  public OpenAiChatModel(
      OpenAiSettings settings,
      OkHttpClient client,
      Clock clock,
      DoubleSupplier random,
      Breaker breaker) {
    this.settings = settings;
    this.breaker = breaker;
    this.dialect = new Dialect(settings);
    this.pace = new Pace(settings.requestsPerMinute(), clock);
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

  /** What the context leaves beside the reply, less a little for the tokens of the template. */
  @Override
  public int promptTokens() {
    int context = settings.contextTokens();
    return Math.max(context / 2, context - settings.maxTokens() - 64 - context / 32);
  }

  @Override
  public Origin origin() {
    return settings.origin();
  }

  /** Returns whether the server has taken stop texts so far. */
  boolean takesStops() {
    return !dialect.refused().contains("stop");
  }

  @Override
  public Reply reply(ChatModel.Request request, CancelFlag cancel, Consumer<String> onText)
      throws FailureException {
    if (cancel.isSet()) {
      throw cancelled();
    }
    boolean decides = breaker.begin();
    long start = clock.nanoTime();
    try {
      return insist(request, cancel, onText, start);
    } finally {
      if (decides) {
        breaker.trialEnded();
      }
    }
  }

  /** Tries as often as makes sense, and tells the breaker how it went. */
  private Reply insist(
      ChatModel.Request request, CancelFlag cancel, Consumer<String> onText, long start)
      throws FailureException {
    Set<String> without = dialect.refused();
    for (int tries = 1; ; tries++) {
      keepPace(cancel);
      Attempt attempt = attempt(request, without, cancel, onText);
      if (attempt instanceof Attempt.Replied replied) {
        dialect.passedWithout(without);
        breaker.answered(since(start));
        return replied.reply();
      }
      Attempt.Failed failed = (Attempt.Failed) attempt;
      String why = failed.failure().failure().detail();
      if (failed.refusedFields() && !dialect.blame(why, without).isEmpty()) {
        Set<String> more = new HashSet<>(without);
        more.addAll(dialect.blame(why, without));
        log.info("{} refuses a field, trying without {}", settings.baseUrl(), more);
        without = more;
        tries--;
        continue;
      }
      Duration pause = failed.pause(tries, random);
      if (!failed.retriable() || tries >= TRIES || pause.compareTo(LONGEST_PAUSE) > 0) {
        throw told(failed, cancel, start);
      }
      log.info("asking {} again in {} ms: {}", name(), pause.toMillis(), why);
      pause(pause, cancel);
    }
  }

  /**
   * Tells the breaker of a failure. A call that was cancelled because nothing had come for long
   * counts as one too.
   */
  private FailureException told(Attempt.Failed failed, CancelFlag cancel, long start) {
    Failure failure = failed.failure().failure();
    if (cancel.isSet() && since(start).compareTo(SILENT) > 0 && !failed.begun()) {
      String detail =
          "the model server at "
              + settings.baseUrl()
              + " said nothing for "
              + since(start).toSeconds()
              + " s; see whether it is overloaded, or take a smaller model";
      failure = Trouble.NO_ANSWER.failure(detail).failure();
    }
    breaker.failed(failure, failed.retryAfter());
    return failed.failure();
  }

  private Duration since(long start) {
    return Duration.ofNanos(clock.nanoTime() - start);
  }

  /** Waits until the limit of requests lets one through. */
  private void keepPace(CancelFlag cancel) throws FailureException {
    for (Duration wait = pace.take(); !wait.isZero(); wait = pace.take()) {
      if (wait.compareTo(LONGEST_PAUSE) > 0) {
        throw Trouble.BUSY.failure(
            "brain.llm.requests-per-minute ("
                + settings.requestsPerMinute()
                + ") is used up for now; raise it or wait a minute");
      }
      pause(wait, cancel);
    }
  }

  private Attempt attempt(
      ChatModel.Request request, Set<String> without, CancelFlag cancel, Consumer<String> onText) {
    Call call;
    try {
      call = client.newCall(httpRequest(request, without));
    } catch (IllegalArgumentException e) {
      return Attempt.failed(HttpFailures.noAddress(settings, e));
    }
    CancelFlag.Registration onCancel = cancel.onSet(call::cancel);
    ReplyBuilder builder = new ReplyBuilder(request, cancel, origin(), onText);
    try (Response response = call.execute()) {
      if (!response.isSuccessful()) {
        return HttpFailures.of(response, settings, clock.now(), /* optionalFieldsSent= */ true);
      }
      Reply reply = builder.read(response);
      if (builder.hasEnough()) {
        call.cancel(); // else closing would wait for the rest
      }
      return new Attempt.Replied(reply);
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
      return new Attempt.Failed(
          cancelled(),
          /* retriable= */ false,
          /* retryAfter= */ null,
          /* refusedFields= */ false,
          builder.hasText());
    }
    if (builder.hasText()) {
      log.warn("the reply of {} broke off: {}", name(), e.toString());
      return new Attempt.Replied(builder.broken("the model's reply broke off"));
    }
    FailureException failure = HttpFailures.broken(e, settings, settings.timeout());
    // A server that is not there will not be a second later, and after a time-out no time is left.
    boolean again =
        !(e instanceof ConnectException
            || e instanceof UnknownHostException
            || e instanceof InterruptedIOException);
    return new Attempt.Failed(failure, again, null, /* refusedFields= */ false, /* begun= */ false);
  }

  private okhttp3.Request httpRequest(ChatModel.Request request, Set<String> without) {
    byte[] body = MAPPER.writeValueAsBytes(dialect.body(request, without));
    return settings
        .request("/chat/completions")
        .header("Accept", settings.stream() ? "text/event-stream" : "application/json")
        .post(RequestBody.create(body, JSON))
        .build();
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
