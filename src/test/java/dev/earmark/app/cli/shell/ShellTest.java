package dev.earmark.app.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.EarmarkCommand;
import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Completion and manual know every command, because they are made from the commands. */
final class ShellTest {
  private static final CommandSpec ROOT = EarmarkCommand.all(Language.EN).getCommandSpec();

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
    String page = ManPage.of(ROOT, "1.2", Language.EN);
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

  @Test
  void help_inChinese_hasNoEnglishSentence() {
    CommandSpec root = EarmarkCommand.all(Language.ZH).getCommandSpec();
    List<String> texts = new ArrayList<>();
    collect(root, texts);

    assertThat(texts).hasSizeGreaterThan(200);
    assertThat(texts)
        .allSatisfy(
            text ->
                assertThat(text.replaceAll("earmark [^，；。]*", ""))
                    .containsPattern("\\p{IsHan}")
                    .doesNotContainPattern("[a-z]{2,} [a-z]{2,} [a-z]{2,}"));
    String usage = Objects.requireNonNull(root.subcommands().get("play")).getUsageMessage();
    assertThat(usage).startsWith("用法：earmark play").contains("从 1 数起");
    assertThat(ManPage.of(root, "1.2", Language.ZH)).contains(".SH 命令", "连不上守护进程");
  }

  private static void collect(CommandSpec spec, List<String> texts) {
    texts.add(spec.usageMessage().description()[0]);
    for (ArgSpec argument : spec.args()) {
      if (argument.description().length > 0) {
        texts.add(argument.description()[0]);
      }
    }
    spec.subcommands().values().forEach(below -> collect(below.getCommandSpec(), texts));
  }

  private static String output(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return text;
  }
}
