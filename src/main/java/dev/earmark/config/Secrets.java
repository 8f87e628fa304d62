package dev.earmark.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Reads keys and passwords: from a named variable, a named file, or a systemd credential, in this
 * order. What is read is never part of a message.
 */
final class Secrets {
  private final Path file;
  private final Map<String, String> environment;
  private final List<Problem> problems;

  Secrets(Path file, Map<String, String> environment, List<Problem> problems) {
    this.file = file;
    this.environment = environment;
    this.problems = problems;
  }

  /**
   * What names a secret.
   *
   * @param name of the variable or the file; empty for none
   * @param where the place of a problem
   * @param key the key that names it
   */
  record Source(String name, String where, String key) {}

  /**
   * Returns the secret; empty when nothing names one.
   *
   * @param isNeeded whether a variable that is not set is a problem
   * @param credential the name of the systemd credential
   */
  String read(Source variable, boolean isNeeded, Source secretFile, String credential) {
    if (!variable.name().isEmpty()) {
      String secret = environment.getOrDefault(variable.name(), "").strip();
      if (secret.isEmpty() && isNeeded) {
        problems.add(
            new Problem(
                variable.where(),
                variable.key(),
                "the variable "
                    + (variable.where().equals(variable.name()) ? "" : variable.name() + " ")
                    + "is not set; set it to the key"));
      }
      return secret;
    }
    if (!secretFile.name().isEmpty()) {
      return content(file.toAbsolutePath().resolveSibling(secretFile.name()), secretFile);
    }
    String folder = environment.getOrDefault("CREDENTIALS_DIRECTORY", "");
    Path path = Path.of(folder, credential);
    return folder.isEmpty() || !Files.exists(path)
        ? ""
        : content(path, new Source(credential, String.valueOf(file.getFileName()), credential));
  }

  private String content(Path path, Source source) {
    try {
      return Files.readString(path).strip();
    } catch (IOException e) {
      problems.add(
          new Problem(
              source.where(),
              source.key(),
              "the file '" + path + "' cannot be read; check its path and mode"));
      return "";
    }
  }
}
