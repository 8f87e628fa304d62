package dev.earmark.app.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that an option such as {@code --out} names. It is written beside its place and moved there
 * when it is whole, so that a command that fails leaves what was there before. Something that is no
 * ordinary file, such as a pipe, is written in its place. Confined to one thread.
 */
public final class OutputFile implements AutoCloseable {
  private final Path place;
  private final Path written;

  private OutputFile(Path place, Path written) {
    this.place = place;
    this.written = written;
  }

  /**
   * Looks whether the file can be written; makes nothing of it yet.
   *
   * @param option the option's name, for sentences
   * @throws CliException wrong usage, when it is a folder or its folder is not there
   */
  public static OutputFile of(String option, Path asked) throws IOException {
    if (Files.isDirectory(asked)) {
      throw new CliException(
          CliException.USAGE, option + " " + asked + " is a folder; name a file in it");
    }
    Path place = Files.exists(asked) ? asked.toRealPath() : asked.toAbsolutePath();
    Path folder = place.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new CliException(
          CliException.USAGE,
          "there is no folder for " + option + " " + asked + "; make it first, or name another");
    }
    boolean there = Files.exists(place);
    if (there && !Files.isWritable(place)) {
      throw new CliException(
          CliException.FAILED, asked + " cannot be written; check its owner and mode");
    }
    if ((there && !Files.isRegularFile(place)) || !Files.isWritable(folder)) {
      return new OutputFile(place, place);
    }
    // Not by createTempFile, whose files nobody else may read.
    String name = place.getFileName() + "." + ProcessHandle.current().pid() + ".part";
    Path written = folder.resolve(name);
    written.toFile().deleteOnExit();
    return new OutputFile(place, written);
  }

  /**
   * Refuses a file that is read as well, under whatever name or link: it would be lost.
   *
   * @param option the option's name, for the sentence
   * @param input a file's name, or an address
   * @throws CliException wrong usage, when both are the same file
   */
  public static void refuseInput(String option, Path asked, String input) throws IOException {
    if (input.startsWith("http://") || input.startsWith("https://")) {
      return;
    }
    Path read = Path.of(input);
    boolean same =
        read.toAbsolutePath().normalize().equals(asked.toAbsolutePath().normalize())
            || (Files.exists(read) && Files.exists(asked) && Files.isSameFile(read, asked));
    if (same) {
      throw new CliException(
          CliException.USAGE,
          option + " " + asked + " is the file that is read; name another one to write");
    }
  }

  /** Returns where to write to. */
  public Path path() {
    return written;
  }

  /** Moves what was written to its place. */
  public void keep() throws IOException {
    if (!written.equals(place)) {
      if (Files.exists(place)) {
        Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(place));
      }
      Files.move(written, place, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Removes what was written and not kept. */
  @Override
  public void close() throws IOException {
    if (!written.equals(place)) {
      Files.deleteIfExists(written);
    }
  }
}
