package dev.earmark.app.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.home.Home;
import dev.earmark.config.CheckedConfig;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.value.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the configuration names and this machine has not, with the line where it stands. */
final class PathCheckTest {
  @TempDir Path folder;

  private CheckedConfig check(String yaml) throws Exception {
    Files.writeString(folder.resolve("config.yml"), yaml);
    return ConfigReader.check(folder.resolve("config.yml"), Map.of("HOOK_SECRET", "sesame"));
  }

  private List<Problem> missing(CheckedConfig checked) {
    Home home = Home.find(folder.toString(), Map.of(), folder);
    return PathCheck.of(home, checked, Map.of("PATH", "/usr/bin"));
  }

  private static final String CATALOGUES =
      """
      # books
      server: {port: 0}
      catalogues:
        - {name: demo, type: demo}
        - name: books
          type: folder
          path: not-there
      """;

  /** It named the line of {@code catalogues:}. */
  @Test
  void folderOfACatalogue_isNamedWithTheLineOfItsPath() throws Exception {
    assertThat(missing(check(CATALOGUES)))
        .extracting(Problem::where, Problem::key)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("config.yml line 7", "catalogues.books"));
  }

  @Test
  void programs_areNamedWithTheirLines() throws Exception {
    CheckedConfig checked =
        check(
            """
            microphone:
              type: command
              command: [no-such-program]
            mcp-servers:
              - name: home
                type: stdio
                command: [no-such-server]
            """);
    assertThat(missing(checked))
        .extracting(Problem::where)
        .containsExactly("config.yml line 3", "config.yml line 7");
  }

  /** An error used to hide every warning. */
  @Test
  void warnings_standBesideErrors() throws Exception {
    CheckedConfig checked = check(CATALOGUES + "volume: loud\nspeaker: {latency: long}\n");
    assertThat(checked.problems()).isNotEmpty();
    assertThat(missing(checked)).hasSize(1);
  }

  @Test
  void eventsThatNeverCome_areWarnings() throws Exception {
    CheckedConfig checked =
        check(
            """
            mqtt:
              broker: mqtt://127.0.0.1:1883
              events: [play.*, bogus.event]
            webhooks:
              - url: http://127.0.0.1:9/hook
                secret-env: HOOK_SECRET
                events: [run.end]
            """);
    assertThat(checked.problems()).isEmpty();
    assertThat(checked.warnings())
        .extracting(Problem::toString)
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .startsWith("config.yml line 3: mqtt.events: there is no event 'bogus.event'; ")
                    .contains("run.ended"),
            second ->
                assertThat(second)
                    .startsWith("config.yml line 7: webhooks.events: there is no event 'run.end'"));
    assertThat(check("").warnings()).isEmpty();
  }
}
