package dev.earmark.app.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.home.Home;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.value.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code config check} called a file fine whose address, folder or voice the machine has not. */
final class MachineCheckTest {
  @TempDir Path folder;

  @Test
  void bind_addressOfAnotherMachine_isNamedWithItsLineAndTheRemedy() throws Exception {
    // 192.0.2.0/24 is for documentation, RFC 5737: no machine has it.
    assertThat(problems("\nserver:\n  bind: 192.0.2.7\n"))
        .extracting(Problem::toString)
        .containsExactly(
            "config.yml line 3: server.bind: 192.0.2.7 is no address of this machine; take"
                + " 127.0.0.1 for this machine alone, or 0.0.0.0 for all of its networks");
  }

  @Test
  void bind_unknownHost_isNamed() throws Exception {
    assertThat(problems("server:\n  bind: no-such-host.invalid\n"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.toString())
                    .startsWith("config.yml line 2: server.bind: there is no host called"));
  }

  @Test
  void bind_ownAddresses_areFine() throws Exception {
    for (String bind : List.of("127.0.0.1", "0.0.0.0", "::1", "localhost")) {
      assertThat(problems("server:\n  bind: '" + bind + "'\n")).as(bind).isEmpty();
    }
  }

  @Test
  void workspace_thatIsAFile_isNamed() throws Exception {
    Files.writeString(folder.resolve("notes"), "");
    assertThat(problems("workspace:\n  folder: notes\n"))
        .extracting(Problem::toString)
        .containsExactly(
            "config.yml line 2: workspace.folder: "
                + folder.resolve("notes")
                + " is a file; name a folder");
  }

  @Test
  void workspace_thatIsToBeMade_isFine() throws Exception {
    assertThat(problems("workspace:\n  folder: new/deep\n")).isEmpty();
  }

  private List<Problem> problems(String yaml) throws IOException, ConfigException {
    Path file = folder.resolve("config.yml");
    Files.writeString(file, yaml + "voice:\n  engine: none\n");
    Home home = Home.find(folder.toString(), Map.of(), Path.of("").toAbsolutePath());
    return MachineCheck.of(home, ConfigReader.read(file, Map.of()));
  }
}
