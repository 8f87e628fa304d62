package dev.earmark.app.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.EarmarkCommand;
import dev.earmark.base.Language;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Programs that ask for help with {@code --json} got the text for people. */
final class HelpTreeTest {
  private static Optional<ObjectNode> asked(String line) {
    return HelpTree.asked(
        EarmarkCommand.all(Language.EN).parseArgs(line.split(" ")), "1.2", Language.EN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json --version", "-V --json"})
  void version_isAnObject(String line) {
    assertThat(asked(line).orElseThrow().toString())
        .isEqualTo("{\"name\":\"earmark\",\"version\":\"1.2\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json play --help", "play -h --json", "--json help play"})
  void helpOfACommand_namesItsArgumentsAndOptions(String line) {
    JsonNode help = asked(line).orElseThrow();

    assertThat(help.path("command").asString()).isEqualTo("earmark play");
    assertThat(help.path("usage").asString()).startsWith("earmark play [");
    assertThat(help.path("arguments").path(0).path("name").asString()).isEqualTo("KEYWORD");
    assertThat(help.path("arguments").path(0).path("required").asBoolean()).isTrue();
    assertThat(help.path("arguments").path(1).path("required").asBoolean()).isFalse();
    assertThat(help.path("options"))
        .anySatisfy(
            option -> {
              assertThat(option.path("names").path(0).asString()).isEqualTo("--home");
              assertThat(option.path("value").asString()).isEqualTo("DIR");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json --help", "--json help"})
  void helpOfTheProgram_namesItsCommands(String line) {
    assertThat(asked(line).orElseThrow().path("commands"))
        .hasSizeGreaterThan(30)
        .allSatisfy(command -> assertThat(command.path("description").asString()).isNotBlank())
        .anySatisfy(command -> assertThat(command.path("name").asString()).isEqualTo("play"));
  }

  @Test
  void otherLines_areNoHelp() {
    assertThat(asked("--json status")).isEmpty();
    assertThat(asked("--json help nosuch")).isEmpty();
  }
}
