package dev.earmark.app.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The command with all its subcommands, which come from several classes. */
final class EarmarkCommandTest {
  @Test
  void all_commandsStandBesideEachOther() {
    assertThat(EarmarkCommand.all().getSubcommands())
        .containsKeys("run", "say", "play", "downloads", "timers", "limits", "man", "completion");
    assertThat(requireNonNull(EarmarkCommand.all().getSubcommands().get("downloads")))
        .satisfies(
            downloads ->
                assertThat(downloads.getSubcommands()).containsKeys("pause", "resume", "cancel"));
  }
}
