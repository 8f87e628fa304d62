package dev.earmark.app.home;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where everything lies.
 *
 * @param config config.yml
 * @param models speech models that were fetched or dropped in
 * @param cache fetched audio
 * @param state positions, runs, timers, the spoken phrases, the lock
 * @param program what was shipped: embedded model and demo library
 */
public record Home(Path config, Path models, Path cache, Path state, Path program) {
  /**
   * Finds the home folder: what was asked for on the command line, else {@code EARMARK_HOME}, else
   * the checkout, else the folders of an installed system.
   *
   * @param asked the value of {@code --home}, or null
   */
  public static Home find(@Nullable String asked, Map<String, String> environment, Path program) {
    String chosen = asked != null ? asked : environment.get("EARMARK_HOME");
    if (chosen != null && !chosen.isBlank()) {
      return in(Path.of(chosen).toAbsolutePath().normalize(), program);
    }
    if (Files.exists(program.resolve("pom.xml"))) {
      return in(program, program);
    }
    Path state = Path.of("/var/lib/earmark");
    return new Home(
        Path.of("/etc/earmark/config.yml"),
        state.resolve("models"),
        Path.of("/var/cache/earmark"),
        state,
        program);
  }

  /**
   * Returns the folder of the program: above {@code target/} in a checkout, else beside the jar.
   */
  public static Path programFolder(Path jarOrClasses) {
    Path folder = jarOrClasses.toAbsolutePath().normalize().getParent();
    if (folder == null) {
      return Path.of("/");
    }
    Path name = folder.getFileName();
    Path parent = folder.getParent();
    return parent != null && name != null && name.toString().equals("target") ? parent : folder;
  }

  /** Returns the models that ship with the program. */
  public Path shippedModels() {
    return program.resolve("models");
  }

  /** Returns the books that ship with the program. */
  public Path demoLibrary() {
    return program.resolve("demo-library");
  }

  private static Home in(Path folder, Path program) {
    return new Home(
        folder.resolve("config.yml"),
        folder.resolve("models"),
        folder.resolve("cache"),
        folder.resolve("state"),
        program);
  }
}
