package dev.earmark.workspace;

import dev.earmark.base.CancelFlag;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One folder with text files for a model. Paths are relative to it; nothing leads out of it, also
 * when somebody swaps a folder for a link during a call. A file is written beside its place and
 * moved there, so that readers and a crash see the old content or the new one.
 *
 * <p>Thread-safe: changes go one after the other. What other programs change meanwhile is met by
 * the file system's own checks; a file of theirs that appears within the same moment may be
 * replaced. Calls block for the disk.
 */
public final class Workspace {
  private static final AtomicLong NUMBER = new AtomicLong();

  private final Path path;
  private final WorkspaceSettings limits;
  private final Usage usage;

  private Workspace(Path path, WorkspaceSettings limits) {
    this.path = path;
    this.limits = limits;
    this.usage = new Usage(limits);
  }

  /**
   * Opens a folder that is there; links in its own path are followed once, now.
   *
   * @throws IOException when it is no folder, or cannot be looked into
   */
  public static Workspace open(Path folder, WorkspaceSettings limits) throws IOException {
    Path real = folder.toRealPath();
    Folder.root(real).close();
    return new Workspace(real, limits);
  }

  /** Returns the folder, for people. */
  public Path path() {
    return path;
  }

  /**
   * What a write did.
   *
   * @param path the file, as it is to be named from now on
   * @param bytes the size of the file now
   * @param replaced whether there was such a file before
   */
  public record Written(String path, long bytes, boolean replaced) {}

  /**
   * A part of a text file.
   *
   * @param text what is asked for
   * @param offset where it begins, in characters
   * @param total how many characters the file has
   * @param charset how it was read: UTF-8, GB18030 or UTF-16
   */
  public record Text(String path, String text, int offset, int total, String charset) {
    /** Returns where the next part begins; the total at the end. */
    public int next() {
      return offset + text.length();
    }
  }

  /** Work on an open folder. */
  private interface Work<T> {
    T in(Folder root) throws IOException, Refused;
  }

  private <T> T open(String shown, Work<T> work) throws Refused {
    try (Folder root = Folder.root(path)) {
      return work.in(root);
    } catch (IOException e) {
      throw Refused.of(shown, e);
    }
  }

  /**
   * Makes a folder, and those above it.
   *
   * @return whether it is new
   */
  public synchronized boolean mkdir(String written) throws Refused {
    SafePath target = SafePath.of(written);
    return open(
        target.toString(),
        root -> {
          int before = target.names().size() - depth(root, target.names());
          usage.require(root, 0, before);
          descend(root, target.names(), /* make= */ true).close();
          return before > 0;
        });
  }

  /** Writes a file, new or instead of the one that is there. */
  public Written write(String written, String content) throws Refused {
    SafePath target = file(written);
    return put(target, TextCodec.encode(target.toString(), content), /* mustBeNew= */ false);
  }

  /** Writes a file that must not be there yet. */
  public Written create(String written, String content) throws Refused {
    SafePath target = file(written);
    return put(target, TextCodec.encode(target.toString(), content), /* mustBeNew= */ true);
  }

  /** Adds to the end of a file; makes it when it is not there. */
  public synchronized Written append(String written, String content) throws Refused {
    SafePath target = file(written);
    byte[] more = TextCodec.encode(target.toString(), content);
    byte[] old = open(target.toString(), root -> contentOrNothing(root, target));
    if (!TextCodec.isUtf8(old)) {
      throw new Refused(
          "“" + target + "”不是 UTF-8 文本，接着写会写坏；write_to_file 可以整个替换它。",
          "\""
              + target
              + "\" is no UTF-8 text; adding would damage it. write_to_file replaces it.");
    }
    checkSize(target, (long) old.length + more.length);
    byte[] all = new byte[old.length + more.length];
    System.arraycopy(old, 0, all, 0, old.length);
    System.arraycopy(more, 0, all, old.length, more.length);
    return put(target, all, /* mustBeNew= */ false);
  }

  private byte[] contentOrNothing(Folder root, SafePath target) throws IOException, Refused {
    if (depth(root, target.parents()) < target.parents().size()) {
      return new byte[0];
    }
    try (Folder folder = descend(root, target.parents(), /* make= */ false)) {
      Path name = folder.find(target.name());
      return folder.look(name) == null ? new byte[0] : content(folder, name, target);
    }
  }

  private byte[] content(Folder folder, Path name, SafePath target) throws IOException, Refused {
    BasicFileAttributes attributes = there(folder, name, target);
    if (!attributes.isRegularFile()) {
      throw Refused.notAFile(target.toString(), Kind.of(attributes));
    }
    checkSize(target, attributes.size());
    byte[] bytes = folder.read(name, limits.maxFileBytes());
    checkSize(target, bytes.length);
    return bytes;
  }

  private static BasicFileAttributes there(Folder folder, Path name, SafePath target)
      throws IOException, Refused {
    BasicFileAttributes attributes = folder.look(name);
    if (attributes == null) {
      throw Refused.notFound(target.toString());
    }
    return attributes;
  }

  private synchronized Written put(SafePath target, byte[] bytes, boolean mustBeNew)
      throws Refused {
    checkSize(target, bytes.length);
    return open(
        target.toString(),
        root -> {
          int missing = target.parents().size() - depth(root, target.parents());
          long oldSize = missing > 0 ? -1 : size(root, target);
          usage.require(root, bytes.length - Math.max(0, oldSize), missing + (oldSize < 0 ? 1 : 0));
          try (Folder folder = descend(root, target.parents(), /* make= */ true)) {
            return put(folder, target, bytes, mustBeNew);
          }
        });
  }

  /** Returns the size of what is there, or -1. */
  private long size(Folder root, SafePath target) throws IOException, Refused {
    try (Folder folder = descend(root, target.parents(), /* make= */ false)) {
      BasicFileAttributes old = folder.look(folder.find(target.name()));
      return old == null ? -1 : old.size();
    }
  }

  private Written put(Folder folder, SafePath target, byte[] bytes, boolean mustBeNew)
      throws IOException, Refused {
    Path name = folder.find(target.name());
    BasicFileAttributes old = folder.look(name);
    if (old != null && !old.isRegularFile()) {
      throw Refused.notAFile(target.toString(), Kind.of(old));
    }
    if (old != null && mustBeNew) {
      throw Refused.exists(target.toString());
    }
    Path unfinished = ownName();
    boolean moved = false;
    try {
      folder.writeNew(unfinished, bytes);
      if (old != null) {
        folder.copyPermissions(name, unfinished);
      }
      folder.move(unfinished, folder, name);
      moved = true;
    } finally {
      if (!moved && folder.look(unfinished) != null) {
        folder.deleteFile(unfinished);
      }
    }
    usage.changed(bytes.length - (old == null ? 0 : old.size()), old == null ? 1 : 0);
    return new Written(target.toString(), bytes.length, old != null);
  }

  /**
   * Reads a part of a file.
   *
   * @param offset where to begin, in characters
   * @param most how many characters at most; no surrogate pair is cut
   */
  public Text read(String written, int offset, int most) throws Refused {
    SafePath target = file(written);
    TextCodec.Decoded decoded =
        open(
            target.toString(),
            root -> {
              try (Folder folder = descend(root, target.parents(), /* make= */ false)) {
                byte[] bytes = content(folder, folder.find(target.name()), target);
                return TextCodec.decode(target.toString(), bytes);
              }
            });
    String all = decoded.text();
    if (offset < 0 || offset > all.length()) {
      throw new Refused(
          "“" + target + "”只有 " + all.length() + " 个字符，没有第 " + offset + " 个。",
          "\"" + target + "\" has " + all.length() + " characters; there is no offset " + offset);
    }
    int end = Math.min(all.length(), offset + Math.max(2, most));
    if (end < all.length() && Character.isHighSurrogate(all.charAt(end - 1))) {
      end--;
    }
    String text = all.substring(offset, end);
    return new Text(target.toString(), text, offset, all.length(), decoded.charset());
  }

  /** Returns whether the path names a folder, or the workspace itself. */
  public boolean isFolder(String written) throws Refused {
    SafePath target = SafePath.of(written);
    return open(target.toString(), root -> depth(root, target.names()) == target.names().size());
  }

  /** Deletes a file, a link, or an empty folder. */
  public synchronized void delete(String written) throws Refused {
    SafePath target = file(written);
    open(
        target.toString(),
        root -> {
          try (Folder folder = descend(root, target.parents(), /* make= */ false)) {
            Path name = folder.find(target.name());
            BasicFileAttributes old = there(folder, name, target);
            delete(folder, name, old.isDirectory(), target);
            usage.changed(old.isRegularFile() ? -old.size() : 0, -1);
            return true;
          }
        });
  }

  private static void delete(Folder folder, Path name, boolean isFolder, SafePath target)
      throws IOException, Refused {
    if (!isFolder) {
      folder.deleteFile(name);
      return;
    }
    try {
      folder.deleteFolder(name);
    } catch (DirectoryNotEmptyException e) {
      throw notEmpty(target);
    } catch (IOException e) {
      // The JDK maps the system's ENOTEMPTY to this exception not in every release.
      if (String.valueOf(e.getMessage()).contains("not empty")) {
        throw notEmpty(target);
      }
      throw e;
    }
  }

  private static Refused notEmpty(SafePath target) {
    return new Refused(
        "文件夹“" + target + "”不是空的；请先删除里面的文件。",
        "The folder \"" + target + "\" is not empty; delete what is in it first.");
  }

  /** Moves a file or a folder to a name that is free; the folders above that are made. */
  public synchronized String rename(String writtenOld, String writtenNew) throws Refused {
    SafePath from = file(writtenOld);
    SafePath to = file(writtenNew);
    if (to.isBelow(from)) {
      throw new Refused(
          "不能把“" + from + "”移动到它自己里面。", "\"" + from + "\" cannot be moved into itself.");
    }
    return open(
        to.toString(),
        root -> {
          try (Folder folder = descend(root, from.parents(), /* make= */ false)) {
            Path name = folder.find(from.name());
            there(folder, name, from);
            int missing = to.parents().size() - depth(root, to.parents());
            usage.require(root, 0, missing);
            move(root, folder, name, to);
          }
          return to.toString();
        });
  }

  private void move(Folder root, Folder folder, Path name, SafePath to)
      throws IOException, Refused {
    try (Folder target = descend(root, to.parents(), /* make= */ true)) {
      Path newName = target.find(to.name());
      if (target.look(newName) != null) {
        throw new Refused(
            "“" + to + "”已经存在，没有改名。", "\"" + to + "\" exists already; nothing was renamed.");
      }
      folder.move(name, target, newName);
    }
  }

  /** Returns an overview of the files, for prompts; see {@link Listing}. */
  public Listing list(String written, int most) throws Refused {
    SafePath target = SafePath.of(written);
    return open(
        target.toString(),
        root -> {
          try (Folder folder = descend(root, target.names(), /* make= */ false)) {
            return Listing.of(folder, most, limits.maxFiles());
          }
        });
  }

  /** Looks for words in names and contents; see {@link FileSearch}. */
  public List<FileSearch.Hit> search(String query, int most, CancelFlag cancel) throws Refused {
    return open(".", root -> new FileSearch(query, most, cancel).in(root, limits.maxFiles()));
  }

  /** Counts how many of the names, from the top, are folders that are there. */
  private static int depth(Folder root, List<String> names) throws IOException, Refused {
    Folder at = root.again();
    try {
      for (int i = 0; i < names.size(); i++) {
        Path name = at.find(names.get(i));
        BasicFileAttributes attributes = at.look(name);
        if (attributes == null || !attributes.isDirectory()) {
          return i;
        }
        at = replaced(at, at.child(name));
      }
      return names.size();
    } finally {
      at.close();
    }
  }

  /** Opens the folder at the end of the names; to be closed. */
  private Folder descend(Folder root, List<String> names, boolean make)
      throws IOException, Refused {
    Folder at = root.again();
    boolean arrived = false;
    try {
      for (int i = 0; i < names.size(); i++) {
        String shown = String.join("/", names.subList(0, i + 1));
        Path name = at.find(names.get(i));
        BasicFileAttributes attributes = at.look(name);
        if (attributes == null && make) {
          make(root, at, name);
        } else if (attributes == null) {
          throw Refused.notFound(shown);
        } else if (!attributes.isDirectory()) {
          throw Refused.notAFolder(shown, Kind.of(attributes));
        }
        at = replaced(at, at.child(name));
      }
      arrived = true;
      return at;
    } finally {
      if (!arrived) {
        at.close();
      }
    }
  }

  private static Folder replaced(Folder old, Folder next) throws IOException {
    old.close();
    return next;
  }

  /**
   * Makes a folder. The JDK has no mkdirat, so it is made at the top, whose path is trusted, and
   * moved to its place by descriptors.
   */
  private void make(Folder root, Folder parent, Path name) throws IOException {
    Path unfinished = ownName();
    Files.createDirectory(path.resolve(unfinished));
    boolean moved = false;
    try {
      root.move(unfinished, parent, name);
      moved = true;
    } finally {
      if (!moved) {
        root.deleteFolder(unfinished);
      }
    }
    usage.changed(0, 1);
  }

  private static Path ownName() {
    return Path.of(
        SafePath.OWN_PREFIX + ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet());
  }

  private void checkSize(SafePath target, long bytes) throws Refused {
    if (bytes > limits.maxFileBytes()) {
      throw Refused.tooLarge(target.toString(), bytes, limits.maxFileBytes());
    }
  }

  private static SafePath file(@Nullable String written) throws Refused {
    SafePath target = SafePath.of(written == null ? "" : written);
    if (target.isRoot()) {
      throw new Refused(
          "缺少文件名，例如 src/index.html。", "A file name is missing, such as src/index.html.");
    }
    return target;
  }
}
