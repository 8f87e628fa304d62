package dev.earmark.app.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ContextTest {
  /** A folder's name once set the title of the terminal's window. */
  @Test
  void printable_commandsToTheTerminal_areReplaced_coloursAndBreaksStay() {
    assertThat(Context.printable("播放 alice\u0007\u001b]0;pwn\u0007"))
        .isEqualTo("播放 alice\ufffd\ufffd]0;pwn\ufffd");
    assertThat(Context.printable("a\u202eb\u009bc\rd")).isEqualTo("a\ufffdb\ufffdc\ufffdd");
    assertThat(Context.printable("\u001b[31mmissing\u001b[0m\n\tremedy"))
        .isEqualTo("\u001b[31mmissing\u001b[0m\n\tremedy");
  }
}
