package dev.earmark.config;

import dev.earmark.config.value.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads keys and passwords: from a named variable, a named file, or a systemd credential, in this
 * order. White space around them and a byte order mark, which editors leave, are no part of them.
 * What is read is never part of a message.
 */
final class Secrets {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

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
   * Returns a key, which goes into a header and so is of printable ASCII characters only (RFC 9110,
   * 5.5); empty when nothing names one, or when what is there is no key.
   *
   * @param isNeeded whether a variable that is not set is a problem
   * @param credential the name of the systemd credential, which names the owner too
   */
  String readKey(Source variable, boolean isNeeded, Source secretFile, String credential) {
    String key = read(variable, isNeeded, secretFile, credential);
    if (key.chars().allMatch(c -> c >= ' ' && c < 0x7F)) {
      return key;
    }
    Source source = variable.name().isEmpty() ? secretFile : variable;
    missing.add(
        new MissingSecret(
            credential,
            new Problem(
                source.where(),
                source.key(),
                "what it names is no key: there is a line break or a letter outside of ASCII in it;"
                    + " write the key there and nothing else")));
    return "";
  }

  /**
   * Returns the secret; empty when nothing names one.
   *
   * @param isNeeded whether a variable that is not set is a problem
   * @param credential the name of the systemd credential, which names the owner too
   */
  String read(Source variable, boolean isNeeded, Source secretFile, String credential) {
    if (!variable.name().isEmpty()) {
      String secret = bare(environment.getOrDefault(variable.name(), ""));
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
    return credential(credential)
        .map(
            path ->
                content(
                    path,
                    new Source(credential, String.valueOf(file.getFileName()), credential),
                    credential))
        .orElse("");
  }

  /** Returns where systemd has put a credential, if it has. */
  Optional<Path> credential(String name) {
    String folder = environment.getOrDefault("CREDENTIALS_DIRECTORY", "");
    return folder.isEmpty()
        ? Optional.empty()
        : Optional.of(Path.of(folder, name)).filter(Files::exists);
  }

  private String content(Path path, Source source, String owner) {
    try {
      return bare(Files.readString(path));
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

  private static String bare(String written) {
    String text = written.strip();
    return text.isEmpty() || text.charAt(0) != BYTE_ORDER_MARK ? text : text.substring(1).strip();
  }
}
