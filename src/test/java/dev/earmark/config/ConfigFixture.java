package dev.earmark.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** A folder with a config.yml, and the way to read it. */
abstract class ConfigFixture {
  @TempDir Path home;

  EarmarkConfig read(String yaml) throws IOException, ConfigException {
    Path file = Files.writeString(home.resolve("config.yml"), yaml);
    return ConfigReader.read(file, Map.of());
  }
}
