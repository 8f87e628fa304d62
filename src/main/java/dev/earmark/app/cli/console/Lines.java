package dev.earmark.app.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Files of lines. */
public final class Lines {
  private Lines() {}

  /**
   * Gives each line that is not blank to the consumer; a line that is no JSON is named and left
   * out.
   *
   * @return the exit code: 2 when a line was left out
   */
  public static int each(
      BufferedReader lines, String file, Consumer<String> consumer, Consumer<String> complain)
      throws IOException {
    int exitCode = 0;
    int number = 0;
    for (String line = next(lines, file); line != null; line = next(lines, file)) {
      number++;
      try {
        if (!line.isBlank()) {
          consumer.accept(line);
        }
      } catch (JacksonException e) {
        complain.accept(
            "earmark: " + file + " line " + number + " is no JSON object, so it is left out");
        exitCode = CliException.USAGE;
      }
    }
    return exitCode;
  }

  private static @Nullable String next(BufferedReader lines, String file) throws IOException {
    try {
      return lines.readLine();
    } catch (CharacterCodingException e) {
      throw TextFiles.notUtf8(file);
    }
  }

  /**
   * Opens a file, or stdin for {@code -}.
   *
   * @throws CliException wrong usage, when it is a folder
   */
  public static BufferedReader open(String name) throws IOException {
    if (!name.equals("-")) {
      TextFiles.refuseFolder(Path.of(name));
    }
    return name.equals("-")
        ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
        : Files.newBufferedReader(Path.of(name));
  }
}
