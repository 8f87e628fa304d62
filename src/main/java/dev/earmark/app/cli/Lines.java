package dev.earmark.app.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of lines. */
final class Lines {
  private Lines() {}

  /** Opens a file, or stdin for {@code -}. */
  static BufferedReader open(String name) throws IOException {
    return name.equals("-")
        ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
        : Files.newBufferedReader(Path.of(name));
  }
}
