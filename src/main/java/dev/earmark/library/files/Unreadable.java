package dev.earmark.library.files;

import dev.earmark.base.Failure;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says why a file or a folder of books cannot be read, with the remedy. */
final class Unreadable {
  private Unreadable() {}

  /** Says it of the folder of a catalogue. */
  static String root(Path root) {
    return Files.isDirectory(root) && Files.isReadable(root)
        ? root + " is empty where books were: connect its disk or mount its share again"
        : root + " cannot be read: check that its disk is connected, its path and its mode";
  }

  /** A disk may come back; a file of its own that may not be read, or was deleted, will not. */
  static Failure file(Path file, Path folder) {
    Path name = file.getFileName();
    if (Files.isDirectory(file)) {
      return new Failure(
          Failure.Kind.NOT_FOUND,
          file + " is a folder now: put the file back",
          new Failure.Words(
              name + " 成了文件夹，把原来的文件放回去就能听",
              name + " is a folder now; put the file back in its place"));
    }
    if (Files.exists(file)) {
      return new Failure(
          Failure.Kind.FORBIDDEN,
          file + " cannot be read: allow the user that Earmark runs as to read it",
          new Failure.Words(
              "没有权限读文件 " + name + "，要给运行 Earmark 的用户读的权限",
              "Earmark may not read the file " + name + "; allow its user to read it"));
    }
    if (Files.isDirectory(folder)) {
      return new Failure(
          Failure.Kind.NOT_FOUND,
          file + " is not there any more: put it back, or leave it out",
          new Failure.Words(
              "文件 " + name + " 不见了，放回原来的文件夹就能听",
              "its file " + name + " is gone; put it back into its folder"));
    }
    return new Failure(
        Failure.Kind.UNAVAILABLE,
        file + " is not there: check that its disk is connected and that Earmark may read it",
        new Failure.Words(
            "读不到它的文件夹 " + folder.getFileName() + "，看看磁盘或网络共享接好没有",
            "its folder "
                + folder.getFileName()
                + " cannot be reached; check its disk or network share"));
  }
}
