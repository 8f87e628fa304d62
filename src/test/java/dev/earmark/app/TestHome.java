package dev.earmark.app;

import dev.earmark.app.home.Home;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.EarmarkConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A home folder and a configuration that need neither sound hardware nor a network. */
final class TestHome {
  private TestHome() {}

  /** Returns a home in the folder, with the models and books that ship with the program. */
  static Home in(Path folder) {
    return Home.find(folder.toString(), Map.of(), program());
  }

  /** Returns the folder of the program. */
  static Path program() {
    return Path.of("").toAbsolutePath();
  }

  /**
   * Returns variables for a daemon on a free port, without devices, that speaks to nobody outside.
   */
  static Map<String, String> quiet(String... more) {
    Map<String, String> variables = new HashMap<>();
    variables.put("EARMARK_SERVER_PORT", "0");
    variables.put("EARMARK_MICROPHONE_TYPE", "none");
    variables.put("EARMARK_SPEAKER_TYPE", "none");
    variables.put("EARMARK_MODELS_AUTO_INSTALL", "false");
    variables.put("EARMARK_CACHE_MIN_FREE", "16MiB");
    for (int i = 0; i < more.length; i += 2) {
      variables.put(more[i], more[i + 1]);
    }
    return variables;
  }

  /** Reads the configuration of the home with these variables. */
  static EarmarkConfig config(Home home, Map<String, String> variables) {
    try {
      return ConfigReader.read(home.config(), variables);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
