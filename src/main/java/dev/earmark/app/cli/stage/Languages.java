package dev.earmark.app.cli.stage;

import dev.earmark.app.cli.console.CliException;
import dev.earmark.app.cli.console.Context;
import dev.earmark.app.home.Home;
import dev.earmark.base.Language;
import dev.earmark.config.ConfigException;
import dev.earmark.config.ConfigReader;
import dev.earmark.config.EarmarkConfig;
import java.util.HashMap;
import java.util.Map;

/** The option {@code --language}. */
final class Languages {
  private Languages() {}

  /** Returns the configuration with that language alone; {@code auto} leaves it as it is. */
  static EarmarkConfig only(Context context, String language) {
    if (language.equals("auto")) {
      return context.config();
    }
    try {
      Language known = Language.of(language);
      return only(context, known);
    } catch (IllegalArgumentException e) {
      throw new CliException(
          CliException.USAGE, "--language is zh, en or auto, but it is '" + language + "'");
    }
  }

  private static EarmarkConfig only(Context context, Language language) {
    Home home = context.home();
    Map<String, String> environment = new HashMap<>(context.environment());
    environment.put("EARMARK_LANGUAGES", language.code());
    try {
      return ConfigReader.readWithoutSecrets(home.config(), environment).config();
    } catch (ConfigException e) {
      throw new CliException(CliException.USAGE, String.valueOf(e.getMessage()));
    }
  }
}
