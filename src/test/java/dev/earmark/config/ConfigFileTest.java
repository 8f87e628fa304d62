package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A config.yml that is no tree of known keys. */
final class ConfigFileTest extends ConfigFixture {
  @Test
  void read_keysWithNothingBehindThem_areDefaultsWhenKnownAndRefusedWhenNot() throws Exception {
    assertThat(read("server:\n  # port: 1\nlanguages:\n").server().port()).isEqualTo(8_765);
    assertThatThrownBy(() -> read("bogus:\nserver:\n  prt:\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("line 1: bogus")
        .hasMessageContaining("line 3: server.prt");
  }

  @Test
  void read_sameKeyTwice_isRefused() {
    assertThatThrownBy(() -> read("server:\n  port: 1\nserver:\n  port: 2\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("config.yml line 4: server.port: the key is there twice");
  }

  /** A mapping that holds itself used to end in a StackOverflowError. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "server: &x {port: *x}\n",
        "&x\nserver: *x\n",
        "wake:\n  phrases: &x [*x]\n",
        "microphone: &x\n  rate: 16000\nspeaker: *x\n",
        "listen:\n  end-silence: &x 1s\n  follow-up: *x\n",
        "base: &x {port: 1}\nserver:\n  <<: *x\n"
      })
  void read_alias_isRefusedByName(String yaml) {
    assertThatThrownBy(() -> read(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("config.yml line ")
        .hasMessageContaining("*x is an alias; write the value itself here");
  }

  @Test
  void read_endlessNesting_isRefused() {
    for (String yaml :
        List.of("server: " + "[".repeat(20_000), "server: " + "{a: ".repeat(20_000))) {
      assertThatThrownBy(() -> read(yaml))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("config.yml line 1: this is nested too deeply");
    }
  }

  @Test
  void read_anchorThatNobodyUses_isNoProblem() throws Exception {
    assertThat(read("server:\n  port: &x 1234\n").server().port()).isEqualTo(1234);
  }

  @Test
  void read_brokenYaml_namesTheLine() {
    assertThatThrownBy(() -> read("server:\n  port: [1\n"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("config.yml line ")
        .hasMessageContaining("not valid YAML");
  }

  @Test
  void read_notUtf8_saysSo() throws IOException {
    Path file = home.resolve("config.yml");
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xD6, (byte) 0xD0});

    assertThatThrownBy(() -> ConfigReader.read(file, Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("not UTF-8");
  }
}
