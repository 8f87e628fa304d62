package dev.earmark.listen.models;

import dev.earmark.base.CancelFlag;
import dev.earmark.base.Failure;
import dev.earmark.base.FailureException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks a model's ZIP file without trusting it: no entry may leave the folder, and number and
 * size of what comes out are bounded by what is counted while writing, not by what the archive
 * says.
 */
final class ModelArchive {
  private static final int MOST_ENTRIES = 2_000;
  private static final long MOST_BYTES = 8L << 30;

  private final Path zip;
  private final long mostBytes;

  ModelArchive(Path zip) {
    this(zip, MOST_BYTES);
  }

  ModelArchive(Path zip, long mostBytes) {
    this.zip = zip;
    this.mostBytes = mostBytes;
  }

  /**
   * Unpacks into an empty folder.
   *
   * @return the folder inside that holds the model: the one with {@code am/} or {@code conf/} in it
   * @throws FailureException when it is no archive of a model, or breaks a limit
   */
  Path unpack(Path into, CancelFlag cancel) throws IOException {
    long left = mostBytes;
    int entries = 0;
    try (ZipFile file = new ZipFile(zip.toFile())) {
      for (Enumeration<? extends ZipEntry> all = file.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        if (++entries > MOST_ENTRIES) {
          throw bad("holds more than " + MOST_ENTRIES + " files");
        }
        Path target = inside(into, entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          try (InputStream in = file.getInputStream(entry)) {
            left -= copy(in, target, left, cancel);
          }
        }
      }
    } catch (ZipException e) {
      throw bad("is no readable ZIP file (" + e.getMessage() + ")");
    }
    return modelFolder(into);
  }

  private Path inside(Path into, String name) throws FailureException {
    Path target = into.resolve(name).normalize();
    if (!target.startsWith(into) || name.contains("\\") || Path.of(name).isAbsolute()) {
      throw bad("holds a file outside of its folder: " + name);
    }
    return target;
  }

  private long copy(InputStream in, Path target, long left, CancelFlag cancel) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long written = 0;
    try (OutputStream out = Files.newOutputStream(target)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        written += n;
        if (written > left) {
          throw bad("unpacks to more than " + mostBytes + " bytes");
        }
        if (cancel.isSet()) {
          throw new FailureException(Failure.Kind.CANCELLED, "the installation was cancelled");
        }
        out.write(buffer, 0, n);
      }
    }
    return written;
  }

  private Path modelFolder(Path into) throws IOException {
    if (isModel(into)) {
      return into;
    }
    try (Stream<Path> inner = Files.list(into)) {
      List<Path> folders = inner.filter(ModelArchive::isModel).toList();
      if (folders.size() == 1) {
        return folders.get(0);
      }
    }
    throw bad("holds no speech model (a folder with am/ and conf/)");
  }

  static boolean isModel(Path folder) {
    return Files.isDirectory(folder.resolve("am")) && Files.isDirectory(folder.resolve("conf"));
  }

  private FailureException bad(String what) {
    return new FailureException(Failure.Kind.WRONG_CONTENT, zip.getFileName() + " " + what);
  }

  /** Deletes a folder with everything in it; a missing one is no error. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path inner, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(inner);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
