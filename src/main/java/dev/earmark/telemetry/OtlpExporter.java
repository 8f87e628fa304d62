package dev.earmark.telemetry;

import dev.earmark.agent.Run;
import dev.earmark.base.Clock;
import dev.earmark.base.Health;
import dev.earmark.base.Mailbox;
import dev.earmark.base.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The role {@code telemetry}: sends ended runs to an OTLP receiver, as JSON over HTTP.
 *
 * <p>{@link #ended} may be called from any thread and never blocks: runs wait in a bounded mailbox,
 * and what does not fit is dropped and counted. The receiver may be away: the runs in hand are kept
 * and tried again after 5 s, doubled up to a minute, or after {@code Retry-After}; it is said once
 * in the log, and in {@link Health} until it works again. As the protocol has it, 429, 502, 503,
 * 504 and broken connections are tried again, other refusals cost the runs that they were about.
 */
public final class OtlpExporter implements Role {
  /** The part under which it reports to {@link Health}. */
  public static final String HEALTH_PART = "telemetry";

  private static final Logger log = LoggerFactory.getLogger(OtlpExporter.class);
  private static final JsonMapper JSON = new JsonMapper();
  private static final MediaType TYPE = MediaType.get("application/json");
  private static final Duration CONNECT = Duration.ofSeconds(2);
  private static final Duration CALL = Duration.ofSeconds(10);
  private static final Duration TURN = Duration.ofMillis(400);
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final int WAITING = 256;
  private static final int BATCH = 32;
  private static final int ANSWER = 64 * 1024;

  private final TelemetrySettings settings;
  private final OkHttpClient client;
  private final Clock clock;
  private final Health health;
  private final String version;
  private final Mailbox<Run> mailbox = new Mailbox<>("telemetry", WAITING);

  // Confined to the role's thread.
  private final List<Run> inHand = new ArrayList<>();
  private long notBeforeNanos;
  private int failures;

  /**
   * Makes an exporter.
   *
   * @param client shared; its time-outs are replaced: 2 s to connect, 10 s for all
   * @param version of this program, for the resource
   */
  public OtlpExporter(
      TelemetrySettings settings, OkHttpClient client, Clock clock, Health health, String version) {
    this.settings = settings;
    this.clock = clock;
    this.health = health;
    this.version = version;
    this.notBeforeNanos = clock.nanoTime();
    this.client =
        client.newBuilder().connectTimeout(CONNECT).readTimeout(CALL).callTimeout(CALL).build();
  }

  /** Takes an ended run; returns at once. */
  public void ended(Run run) {
    mailbox.post(run);
  }

  /** Returns how many runs were dropped since the start because too many waited. */
  public long dropped() {
    return mailbox.refused();
  }

  @Override
  public String name() {
    return "telemetry";
  }

  @Override
  public boolean doWork() throws InterruptedException {
    boolean rests = clock.nanoTime() - notBeforeNanos < 0;
    if (rests || inHand.size() >= BATCH) {
      if (rests) {
        clock.sleep(TURN);
        return true;
      }
    } else if (inHand.isEmpty()) {
      Run first = mailbox.take(TURN);
      if (first == null) {
        return true;
      }
      inHand.add(first);
    }
    fill();
    send();
    return true;
  }

  @Override
  public boolean waits() {
    return true; // for the receiver, within the limits of the client
  }

  /** Sends what waits, once: a receiver that is away must not hold up the end. */
  @Override
  public void onClose() {
    fill();
    if (!inHand.isEmpty() && failures == 0) {
      send();
    }
    int left = inHand.size() + mailbox.size();
    if (left > 0) {
      log.warn("{} runs were not exported: {} did not take them", left, settings.endpoint());
    }
  }

  private void fill() {
    for (Run next = null; inHand.size() < BATCH && (next = mailbox.poll()) != null; ) {
      inHand.add(next);
    }
  }

  private void send() {
    byte[] body = JSON.writeValueAsBytes(body());
    Request.Builder request =
        new Request.Builder()
            .url(settings.tracesUrl())
            .post(RequestBody.create(body, TYPE))
            .header("User-Agent", "earmark/" + version);
    settings.headers().forEach(request::header);
    try (Response response = client.newCall(request.build()).execute()) {
      if (response.isSuccessful()) {
        taken(response.peekBody(ANSWER).string());
      } else if (isRetriable(response.code())) {
        later("answers " + response.code(), retryAfter(response));
      } else {
        inHand.clear();
        problem(
            "refuses the spans ("
                + response.code()
                + "): correct telemetry.otlp-endpoint or its headers");
      }
    } catch (IOException e) {
      later("cannot be reached (" + e.getMessage() + ")", null);
    }
  }

  private static boolean isRetriable(int code) {
    return code == 429 || code == 502 || code == 503 || code == 504;
  }

  private void taken(String answer) {
    inHand.clear();
    String rejected = rejected(answer);
    if (!rejected.isEmpty()) {
      problem("took only a part: " + rejected);
      return;
    }
    if (failures > 0) {
      log.info("the receiver of spans at {} takes them again", settings.endpoint());
    }
    failures = 0;
    health.ok(HEALTH_PART, "runs are exported to " + settings.endpoint());
  }

  /** Returns the receiver's words when it took a part only, or an empty text. */
  private static String rejected(String answer) {
    try {
      JsonNode part = JSON.readTree(answer.isBlank() ? "{}" : answer).path("partialSuccess");
      long spans = part.path("rejectedSpans").asLong(0);
      return spans > 0 ? spans + " spans rejected, " + part.path("errorMessage").asString("") : "";
    } catch (JacksonException e) {
      return ""; // an answer in another form is a yes all the same
    }
  }

  private void later(String why, @Nullable Duration asked) {
    Duration own = FIRST_PAUSE.multipliedBy(1L << Math.min(failures, 4));
    Duration pause = asked != null ? asked : own;
    Duration limited = pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    notBeforeNanos = clock.nanoTime() + limited.toNanos();
    problem(why + ": start it, or empty telemetry.otlp-endpoint");
  }

  private void problem(String what) {
    String text = "the receiver of spans at " + settings.endpoint() + " " + what;
    if (failures == 0) {
      log.warn("{}", text);
    }
    failures++;
    health.problem(HEALTH_PART, text);
  }

  private static @Nullable Duration retryAfter(Response response) {
    String seconds = response.header("Retry-After");
    return seconds != null && seconds.strip().matches("\\d{1,6}")
        ? Duration.ofSeconds(Long.parseLong(seconds.strip()))
        : null;
  }

  private Map<String, Object> body() {
    List<Map<String, Object>> spans = new ArrayList<>();
    for (Run run : inHand) {
      RunSpans.of(run, settings.content()).forEach(span -> spans.add(span.fields()));
    }
    Map<String, Object> scope = new LinkedHashMap<>();
    scope.put("scope", Map.of("name", "dev.earmark.agent", "version", version));
    scope.put("spans", spans);
    Map<String, Object> resource = new LinkedHashMap<>();
    resource.put(
        "resource",
        Map.of(
            "attributes",
            List.of(
                Span.attribute("service.name", Map.of("stringValue", "earmark")),
                Span.attribute("service.version", Map.of("stringValue", version)))));
    resource.put("scopeSpans", List.of(scope));
    return Map.of("resourceSpans", List.of(resource));
  }
}
