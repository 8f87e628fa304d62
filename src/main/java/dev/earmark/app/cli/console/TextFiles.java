package dev.earmark.app.cli.console;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Text files that are named on the command line. */
public final class TextFiles {
  private TextFiles() {}

  /**
   * Reads a whole file.
   *
   * @throws CliException wrong usage, when it is a folder; failed, when it is no UTF-8
   */
  public static String read(Path file) throws IOException {
    refuseFolder(file);
    try {
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw notUtf8(file.toString());
    }
  }

  /** Refuses a folder where a file is needed. */
  static void refuseFolder(Path file) {
    if (Files.isDirectory(file)) {
      throw new CliException(CliException.USAGE, file + " is a folder; name a file in it");
    }
  }

  /** Returns what is said of a file whose bytes are no text. */
  static CliException notUtf8(String file) {
    return new CliException(CliException.FAILED, file + " is no text in UTF-8; save it as UTF-8");
  }
}
