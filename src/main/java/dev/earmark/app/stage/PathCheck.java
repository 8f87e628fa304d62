package dev.earmark.app.stage;

import dev.earmark.app.home.Home;
import dev.earmark.config.CheckedConfig;
import dev.earmark.config.EarmarkConfig;
import dev.earmark.config.value.Problem;
import dev.earmark.library.CatalogueSettings;
import dev.earmark.library.feed.FeedSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Folders, files and programs that a configuration names and that are not there just now. These are
 * warnings: a disk may be plugged in later, and the daemon starts without it.
 */
public final class PathCheck {
  private final Path base;
  private final CheckedConfig checked;
  private final String path;
  private final List<Problem> missing = new ArrayList<>();

  private PathCheck(Home home, CheckedConfig checked, String path) {
    this.base = home.config().toAbsolutePath();
    this.checked = checked;
    this.path = path;
  }

  /** Returns what is not there, each with the line of its key and the remedy. */
  public static List<Problem> of(Home home, CheckedConfig checked) {
    return of(home, checked, System.getenv());
  }

  static List<Problem> of(Home home, CheckedConfig checked, Map<String, String> environment) {
    String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    PathCheck check = new PathCheck(home, checked, path);
    EarmarkConfig config = checked.config();
    config.catalogues().forEach(check::catalogue);
    if (config.microphone().type().equals("file")) {
      check.file("microphone.file", config.microphone().file());
    }
    if (config.speaker().type().equals("file") && !config.speaker().file().isBlank()) {
      Path folder = check.resolved(config.speaker().file()).getParent();
      check.folder("speaker.file", String.valueOf(folder));
    }
    if (config.microphone().type().equals("command")) {
      check.program("microphone.command", config.microphone().command());
    }
    if (config.speaker().type().equals("command")) {
      check.program("speaker.command", config.speaker().command());
    }
    config
        .toolServers()
        .forEach(server -> check.program("mcp-servers." + server.name(), server.command()));
    return check.missing;
  }

  private void catalogue(CatalogueSettings catalogue) {
    String key = "catalogues." + catalogue.name();
    if (catalogue.type().equals("folder")) {
      folder(key, catalogue.path());
    } else if (catalogue.service() instanceof FeedSettings feed && !feed.opml().isBlank()) {
      file(key, feed.opml());
    }
  }

  private Path resolved(String written) {
    return base.resolveSibling(written).normalize();
  }

  private void folder(String key, String written) {
    Path folder = resolved(written);
    if (!Files.isDirectory(folder)) {
      add(key, "the folder " + folder + " is not there; make it, or correct the path");
    }
  }

  private void file(String key, String written) {
    Path file = resolved(written);
    if (!Files.isRegularFile(file)) {
      add(key, "the file " + file + " is not there; correct the path");
    }
  }

  private void program(String key, List<String> command) {
    if (command.isEmpty() || isThere(command.get(0))) {
      return;
    }
    add(
        key,
        "the program " + command.get(0) + " is not installed; install it, or correct the command");
  }

  private boolean isThere(String program) {
    return program.contains("/")
        ? Files.isExecutable(Path.of(program))
        : Stream.of(path.split(":"))
            .filter(folder -> !folder.isEmpty())
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private void add(String key, String text) {
    missing.add(new Problem(checked.place(key).orElse("config.yml"), key, text));
  }
}
