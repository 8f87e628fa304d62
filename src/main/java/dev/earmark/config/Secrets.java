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
  private final List<MissingSecret> missing;

  /**
   * Makes a reader.
   *
   * @param missing gets the secrets that are named and not there
   */
  Secrets(Path file, Map<String, String> environment, List<MissingSecret> missing) {
    this.file = file;
    this.environment = environment;
    this.missing = missing;
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
   * @param credential the name of the systemd credential, which names the owner too
   */
  String read(Source variable, boolean isNeeded, Source secretFile, String credential) {
    if (!variable.name().isEmpty()) {
      String secret = environment.getOrDefault(variable.name(), "").strip();
      if (secret.isEmpty() && isNeeded) {
        missing.add(
            new MissingSecret(
                credential,
                new Problem(
                    variable.where(),
                    variable.key(),
                    "the variable "
                        + (variable.where().equals(variable.name()) ? "" : variable.name() + " ")
                        + "is not set; set it to the key")));
      }
      return secret;
    }
    if (!secretFile.name().isEmpty()) {
      return content(
          file.toAbsolutePath().resolveSibling(secretFile.name()), secretFile, credential);
    }
    String folder = environment.getOrDefault("CREDENTIALS_DIRECTORY", "");
    Path path = Path.of(folder, credential);
    return folder.isEmpty() || !Files.exists(path)
        ? ""
        : content(
            path,
            new Source(credential, String.valueOf(file.getFileName()), credential),
            credential);
  }

  private String content(Path path, Source source, String owner) {
    try {
      return Files.readString(path).strip();
    } catch (IOException e) {
      missing.add(
          new MissingSecret(
              owner,
              new Problem(
                  source.where(),
                  source.key(),
                  "the file '" + path + "' cannot be read; check its path and mode")));
      return "";
    }
  }
}
