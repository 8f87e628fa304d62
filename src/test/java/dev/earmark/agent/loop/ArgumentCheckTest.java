package dev.earmark.agent.loop;

import static dev.earmark.agent.Parameter.Type.ARRAY;
import static dev.earmark.agent.Parameter.Type.BOOLEAN;
import static dev.earmark.agent.Parameter.Type.INTEGER;
import static dev.earmark.agent.Parameter.Type.NUMBER;
import static dev.earmark.agent.Parameter.Type.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.agent.FakeTools;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.Language;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for a value of a type. */
final class ArgumentCheckTest {
  private static ArgumentCheck.Checked check(Parameter.Type type, Object value) {
    ToolSpec spec = new ToolSpec("t", "d", List.of(Parameter.required("p", type, "")), Set.of());
    return ArgumentCheck.check(spec, Map.of("p", value), Language.EN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12",
        " 12 ",
        "12.0",
        "十二",
        "第十二集",
        "第12集",
        "１２",
        "twelve",
        "chapter twelve",
        "1.2e1"
      })
  void check_integerAsText_isTwelve(String words) {
    assertThat(check(INTEGER, words).values()).containsEntry("p", 12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "1.5", "abc", "true", "集", "9e999999999", "12 apples"})
  void check_noInteger_isAFault(String words) {
    assertThat(check(INTEGER, words).faults()).hasSize(1);
  }

  @Test
  void check_numbersOfOtherTypes_areCoercedOrRefused() {
    assertThat(check(INTEGER, 12.0).values()).containsEntry("p", 12);
    assertThat(check(INTEGER, 1.5).faults()).hasSize(1);
    assertThat(check(INTEGER, true).faults()).hasSize(1);
    assertThat(check(INTEGER, 5_000_000_000L).values()).containsEntry("p", 5_000_000_000L);
    assertThat(check(NUMBER, 2).values()).containsEntry("p", 2.0);
    assertThat(check(NUMBER, "1.25").values()).containsEntry("p", 1.25);
    assertThat(check(STRING, 1984).values()).containsEntry("p", "1984");
    assertThat(check(STRING, List.of()).faults()).hasSize(1);
    for (Parameter.Type type : List.of(STRING, INTEGER, NUMBER)) {
      assertThat(check(type, Double.POSITIVE_INFINITY).faults()).hasSize(1); // 1e999
    }
    assertThat(check(BOOLEAN, "true").values()).containsEntry("p", true);
    assertThat(check(BOOLEAN, 1).faults()).hasSize(1);
    assertThat(check(ARRAY, "[1, 2]").values()).containsEntry("p", List.of(1, 2));
    assertThat(check(ARRAY, "x").faults()).hasSize(1);
  }

  @Test
  void near_namesThatAreAlmostRight_areSuggested() {
    ToolIndex index = new FakeTools().registry().index();
    assertThat(index.near("Search Album").get(0)).isEqualTo("search_album");
    assertThat(index.near("serach_album").get(0)).isEqualTo("search_album");
    assertThat(index.near("xyzzy")).isEmpty();
    assertThat(index.resolve("lanren.search_album")).isPresent();
    assertThat(index.resolve("Search Album")).isEmpty();
  }
}
