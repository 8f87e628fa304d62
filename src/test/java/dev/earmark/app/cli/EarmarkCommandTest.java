package dev.earmark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The command with all its subcommands, which come from several classes. */
final class EarmarkCommandTest {
  @Test
  void all_commandsStandBesideEachOther() {
    assertThat(EarmarkCommand.all().getSubcommands())
        .containsKeys("run", "say", "play", "downloads", "timers", "limits", "man", "completion");
    assertThat(EarmarkCommand.all().getSubcommands().get("downloads").getSubcommands())
        .containsKeys("pause", "resume", "cancel");
  }
}
