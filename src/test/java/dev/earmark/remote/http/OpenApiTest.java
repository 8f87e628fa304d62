package dev.earmark.remote.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.earmark.base.Failure;
import dev.earmark.library.Position;
import dev.earmark.media.Download;
import dev.earmark.media.MediaInfo;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The API's description is valid OpenAPI, and what the server answers is what it describes. */
final class OpenApiTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final OkHttpClient CLIENT = new OkHttpClient();
  private static final FakeDaemon DAEMON = new FakeDaemon();
  private static final HttpServer SERVER =
      new HttpServer(new ServerSettings("127.0.0.1", 0, ""), DAEMON.ports(), Path.of("."));
  private static String text = "";
  private static JsonNode description = MAPPER.createObjectNode();

  private record Answer(int status, String type, String body) {}

  @BeforeAll
  static void start() throws Exception {
    SERVER.start();
    text = send("GET", "/api/openapi.json", null).body();
    description = MAPPER.readTree(text);
    DAEMON.plays.playAlbum("demo:west", 3, "");
    DAEMON.player.sleepAfterMinutes(10);
    DAEMON.playerHabits.marks = List.of(new MediaInfo.Chapter("石猴出世", 0, 400));
    DAEMON.health.problem("microphone", "it is not there");
    DAEMON.media.add(
        "d5",
        "三体",
        Download.State.FAILED,
        120_000,
        new Failure(Failure.Kind.TIMEOUT, "the server does not answer"));
    DAEMON.store.save(
        new Position(
            "demo:west", "西游记", 3, 761, 1_423, 100, Instant.parse("2026-01-02T03:04:05Z")));
    DAEMON.kept.put("heard:2026-01-02 demo:west", "60");
    DAEMON.assistant.begin("播放西游记第一集", null, /* aloud= */ false);
  }

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  private static Answer send(String method, String path, @Nullable String body) throws Exception {
    Request.Builder request = new Request.Builder().url(SERVER.url() + path);
    request.method(
        method, body == null ? null : RequestBody.create(body, MediaType.get("application/json")));
    try (Response response = CLIENT.newCall(request.build()).execute()) {
      return new Answer(
          response.code(),
          String.valueOf(response.header("Content-Type")).replaceAll(";.*", ""),
          response.body().string());
    }
  }

  @Test
  void description_isValid() {
    ParseOptions options = new ParseOptions();
    options.setResolve(false);
    SwaggerParseResult result = new OpenAPIV3Parser().readContents(text, null, options);

    assertThat(result.getMessages()).isEmpty();
    assertThat(result.getOpenAPI().getOpenapi()).isEqualTo("3.1.0");
    assertThat(result.getOpenAPI().getPaths()).hasSizeGreaterThan(50);
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET|/api/status|/api/status|",
        "GET|/healthz|/healthz|",
        "POST|/api/say|/api/say|{\"text\": \"停\"}",
        "POST|/api/say|/api/say?wait=false|{\"text\": \"停\"}",
        "GET|/api/runs|/api/runs|",
        "GET|/api/runs/{id}|/api/runs/run-0001|",
        "GET|/api/albums|/api/albums|",
        "GET|/api/albums/{id}|/api/albums/demo:west|",
        "GET|/api/library|/api/library|",
        "GET|/api/library/recent|/api/library/recent|",
        "POST|/api/library/bookmarks|/api/library/bookmarks|{\"name\": \"美猴王\"}",
        "GET|/api/library/bookmarks|/api/library/bookmarks|",
        "GET|/api/downloads|/api/downloads|",
        "GET|/api/cache|/api/cache|",
        "POST|/api/player/volume|/api/player/volume|{\"level\": 40}",
        "POST|/api/player/queue|/api/player/queue|{\"keyword\": \"三体\"}",
        "GET|/api/queue|/api/queue|",
        "GET|/api/history|/api/history?days=3650|",
        "POST|/api/kept|/api/kept|{\"album_id\": \"demo:west\"}",
        "GET|/api/kept|/api/kept|",
        "POST|/api/timers|/api/timers|{\"seconds\": 60}",
        "GET|/api/timers|/api/timers|",
        "GET|/api/player/chapters|/api/player/chapters|",
        "GET|/api/player/settings|/api/player/settings|",
      })
  void answer_isWhatIsDescribed(String method, String described, String path, String body)
      throws Exception {
    Answer answer = send(method, path, body);

    assertThat(answer.status()).isBetween(200, 299);
    assertThat(wrong(method, described, answer)).isEmpty();
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

  private static List<String> wrong(String method, String path, Answer answer) {
    JsonNode content =
        description
            .get("paths")
            .get(path)
            .get(method.toLowerCase(Locale.ROOT))
            .get("responses")
            .get(String.valueOf(answer.status()))
            .get("content");
    assertThat(content.propertyNames()).containsExactly(answer.type());
    return errors((ObjectNode) content.get(answer.type()).get("schema").deepCopy(), answer.body());
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
