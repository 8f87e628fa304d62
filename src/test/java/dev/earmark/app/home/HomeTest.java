package dev.earmark.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HomeTest {
  @TempDir Path folder;

  @Test
  void find_inACheckout_isTheCheckout() throws IOException {
    Files.createFile(folder.resolve("pom.xml"));

    Home home = Home.find(null, Map.of(), Home.programFolder(folder.resolve("target/earmark.jar")));

    assertThat(home.config()).isEqualTo(folder.resolve("config.yml"));
    assertThat(home.state()).isEqualTo(folder.resolve("state"));
  }

  @Test
  void find_askedFor_winsOverTheEnvironment() {
    Home home = Home.find("/a/b/../c", Map.of("EARMARK_HOME", "/x"), folder);

    assertThat(home.config()).isEqualTo(Path.of("/a/c/config.yml"));
    assertThat(home.shippedModels()).isEqualTo(folder.resolve("models"));
  }

  @Test
  void find_environment_winsOverTheCheckout() {
    assertThat(Home.find(null, Map.of("EARMARK_HOME", "/x"), folder).cache())
        .isEqualTo(Path.of("/x/cache"));
  }

  @Test
  void find_installed_usesTheSystemFolders() {
    Home home = Home.find(null, Map.of(), Home.programFolder(folder.resolve("earmark.jar")));

    assertThat(home.program()).isEqualTo(folder);
    assertThat(home.config()).isEqualTo(Path.of("/etc/earmark/config.yml"));
    assertThat(home.cache()).isEqualTo(Path.of("/var/cache/earmark"));
  }
}
