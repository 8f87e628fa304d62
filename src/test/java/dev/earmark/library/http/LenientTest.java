package dev.earmark.library.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class LenientTest {
  private static final JsonMapper JSON = new JsonMapper();

  private static JsonNode node(String json) {
    return JSON.readTree(json);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "12|12",
        "\"12.5\"|12.5",
        "\" 7 \"|7",
        "\"1:54:49\"|6889",
        "\"12:34\"|754",
        "\"1:02:03.5\"|3723.5",
        "\"00:27:7\"|1627",
        "\"\"|0",
        "null|0",
        "-5|0",
        "\"soon\"|0",
        "{}|0",
        "[3]|0",
        "\"Infinity\"|0"
      })
  void seconds(String json, double seconds) {
    assertThat(Lenient.seconds(node(json))).isEqualTo(seconds);
  }

  @Test
  void text_ofNumbersAndTexts_ofNothingElse() {
    assertThat(Lenient.text(node("47"))).isEqualTo("47");
    assertThat(Lenient.text(node("\" a \""))).isEqualTo("a");
    assertThat(Lenient.text(node("null"))).isEmpty();
    assertThat(Lenient.text(node("true"))).isEmpty();
    assertThat(Lenient.text(node("{}").at("/missing"))).isEmpty();
  }

  @Test
  void list_ofOneOrManyOrNone() {
    assertThat(Lenient.list(node("[1, 2]"))).hasSize(2);
    assertThat(Lenient.list(node("{\"a\": 1}"))).hasSize(1);
    assertThat(Lenient.list(node("null"))).isEmpty();
    assertThat(Lenient.joined(node("[\"A\", null, \"B\"]"))).isEqualTo("A, B");
    assertThat(Lenient.joined(node("\"A\""))).isEqualTo("A");
  }

  @Property
  void anyText_isANumberOrZero(@ForAll String text) {
    JsonNode node = JSON.getNodeFactory().stringNode(text);
    assertThat(Lenient.whole(node)).isNotNegative();
    assertThat(Lenient.seconds(node)).isNotNegative().isFinite();
  }

  @Test
  void recent_keepsForItsTimeAndTheNewestOnly() {
    FakeClock clock = new FakeClock();
    Recent<String> recent = new Recent<>(2, clock);
    recent.put("a", "1", Duration.ofMinutes(1));
    recent.put("never", "x", Duration.ZERO);
    assertThat(recent.get("a")).contains("1");
    assertThat(recent.get("never")).isEmpty();
    recent.put("b", "2", Duration.ofMinutes(2));
    recent.put("c", "3", Duration.ofMinutes(2));
    assertThat(recent.get("a")).isEmpty();
    clock.advance(Duration.ofMinutes(2));
    assertThat(recent.get("b")).isEmpty();
  }
}
