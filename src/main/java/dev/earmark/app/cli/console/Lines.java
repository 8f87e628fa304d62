package dev.earmark.app.cli.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
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
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
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

  /** Opens a file, or stdin for {@code -}. */
  public static BufferedReader open(String name) throws IOException {
    return name.equals("-")
        ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
        : Files.newBufferedReader(Path.of(name));
  }
}
