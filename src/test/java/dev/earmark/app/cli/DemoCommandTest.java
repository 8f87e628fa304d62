package dev.earmark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.app.cli.console.Messages;
import dev.earmark.app.demo.Demo;
import dev.earmark.base.Language;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the demo says of itself in the end. */
final class DemoCommandTest {
  private static String words(boolean ok, String problem, List<String> notHeard) {
    return DemoCommand.words(
        new Demo.Report(ok, List.of(), problem, notHeard),
        Path.of("/tmp/demo.wav"),
        Messages.of(Language.EN));
  }

  /** "Everything happened" was said where no answer had been spoken. */
  @Test
  void words_withoutAVoice_sayWhatWasNotHeard() {
    assertThat(words(true, "", List.of("voice")))
        .contains("shown and not spoken", "espeak-ng", "/tmp/demo.wav");
    assertThat(words(true, "", List.of()))
        .isEqualTo("everything happened; listen to /tmp/demo.wav");
    assertThat(words(false, "no book", List.of("voice"))).isEqualTo("the demo failed: no book");
  }
}
