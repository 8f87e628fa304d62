package dev.earmark.app.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.EarmarkCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import picocli.CommandLine.Model.CommandSpec;

/** Completion and manual know every command, because they are made from the commands. */
final class ShellTest {
  private static final CommandSpec ROOT = EarmarkCommand.all().getCommandSpec();

  @TempDir Path folder;

  @Test
  void bash_completesCommandsAndOptions() throws Exception {
    Path script = folder.resolve("earmark.bash");
    Files.writeString(script, AutoComplete.bash("earmark", ROOT.commandLine()));
    String asks =
        "source "
            + script
            + "; COMP_WORDS=(earmark sta); COMP_CWORD=1; _complete_earmark; echo \"${COMPREPLY[@]}\";"
            + " COMP_WORDS=(earmark status --w); COMP_CWORD=2; COMPREPLY=(); _complete_earmark;"
            + " echo \"${COMPREPLY[@]}\"";
    assertThat(output("bash", "-c", asks)).contains("status").contains("--watch");
  }

  @Test
  void fish_namesEveryCommandAndOption() {
    String script = FishCompletion.of(ROOT);
    for (String name : ROOT.subcommands().keySet()) {
      assertThat(script).contains("-f -a '" + name + "' -d '");
    }
    assertThat(script)
        .contains(
            "complete -c earmark -n '__fish_seen_subcommand_from status' -l watch -d 'Go on"
                + " showing it, once a second, until the daemon ends.'")
        .contains("-l home -r -d ");
    assertThat(script.lines().skip(1))
        .allMatch(line -> line.startsWith("complete -c earmark -n '"));
    assertThat(
            script
                .lines()
                .filter(
                    line ->
                        line.replace("\\'", "").chars().filter(c -> c == '\'').count() % 2 != 0))
        .as("lines whose quotes are not closed")
        .isEmpty();
  }

  @Test
  void man_tellsOfEveryCommandAndOption() {
    String page = ManPage.of(ROOT, "1.2");
    assertThat(page).startsWith(".TH EARMARK 1").contains("Earmark 1.2", ".SH COMMANDS");
    ROOT.subcommands()
        .forEach(
            (name, line) -> assertThat(page).contains("\\fB" + name.replace("-", "\\-") + "\\fR"));
    assertThat(page).contains("\\fB\\-\\-watch\\fR", "\\fBNO_COLOR\\fR");
    assertThat(page.lines())
        .as("macros")
        .filteredOn(line -> line.startsWith("."))
        .allMatch(line -> line.matches("\\.(TH|SH|TP|RS|RE|B)( .*)?"));
    assertThat(page.lines().filter(".RS"::equals).count())
        .isEqualTo(page.lines().filter(".RE"::equals).count());
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }
}
