package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.earmark.agent.Run;
import dev.earmark.base.Failure;
import dev.earmark.base.Language;
import dev.earmark.library.Position;
import dev.earmark.listen.ListenEvent;
import dev.earmark.listen.Transcript;
import dev.earmark.media.Download;
import dev.earmark.media.MediaInfo;
import dev.earmark.playback.allow.Allowance;
import dev.earmark.playback.allow.AllowanceSettings;
import dev.earmark.playback.habits.History;
import dev.earmark.remote.http.reply.Operation;
import dev.earmark.timers.Timer;
import io.javalin.Javalin;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The API's description is valid OpenAPI, and the server does what it describes: every operation is
 * asked for here, with a request that it takes and with those that the description rules out.
 */
final class OpenApiTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final OkHttpClient CLIENT = new OkHttpClient();
  private static final FakeDaemon DAEMON = new FakeDaemon();
  private static final HttpServer SERVER =
      new HttpServer(new ServerSettings("127.0.0.1", 0, ""), DAEMON.ports(), Path.of("."));
  private static final String BOOK = "demo:west";

  /** For each operation a path and a body that it takes; the page's files and the events aside. */
  private static final List<String> CASES =
      List.of(
          "status|/api/status|",
          "health|/healthz|",
          "metrics|/metrics|",
          "say|/api/say|{'text': '停'}",
          "say|/api/say?wait=false|{'text': '停', 'language': 'zh', 'aloud': false}",
          "listen|/api/listen?language=en|{'muted': false}",
          "hear|/api/hear?wake=false&aloud=false|RIFF, or so it begins",
          "runs|/api/runs?limit=2&messages=true|",
          "run|/api/runs/run-0001|",
          "pauseRun|/api/runs/run-0002/pause|",
          "resumeRun|/api/runs/run-0002/resume|",
          "correct|/api/runs/run-0002/observation|{'text': '换一本', 'step': 0}",
          "changeInput|/api/runs/run-0002/input|{'input': {'keyword': '三国'}}",
          "consent|/api/runs/run-0002/consent|{'allow': true}",
          "cancel|/api/runs/run-0002/cancel|",
          "albums|/api/albums?keyword=西游&page=1|",
          "album|/api/albums/demo:west|",
          "album|/api/albums/shelf:a/b|",
          "sources|/api/library|",
          "addSource|/api/library|{'add': '/books'}",
          "removeSource|/api/library?name=/shelf|",
          "refreshLibrary|/api/library/refresh|",
          "exportOpml|/api/library/opml|",
          "importOpml|/api/library/opml|<opml/>",
          "cover|/api/library/cover?album_id=demo:west|",
          "recent|/api/library/recent?limit=5|",
          "bookmarks|/api/library/bookmarks?album_id=demo:west|",
          "addBookmark|/api/library/bookmarks|{'name': '美猴王'}",
          "playBookmark|/api/library/bookmarks/1/play|",
          "removeBookmark|/api/library/bookmarks/1|",
          "downloads|/api/downloads|",
          "pauseDownload|/api/downloads/d5/pause|",
          "resumeDownload|/api/downloads/d6/resume|",
          "cancelDownload|/api/downloads/d5|",
          "cache|/api/cache|",
          "play|/api/player/play|{'album_id': 'demo:west', 'section': 2, 'wish': 'wish-1'}",
          "play|/api/player/play|{'keyword': '西游记'}",
          "pause|/api/player/pause|",
          "resume|/api/player/resume|",
          "stop|/api/player/stop|",
          "next|/api/player/next|",
          "previous|/api/player/previous|",
          "seek|/api/player/seek|{'seconds': -15}",
          "seek|/api/player/seek|{'position': '1:41'}",
          "volume|/api/player/volume|{'level': 40}",
          "volume|/api/player/volume|{'delta': -10}",
          "speed|/api/player/speed|{'rate': 1.25}",
          "sleep|/api/player/sleep|{'minutes': 20}",
          "sleep|/api/player/sleep|{'at': '23:30'}",
          "skips|/api/player/skips|{'intro_s': 20, 'outro_s': 5}",
          "sound|/api/player/sound|{'level': true, 'boost': false, 'shorten_silence': true}",
          "enqueue|/api/player/queue|{'keyword': '三体', 'section': 1, 'after': 'section'}",
          "queue|/api/queue|",
          "dequeue|/api/queue/1|",
          "chapters|/api/player/chapters|",
          "settings|/api/player/settings|",
          "history|/api/history?days=3650|",
          "limits|/api/limits|",
          "limit|/api/limits|{'minutes': 30, 'every_day': false}",
          "liftLimits|/api/limits/lift|{'minutes': 10}",
          "kept|/api/kept|",
          "keep|/api/kept|{'album_id': 'demo:west'}",
          "release|/api/kept/demo:west|",
          "timers|/api/timers|",
          "setTimer|/api/timers|{'seconds': 60, 'name': '茶', 'kind': 'reminder'}",
          "setTimer|/api/timers|{'at': '07:30', 'kind': 'alarm', 'repeat': 'weekdays'}",
          "cancelTimer|/api/timers/TIMER|");

  private static String text = "";
  private static JsonNode description = MAPPER.createObjectNode();

  private record Answer(int status, String type, String body) {}

  @BeforeAll
  static void start() throws Exception {
    SERVER.start();
    text = send("GET", "/api/openapi.json", null).body();
    description = MAPPER.readTree(text);
    DAEMON.health.problem("microphone", "it is not there");
    DAEMON.playerHabits.marks = List.of(new MediaInfo.Chapter("石猴出世", 0, 400));
    DAEMON.kept.put("heard:2026-01-02 " + BOOK, "60");
    DAEMON.ears.hears =
        List.of(new ListenEvent.Final(new Transcript("停", 1, 0.2, 0.9, Language.ZH, List.of())));
    DAEMON.player.allowance =
        Optional.of(
            new Allowance(
                new AllowanceSettings(Duration.ofHours(1), List.of(), Duration.ZERO, ""),
                new History(DAEMON.kept, DAEMON.clock, () -> ZoneOffset.UTC),
                DAEMON.kept,
                DAEMON.clock,
                () -> ZoneOffset.UTC));
    DAEMON.assistant.begin("播放西游记第一集", null, /* aloud= */ false);
    DAEMON.assistant.begin("wait", null, /* aloud= */ false);
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  /** Makes the daemon stand as the requests need it; returns the id of a timer. */
  private static String stand() throws Exception {
    DAEMON.plays.playAlbum(BOOK, 3, "");
    DAEMON.player.sleepAfterMinutes(10);
    DAEMON.media.downloads.clear();
    Failure failure = new Failure(Failure.Kind.TIMEOUT, "the server does not answer");
    DAEMON.media.add("d5", "三体", Download.State.FAILED, 120_000, failure);
    DAEMON.media.add("d6", "三体", Download.State.RUNNING, 120_000, null);
    DAEMON.media.held.clear();
    DAEMON.media.held.add("d6");
    Position place =
        new Position(BOOK, "西游记", 3, 761, 1_423, 100, Instant.parse("2026-01-02T03:04:05Z"));
    DAEMON.store.save(place);
    DAEMON.store.bookmarks.clear();
    DAEMON.store.addBookmark("水帘洞", place);
    DAEMON.assistant.stands(
        DAEMON.events,
        "run-0002",
        List.of(),
        new Run.Waiting(Run.Why.CONSENT, "delete_file", Map.of("path", "a"), "可以吗？", Instant.MAX));
    if (DAEMON.sources.sources().size() < 2) {
      send("POST", "/api/library", "{\"add\": \"/shelf\"}");
    }
    send("DELETE", "/api/queue/0", null);
    send("POST", "/api/player/queue", "{\"keyword\": \"三体\"}");
    send("POST", "/api/kept", "{\"album_id\": \"demo:west\"}");
    DAEMON.clockwork.cancelAll();
    return DAEMON.clockwork.in(Duration.ofHours(1), Timer.Kind.TIMER, "").id();
  }

  private static Answer send(String method, String path, @Nullable String body) throws Exception {
    Request.Builder request = new Request.Builder().url(SERVER.url() + path);
    RequestBody nothing = method.equals("POST") ? RequestBody.EMPTY : null;
    request.method(
        method,
        body == null ? nothing : RequestBody.create(body, MediaType.get("application/json")));
    try (Response response = CLIENT.newCall(request.build()).execute()) {
      return new Answer(
          response.code(),
          String.valueOf(response.header("Content-Type")).replaceAll(";.*", ""),
          response.body().string());
    }
  }

  // ---- the document ----

  private static List<String> faults(String document) {
    ParseOptions options = new ParseOptions();
    options.setResolve(false);
    SwaggerParseResult result = new OpenAPIV3Parser().readContents(document, null, options);
    return result.getMessages();
  }

  @Test
  void description_isValid() {
    assertThat(faults(text)).isEmpty();
    assertThat(description.get("openapi").stringValue()).isEqualTo("3.1.0");
    assertThat(description.get("paths").size()).isGreaterThan(50);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"in\": \"query\"", "\"paths\""})
  void description_withAFault_isNotValid(String right) {
    assertThat(text).contains(right);
    assertThat(faults(text.replace(right, right.replaceAll("\"(\\w+)\"$", "\"wrong\""))))
        .isNotEmpty();
  }

  /** Schemas of OpenAPI 3.1 are those of JSON Schema 2020-12. */
  @Test
  void schemas_areValid() {
    Schema meta =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    List<JsonNode> schemas = new ArrayList<>(description.findValues("schema"));
    description.at("/components/schemas").forEach(schemas::add);

    assertThat(schemas).hasSizeGreaterThan(100);
    assertThat(schemas).allSatisfy(schema -> assertThat(meta.validate(schema)).isEmpty());
    JsonNode wrong = MAPPER.createObjectNode().put("type", "text");
    assertThat(meta.validate(wrong)).isNotEmpty();
  }

  @Test
  void description_namesEachOperationOnce_andItsFailures() {
    List<JsonNode> operations =
        description.get("paths").values().stream().flatMap(path -> path.values().stream()).toList();

    assertThat(operations.stream().map(o -> o.get("operationId").stringValue()))
        .doesNotHaveDuplicates();
    assertThat(operations)
        .allSatisfy(
            operation -> {
              assertThat(operation.get("summary").stringValue()).isNotBlank();
              assertThat(
                      operation
                          .at("/responses/default/content/application~1problem+json/schema/$ref")
                          .asString(""))
                  .isEqualTo("#/components/schemas/Problem");
            });
  }

  @Test
  void routes_andDescription_cannotDiffer() {
    byte[] two =
        ("{\"paths\": {\"/a\": {\"get\": {\"operationId\": \"a\"}},"
                + " \"/b\": {\"post\": {\"operationId\": \"b\"}}}}")
            .getBytes(StandardCharsets.UTF_8);
    Javalin.create(
        config -> {
          Operations operations = new Operations(config.routes, Operations.read(two));
          operations.on("a", ctx -> {});
          assertThatThrownBy(() -> operations.on("a", ctx -> {})).hasMessageContaining("twice");
          assertThatThrownBy(() -> operations.on("c", ctx -> {}))
              .hasMessageContaining("c is not described");
          assertThatThrownBy(operations::complete).hasMessage("described and not served: [b]");
          operations.on("b", ctx -> {});
          operations.complete();
        });
  }

  // ---- what is answered ----

  private static Stream<String> cases() {
    return CASES.stream();
  }

  @Test
  void cases_askForEveryOperation() {
    List<String> asked = new ArrayList<>(CASES.stream().map(c -> c.split("\\|", -1)[0]).toList());
    asked.add("events"); // EventStreamTest
    Operations.DESCRIBED.values().stream()
        .filter(o -> o.file().isPresent())
        .map(Operation::id)
        .forEach(asked::add);

    assertThat(asked).containsAll(Operations.DESCRIBED.keySet());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void answer_isWhatIsDescribed(String line) throws Exception {
    String timer = stand();
    String[] parts = line.replace('\'', '"').replace("TIMER", timer).split("\\|", -1);
    Operation operation = operation(parts[0]);
    String body = parts[2].isEmpty() ? null : parts[2];
    Answer answer = send(operation.method(), parts[1], body);

    assertThat(answer.status()).as(answer.body()).isBetween(200, 299);
    JsonNode content =
        described(operation).get("responses").get(String.valueOf(answer.status())).get("content");
    assertThat(content.propertyNames())
        .anySatisfy(type -> assertThat(answer.type()).matches(type.replace("*", ".*")));
    if (answer.type().equals("application/json")) {
      JsonNode schema = content.get(answer.type()).get("schema");
      assertThat(errors((ObjectNode) schema.deepCopy(), answer.body())).isEmpty();
    }
  }

  @Test
  void files_ofThePage_haveTheTypesDescribed() throws Exception {
    for (Operation operation : Operations.DESCRIBED.values()) {
      if (operation.file().isPresent()) {
        assertThat(send("GET", operation.path(), null).type()).isEqualTo(operation.type());
      }
    }
  }

  @Test
  void health_whenARoleIsStuck_isAsDescribed() throws Exception {
    DAEMON.stuck.add("player");
    try {
      Answer answer = send("GET", "/healthz", null);
      JsonNode schema =
          described(operation("health")).at("/responses/503/content/application~1json/schema");
      assertThat(answer.status()).isEqualTo(503);
      assertThat(errors((ObjectNode) schema.deepCopy(), answer.body())).isEmpty();
    } finally {
      DAEMON.stuck.clear();
    }
  }

  // ---- what is refused ----

  @ParameterizedTest
  @MethodSource("cases")
  void request_thatTheDescriptionRulesOut_isRefused(String line) throws Exception {
    String timer = stand();
    String[] parts = line.replace('\'', '"').replace("TIMER", timer).split("\\|", -1);
    Operation operation = operation(parts[0]);
    String path = parts[1].replaceAll("\\?.*", "");
    for (JsonNode parameter : described(operation).path("parameters")) {
      if (parameter.get("in").stringValue().equals("query")) {
        boolean anyText = parameter.at("/schema/type").asString("").equals("string");
        for (JsonNode wrong : wrongValues(parameter.get("schema"))) {
          if (anyText && wrong.isNumber()) {
            continue; // in a query, numbers are texts
          }
          String name = parameter.get("name").stringValue();
          String query = path + "?" + name + "=" + wrong.asString();
          String body = parts[2].isEmpty() ? null : parts[2];
          refused(operation, query, body);
        }
      }
    }
    JsonNode schema = described(operation).at("/requestBody/content/application~1json/schema");
    if (!schema.isMissingNode()) {
      for (Map.Entry<String, JsonNode> body : wrongBodies(schema, parts[2]).entrySet()) {
        refused(operation, path, body.getValue().toString());
      }
    }
  }

  private static void refused(Operation operation, String path, @Nullable String body)
      throws Exception {
    Answer answer = send(operation.method(), path, body);
    assertThat(answer.status()).as("%s %s: %s", path, body, answer.body()).isEqualTo(400);
    assertThat(answer.type()).isEqualTo("application/problem+json");
  }

  /** Bodies with one fault each. */
  private static Map<String, JsonNode> wrongBodies(JsonNode schema, String right) {
    Map<String, JsonNode> bodies = new LinkedHashMap<>();
    ObjectNode needed = MAPPER.createObjectNode();
    for (JsonNode name : schema.path("required")) {
      needed.set(name.stringValue(), MAPPER.readTree(right).get(name.stringValue()));
    }
    for (JsonNode name : schema.path("required")) {
      ObjectNode without = needed.deepCopy();
      without.remove(name.stringValue());
      bodies.put("without " + name, without);
    }
    schema
        .path("properties")
        .properties()
        .forEach(
            field -> {
              for (JsonNode wrong : wrongValues(field.getValue())) {
                String what = field.getKey() + " " + wrong;
                bodies.put(what, needed.deepCopy().set(field.getKey(), wrong));
              }
            });
    bodies.put("unknown", needed.deepCopy().put("unknown_field", 1));
    bodies.put("no object", MAPPER.createArrayNode());
    return bodies;
  }

  /** Values that a schema of a field or parameter rules out. */
  private static List<JsonNode> wrongValues(JsonNode schema) {
    List<JsonNode> wrong = new ArrayList<>();
    String types = schema.path("type").toString();
    wrong.add(
        types.contains("string") && !types.contains("number")
            ? MAPPER.valueToTree(12)
            : MAPPER.valueToTree("perhaps"));
    if (types.contains("integer")) {
      wrong.add(MAPPER.valueToTree(1.5));
    }
    if (schema.has("minimum")) {
      wrong.add(MAPPER.valueToTree(schema.get("minimum").doubleValue() - 1));
    }
    if (schema.has("exclusiveMinimum")) {
      wrong.add(MAPPER.valueToTree(schema.get("exclusiveMinimum").doubleValue()));
    }
    if (schema.has("maximum")) {
      wrong.add(MAPPER.valueToTree(schema.get("maximum").doubleValue() + 1));
    }
    if (schema.has("maxLength")) {
      wrong.add(MAPPER.valueToTree("长".repeat(schema.get("maxLength").intValue() + 1)));
    }
    if (schema.has("enum") || schema.has("pattern")) {
      wrong.add(MAPPER.valueToTree("nonsense!"));
    }
    return wrong;
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/runs/none",
    "GET, /api/nothing",
    "GET, /api/runs?limit=x",
    "DELETE, /api/timers/none",
    "DELETE, /api/status",
    "GET, /api/library/cover"
  })
  void failure_isAProblemAsDescribed(String method, String path) throws Exception {
    Answer answer = send(method, path, null);

    assertThat(answer.status()).isGreaterThanOrEqualTo(400);
    assertThat(answer.type()).isEqualTo("application/problem+json");
    ObjectNode schema = MAPPER.createObjectNode().put("$ref", "#/components/schemas/Problem");
    assertThat(errors(schema, answer.body())).isEmpty();
    assertThat(MAPPER.readTree(answer.body()).get("status").intValue()).isEqualTo(answer.status());
  }

  private static Operation operation(String id) {
    return Objects.requireNonNull(Operations.DESCRIBED.get(id), id);
  }

  private static JsonNode described(Operation operation) {
    for (JsonNode path : description.get("paths")) {
      for (JsonNode described : path) {
        if (described.get("operationId").stringValue().equals(operation.id())) {
          return described;
        }
      }
    }
    throw new AssertionError(operation.id());
  }

  /** Also complains about what the schema does not name. */
  private static List<String> errors(ObjectNode schema, String body) {
    schema.set("components", description.get("components").deepCopy());
    close(schema);
    Schema ready =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema);
    return ready.validate(MAPPER.readTree(body)).stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  private static void close(JsonNode node) {
    if (node instanceof ObjectNode object
        && object.path("properties").isObject()
        && !object.has("additionalProperties")
        && object.has("type")) {
      object.put("additionalProperties", false);
    }
    node.forEach(OpenApiTest::close);
  }
}
