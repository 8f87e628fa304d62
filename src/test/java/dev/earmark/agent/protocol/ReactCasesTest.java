package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.Protocol;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Replies as models write them, and what they mean: public reports and our own. */
final class ReactCasesTest {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Map<String, Protocol> PROTOCOLS =
      Map.of("text", new TextProtocol(), "xml", new XmlProtocol());

  static Stream<Case> cases() throws IOException {
    return Stream.of("react_cases.jsonl", "react_cases_own.jsonl")
        .flatMap(file -> lines(file).stream())
        .filter(line -> !line.isBlank())
        .map(line -> new Case(MAPPER.readTree(line)));
  }

  private static List<String> lines(String file) {
    try {
      return Files.readAllLines(Path.of("src/test/resources", file));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  record Case(JsonNode node) {
    @Override
    public String toString() {
      return node.get("id").asString() + " " + node.get("output");
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void parse_caseOfTheFile_meansWhatItSays(Case given) {
    JsonNode node = given.node();
    Protocol protocol = Objects.requireNonNull(PROTOCOLS.get(node.get("protocol").asString()));
    Finish finish =
        node.has("finish")
            ? Finish.valueOf(node.get("finish").asString().toUpperCase(Locale.ROOT))
            : Finish.STOP;
    Parsed parsed = protocol.parse(node.get("output").asString(), finish, ReferenceTools.ALL);
    JsonNode expect = node.get("expect");
    assertThat(plain(parsed, expect)).isEqualTo(expected(expect));
  }

  private static Map<String, Object> expected(JsonNode expect) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : expect.properties()) {
      map.put(entry.getKey(), numbers(MAPPER.treeToValue(entry.getValue(), Object.class)));
    }
    return map;
  }

  private static Map<String, Object> plain(Parsed parsed, JsonNode expect) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (parsed instanceof Parsed.Action action) {
      map.put("kind", "action");
      map.put("tool", action.tool());
      map.put("args", numbers(action.args()));
    } else if (parsed instanceof Parsed.Final answer) {
      map.put("kind", "final");
      map.put("answer", answer.answer());
    } else if (parsed instanceof Parsed.Fault fault) {
      map.put("kind", "error");
      map.put("reason", fault.reason().code());
    }
    if (expect.has("thought")) {
      map.put("thought", parsed.thought());
    }
    return map;
  }

  /** Numbers are equal by their value. */
  private static Object numbers(Object value) {
    if (value instanceof Number number) {
      return new BigDecimal(number.toString()).stripTrailingZeros();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(ReactCasesTest::numbers).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      map.forEach(
          (key, inner) -> copy.put(String.valueOf(key), inner == null ? null : numbers(inner)));
      return copy;
    }
    return value;
  }
}
