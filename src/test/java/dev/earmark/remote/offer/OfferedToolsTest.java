package dev.earmark.remote.offer;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.earmark.agent.Tool;
import dev.earmark.agent.ToolResult;
import dev.earmark.agent.ToolSpec;
import dev.earmark.base.CancelFlag;
import dev.earmark.base.Language;
import dev.earmark.tools.Tools;
import dev.earmark.tools.general.Calculator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Every tool is described for other programs, and what is said of it is true. */
final class OfferedToolsTest {
  private static final JsonMapper JSON = new JsonMapper();

  private record Fake(ToolSpec spec) implements Tool {
    @Override
    public ToolResult call(Map<String, Object> args, Context context) {
      return ToolResult.ok("done");
    }
  }

  private static final OfferedTools ALL =
      new OfferedTools(
          Tools.specs().stream().map(spec -> (Tool) new Fake(spec)).toList(), Language.ZH);

  @Test
  void traits_describeExactlyTheToolsThereAre() {
    assertThat(Traits.read().names())
        .containsExactlyInAnyOrderElementsOf(Tools.specs().stream().map(ToolSpec::name).toList());
  }

  @Test
  void tools_haveTitlesSchemasAndConsistentHints() {
    assertThat(ALL.list())
        .allSatisfy(
            tool -> {
              assertThat(tool.title()).isNotEqualTo(tool.name());
              assertThat(tool.name()).matches("[A-Za-z0-9_]{1,40}");
              assertThat(tool.inputSchema()).containsEntry("type", "object");
              assertThat(tool.outputSchema()).containsEntry("type", "object");
              assertThat(tool.hints().readOnly() && tool.hints().destructive()).isFalse();
            });
    for (ToolSpec spec : Tools.specs()) {
      OfferedTool tool =
          ALL.list().stream().filter(t -> t.name().equals(spec.name())).findFirst().orElseThrow();
      assertThat(tool.hints().readOnly()).as(spec.name()).isEqualTo(spec.effects().isEmpty());
    }
  }

  @Test
  void call_ofARealTool_fitsItsSchema() {
    OfferedTools offered = new OfferedTools(List.of(new Calculator()), Language.EN);

    ToolResult result =
        offered.call("Calculator", Map.of("expression", "6*7"), "x", new CancelFlag());

    assertThat(result.ok()).isTrue();
    assertThat(faults(offered.list().get(0), result)).isEmpty();
    assertThat(faults(offered.list().get(0), ToolResult.ok("nothing"))).isNotEmpty();
  }

  private static List<?> faults(OfferedTool tool, ToolResult result) {
    Schema schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(JSON.valueToTree(tool.outputSchema()));
    return schema.validate(JSON.valueToTree(OfferedTools.structured(result)));
  }

  @Test
  void call_ofAToolThatThrows_isAFailureWithASentence() {
    Tool broken =
        new Tool() {
          @Override
          public ToolSpec spec() {
            return Tools.specs().get(3);
          }

          @Override
          public ToolResult call(Map<String, Object> args, Context context) {
            throw new IllegalStateException("secret detail");
          }
        };
    OfferedTools offered = new OfferedTools(List.of(broken), Language.EN);

    ToolResult result = offered.call(broken.spec().name(), Map.of(), "x", new CancelFlag());

    assertThat(result.ok()).isFalse();
    assertThat(result.observation()).contains("log").doesNotContain("secret");
  }
}
