package dev.earmark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the API says, in words of the command line. */
final class RemediesTest {
  @Test
  void ofCommandLine_routesAndFields_becomeCommandsAndWords() {
    assertThat(Remedies.ofCommandLine("There is no run 'x'; GET /api/runs lists them."))
        .isEqualTo("There is no run 'x'; ./earmark runs lists them.");
    assertThat(Remedies.ofCommandLine("The field 'keyword' may have at most 200 characters."))
        .isEqualTo("The keyword may have at most 200 characters.");
    assertThat(Remedies.ofCommandLine("what was said")).isEqualTo("what was said");
  }
}
