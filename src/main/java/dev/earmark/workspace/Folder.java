package dev.earmark.workspace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An open directory. All work goes through its descriptor (openat, renameat, unlinkat), and no call
 * follows a link, so that a name that is swapped for a link meanwhile leads nowhere. Confined to
 * one thread.
 */
final class Folder implements AutoCloseable {
  private final SecureDirectoryStream<Path> stream;

  private Folder(SecureDirectoryStream<Path> stream) {
    this.stream = stream;
  }

  /** Opens the workspace's own folder, whose path is trusted. */
  @SuppressWarnings("StreamResourceLeak") // the new object closes it
  static Folder root(Path path) throws IOException {
    DirectoryStream<Path> stream = Files.newDirectoryStream(path);
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return new Folder(secure);
    }
    stream.close();
    throw new IOException("this system cannot open files relative to a folder");
  }

  /** Opens a folder in this one; the name is looked at first, since opening a pipe would wait. */
  Folder child(Path name) throws IOException {
    return new Folder(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
  }

  /** Opens this folder once more, for going through its names. */
  Folder again() throws IOException {
    return child(Path.of("."));
  }

  /** Returns what stands behind the name, or null when it is not there. */
  @Nullable BasicFileAttributes look(Path name) throws IOException {
    try {
      return view(name, BasicFileAttributeView.class).readAttributes();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private <V extends BasicFileAttributeView> V view(Path name, Class<V> type) {
    return stream.getFileAttributeView(name, type, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the name as it is on the disk: as written, else the one that differs only in how its
   * characters are composed, else as written.
   */
  Path find(String name) throws IOException, Refused {
    Path path;
    try {
      path = Path.of(name);
    } catch (InvalidPathException e) {
      throw new Refused(
          "这台机器的区域设置写不了文件名“" + name + "”；请用 LC_ALL=C.UTF-8 启动 Earmark。",
          "This machine's locale cannot write the name \""
              + name
              + "\"; start Earmark with LC_ALL=C.UTF-8.");
    }
    if (look(path) != null || name.chars().allMatch(c -> c < 128)) {
      return path;
    }
    try (Folder again = again()) {
      for (Path entry : again.names(Integer.MAX_VALUE)) {
        if (Normalizer.normalize(entry.toString(), Normalizer.Form.NFC).equals(name)) {
          return entry;
        }
      }
    }
    return path;
  }

  /** Returns the names in this folder, in no order; once for each open folder. */
  List<Path> names(int most) throws IOException {
    List<Path> names = new ArrayList<>();
    try {
      for (Path entry : stream) {
        if (names.size() >= most) {
          break;
        }
        Path name = entry.getFileName();
        if (name != null) {
          names.add(name);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  /** Reads a file, at most the given bytes and one more, which tells that there are others. */
  byte[] read(Path name, long most) throws IOException {
    Set<java.nio.file.OpenOption> options =
        Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (SeekableByteChannel channel = stream.newByteChannel(name, options)) {
      int size = (int) Math.min(channel.size(), most) + 1;
      ByteBuffer buffer = ByteBuffer.allocate(size);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // until it is full or the file ends
      }
      byte[] bytes = new byte[buffer.position()];
      buffer.flip().get(bytes);
      return bytes;
    }
  }

  /** Writes a file that must not be there yet, and has the disk keep it. */
  void writeNew(Path name, byte[] content) throws IOException {
    Set<java.nio.file.OpenOption> options =
        Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    try (SeekableByteChannel channel = stream.newByteChannel(name, options)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      if (channel instanceof FileChannel file) {
        file.force(/* metaData= */ false);
      }
    }
  }

  /** Gives a file the permissions of another one. */
  void copyPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView target = view(to, PosixFileAttributeView.class);
    target.setPermissions(view(from, PosixFileAttributeView.class).readAttributes().permissions());
  }

  /** Moves a name into a folder at once; what is there is replaced, a folder only when empty. */
  void move(Path name, Folder to, Path newName) throws IOException {
    stream.move(name, to.stream, newName);
  }

  void deleteFile(Path name) throws IOException {
    stream.deleteFile(name);
  }

  void deleteFolder(Path name) throws IOException {
    stream.deleteDirectory(name);
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
