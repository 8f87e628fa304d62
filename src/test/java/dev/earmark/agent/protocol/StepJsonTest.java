package dev.earmark.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.agent.ChatModel.Finish;
import dev.earmark.agent.Parameter;
import dev.earmark.agent.Parsed;
import dev.earmark.agent.ToolIndex;
import dev.earmark.agent.ToolSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JSON of the command line. */
final class StepJsonTest {
  @Test
  void readTools_list_givesTheParsersTheirTools() {
    List<ToolSpec> tools =
        StepJson.readTools(
            "[{\"name\": \"say\", \"parameters\": [{\"name\": \"words\", \"type\": \"string\","
                + " \"required\": true}, {\"name\": \"n\", \"type\": \"integer\"}]}, {\"name\": \"off\"}]");
    assertThat(tools.get(0).parameters())
        .extracting(Parameter::required)
        .containsExactly(true, false);
    Parsed parsed =
        StepJson.protocol("xml")
            .parse("<action>say(\"x\", 2)</action>", Finish.STOP, new ToolIndex(tools));
    assertThat(StepJson.write(parsed))
        .isEqualTo(
            "{\"kind\":\"action\",\"tool\":\"say\",\"args\":{\"words\":\"x\",\"n\":2},\"thought\":\"\","
                + "\"answer\":null,\"reason\":null,\"repairs\":[]}");
  }

  @Test
  void write_faultAndAnswer_haveTheirFields() {
    assertThat(StepJson.write(new Parsed.Final("t", "a", List.of())))
        .contains("\"kind\":\"final\"")
        .contains("\"answer\":\"a\"")
        .contains("\"thought\":\"t\"");
    Parsed fault = new TextProtocol().parse("", Finish.STOP, ReferenceTools.ALL);
    assertThat(StepJson.write(fault))
        .contains("\"kind\":\"error\"")
        .contains("\"reason\":\"empty\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{}",
        "[{}]",
        "[{\"name\": \"a\", \"parameters\": [{}]}]",
        "[{\"name\": \"a\", \"parameters\": [{\"name\": \"p\", \"type\": \"thing\"}]}]"
      })
  void readTools_broken_saysWhatIsWrong(String json) {
    assertThatThrownBy(() -> StepJson.readTools(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("(?s).*(list|tool|type).*");
  }
}
