package dev.earmark.workspace;

import java.io.IOException;
import java.nio.file.Path;

/**
 * How much the workspace holds: counted on the disk, then kept up by what is written, and counted
 * anew after {@value #COUNT_AFTER} changes (more of them in a big workspace, so that counting stays
 * cheap) and before anything is refused. Counting also takes away unfinished files of processes
 * that have died. Guarded by its workspace.
 */
final class Usage {
  private static final int COUNT_AFTER = 64;

  private final WorkspaceSettings limits;
  private long bytes;
  private int entries;
  private int changes = COUNT_AFTER; // nothing has been counted yet

  Usage(WorkspaceSettings limits) {
    this.limits = limits;
  }

  /** Makes sure that there is room for so much more. */
  void require(Folder root, long moreBytes, int moreEntries) throws IOException, Refused {
    if (changes >= COUNT_AFTER + entries / 8 || !fits(moreBytes, moreEntries)) {
      count(root);
    }
    if (entries + moreEntries > limits.maxFiles() && moreEntries > 0) {
      throw new Refused(
          "工作区里的文件太多了，最多 " + limits.maxFiles() + " 个；请先删除一些。",
          "The workspace holds too many files; "
              + limits.maxFiles()
              + " is the most. Delete some first.");
    }
    if (bytes + moreBytes > limits.maxTotalBytes() && moreBytes > 0) {
      throw new Refused(
          "工作区满了：已有 " + bytes + " 字节，最多 " + limits.maxTotalBytes() + " 字节；请先删除一些。",
          "The workspace is full: it holds "
              + bytes
              + " bytes of "
              + limits.maxTotalBytes()
              + " at most. Delete something first.");
    }
  }

  private boolean fits(long moreBytes, int moreEntries) {
    return bytes + moreBytes <= limits.maxTotalBytes()
        && entries + moreEntries <= limits.maxFiles();
  }

  /** Notes what has been written or taken away. */
  void changed(long moreBytes, int moreEntries) {
    bytes += moreBytes;
    entries += moreEntries;
    changes++;
  }

  private void count(Folder root) throws IOException {
    bytes = 0;
    entries = 0;
    int most = limits.maxFiles() + 1;
    Walk.through(
        root,
        most,
        (path, folder, name, attributes) -> {
          if (isAbandoned(name)) {
            remove(folder, name, attributes.isDirectory());
            return true;
          }
          bytes += attributes.isRegularFile() ? attributes.size() : 0;
          entries++;
          return entries < most;
        });
    changes = 0;
  }

  /** The name of an unfinished file tells which process writes it. */
  private static boolean isAbandoned(Path name) {
    String text = name.toString();
    if (!text.startsWith(SafePath.OWN_PREFIX)) {
      return false;
    }
    String process = text.substring(SafePath.OWN_PREFIX.length()).replaceFirst("-.*", "");
    return process.matches("\\d{1,10}") && ProcessHandle.of(Long.parseLong(process)).isEmpty();
  }

  private static void remove(Folder folder, Path name, boolean isFolder) throws IOException {
    if (isFolder) {
      folder.deleteFolder(name);
    } else {
      folder.deleteFile(name);
    }
  }
}
