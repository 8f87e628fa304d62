package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.audio.device.MicrophoneSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list {@code microphones}. */
final class MicrophonesTest {
  @TempDir Path home;

  private EarmarkConfig read(String yaml) throws Exception {
    Path file = home.resolve("config.yml");
    Files.writeString(file, yaml);
    return ConfigReader.read(file, Map.of());
  }

  @Test
  void microphones_areRead_inTheirOrder() throws Exception {
    Map<String, MicrophoneSettings> read =
        read("""
                microphones:
                  - {name: kitchen, device: USB, gain: 6}
                  - {name: 卧室, type: command, command: [parec, --device=b], rate: 48000, channels: 2}
                """)
            .microphones();
    assertThat(read.keySet()).containsExactly("kitchen", "卧室");
    assertThat(read.get("kitchen"))
        .isEqualTo(
            new MicrophoneSettings(
                "line", "USB", List.of(), 16_000, 1, "", /* realTime= */ true, 6));
    assertThat(read.get("卧室"))
        .isEqualTo(
            new MicrophoneSettings(
                "command",
                "",
                List.of("parec", "--device=b"),
                48_000,
                2,
                "",
                /* realTime= */ true,
                0));
    assertThat(read("").microphones()).isEmpty();
  }

  @Test
  void microphones_allProblemsAreNamedAtOnce() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    microphones:
                      - {name: kitchen, devise: USB}
                      - {name: kitchen, type: command}
                      - {name: a b, type: usb}
                      - bedroom
                    """))
        .hasMessageContaining("microphones.devise: a microphone has no such key (did you mean")
        .hasMessageContaining("microphones.name: two microphones are named 'kitchen'")
        .hasMessageContaining("config.yml line 3: microphones.command: type is command")
        .hasMessageContaining("config.yml line 4: microphones.name: expected a name of letters")
        .hasMessageContaining("config.yml line 4: microphones.type: expected")
        .hasMessageContaining("microphones: expected items such as");
  }
}
