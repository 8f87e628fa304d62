package dev.earmark.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.library.CatalogueSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What does not stand in config.yml: environment, secrets, credentials. */
final class ConfigOutsideTest extends ConfigFixture {
  @Test
  void environment_overridesTheFile() throws Exception {
    Files.writeString(home.resolve("config.yml"), "server: {port: 1000}\n");

    EarmarkConfig config =
        ConfigReader.read(
            home.resolve("config.yml"),
            Map.of(
                "EARMARK_SERVER_PORT", "0",
                "EARMARK_WAKE_PHRASES", "小书童, hello book",
                "EARMARK_BRAIN_LLM_API_KEY_ENV", "MY_KEY",
                "MY_KEY", "secret-42"));

    assertThat(config.server().port()).isZero();
    assertThat(config.listen().wakePhrases()).containsExactly("小书童", "hello book");
    assertThat(config.llm().apiKey()).isEqualTo("secret-42");
    assertThat(config.effective().toString()).doesNotContain("secret-42");
    assertThat(config.toString()).doesNotContain("secret-42");
  }

  @Test
  void environment_catalogues_areWrittenWithColons() throws Exception {
    EarmarkConfig config =
        ConfigReader.read(
            home.resolve("config.yml"),
            Map.of("EARMARK_CATALOGUES", "demo, books:folder:/srv/a:b"));

    assertThat(config.catalogues())
        .containsExactly(
            new CatalogueSettings("demo", "demo", ""),
            new CatalogueSettings("books", "folder", "/srv/a:b"));
  }

  @Test
  void apiKey_ofAnUnsetVariable_isAProblem() {
    assertThatThrownBy(() -> read("brain: {mode: llm, llm: {api-key-env: NO_SUCH_KEY}}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("NO_SUCH_KEY: brain.llm.api-key-env: the variable is not set");
  }

  @Test
  void apiKey_systemdCredential_isRead() throws Exception {
    Files.writeString(home.resolve("brain.llm.api-key"), "from-systemd\n");

    EarmarkConfig config =
        ConfigReader.read(
            home.resolve("config.yml"), Map.of("CREDENTIALS_DIRECTORY", home.toString()));

    assertThat(config.llm().apiKey()).isEqualTo("from-systemd");
  }

  @Test
  void serverToken_systemdCredential_isTheFileUnlessAnotherIsConfigured() throws Exception {
    Path credential = Files.writeString(home.resolve("server.token"), "from-systemd-0123456789\n");
    Map<String, String> variables = Map.of("CREDENTIALS_DIRECTORY", home.toString());
    Path file = home.resolve("config.yml");

    assertThat(ConfigReader.read(file, variables).server().tokenFile())
        .isEqualTo(credential.toString());
    Files.writeString(file, "server: {token-file: own}");
    assertThat(ConfigReader.read(file, variables).server().tokenFile()).isEqualTo("own");
    assertThat(read("languages: [zh]").server().tokenFile()).isEmpty();
  }

  @Test
  void environment_unknownVariable_isRefused() {
    assertThatThrownBy(
            () -> ConfigReader.read(home.resolve("config.yml"), Map.of("EARMARK_SERVER_PROT", "1")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("EARMARK_SERVER_PROT");
  }
}
