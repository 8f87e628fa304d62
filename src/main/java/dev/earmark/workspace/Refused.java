package dev.earmark.workspace;

import dev.earmark.base.Language;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Why something in the workspace was not done, with the remedy, in both languages. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1L;

  private final String zh;
  private final String en;

  Refused(String zh, String en) {
    this(zh, en, null);
  }

  private Refused(String zh, String en, @Nullable Throwable cause) {
    super(en, cause);
    this.zh = zh;
    this.en = en;
  }

  /** Returns the reason as one sentence for a model or a person. */
  public String words(Language language) {
    return language.pick(zh, en);
  }

  static Refused notFound(String path) {
    return new Refused("没有“" + path + "”。", "There is no \"" + path + "\".");
  }

  static Refused exists(String path) {
    return new Refused(
        "“" + path + "”已经存在；要替换内容请用 write_to_file。",
        "\"" + path + "\" exists already; write_to_file replaces it.");
  }

  static Refused notAFile(String path, Kind kind) {
    return new Refused(
        "“" + path + "”" + kind.zh() + "，不是普通文件。",
        "\"" + path + "\" " + kind.en() + ", not an ordinary file.");
  }

  static Refused notAFolder(String path, Kind kind) {
    return new Refused(
        "“" + path + "”" + kind.zh() + "，不是文件夹。",
        "\"" + path + "\" " + kind.en() + ", not a folder.");
  }

  static Refused tooLarge(String path, long bytes, long limit) {
    return new Refused(
        "“" + path + "”有 " + bytes + " 字节，一个文件最多 " + limit + " 字节。请分成几个文件。",
        "\""
            + path
            + "\" has "
            + bytes
            + " bytes; a file may have "
            + limit
            + " at most. Use several files.");
  }

  /** Puts what the file system said into a sentence. */
  static Refused of(String path, IOException e) {
    String said = String.valueOf(reason(e));
    if (said.contains("No space left") || said.contains("quota exceeded")) {
      return new Refused("磁盘满了，没有写成。", "The disk is full; nothing was written.", e);
    }
    if (said.contains("Read-only file system")) {
      return new Refused("这个文件夹所在的磁盘是只读的。", "The folder's disk is mounted read-only.", e);
    }
    if (e instanceof AccessDeniedException || said.contains("ermission")) {
      return new Refused(
          "没有权限访问“" + path + "”。", "There is no permission to use \"" + path + "\".", e);
    }
    if (e instanceof AtomicMoveNotSupportedException) {
      return new Refused(
          "“" + path + "”在另一个文件系统上，不能移动到那里。",
          "\"" + path + "\" is on another file system; nothing can be moved there.",
          e);
    }
    if (e instanceof NoSuchFileException) {
      return new Refused(notFound(path).zh, notFound(path).en, e);
    }
    if (e instanceof NotDirectoryException || said.contains("symbolic link")) {
      return new Refused(
          "“" + path + "”刚刚被别人改动了，没有执行。",
          "\"" + path + "\" was changed by somebody else just now; nothing was done.",
          e);
    }
    return new Refused(
        "文件系统不让做：“" + path + "”，" + said + "。",
        "The file system refuses \"" + path + "\": " + said + ".",
        e);
  }

  /** The system's words without the path, which may show what lies above the workspace. */
  private static String reason(IOException e) {
    if (e instanceof FileSystemException known) {
      return known.getReason() == null ? known.getClass().getSimpleName() : known.getReason();
    }
    String said = String.valueOf(e.getMessage());
    return said.indexOf('/') >= 0 ? e.getClass().getSimpleName() : said;
  }
}
