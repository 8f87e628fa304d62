package dev.earmark.workspace;

import java.nio.file.attribute.BasicFileAttributes;

/** What stands behind a name in a folder, links not followed. */
enum Kind {
  FILE("是文件", "is a file"),
  FOLDER("是文件夹", "is a folder"),
  LINK("是符号链接，不会跟着它走", "is a symbolic link, which is not followed"),
  OTHER("是设备或管道", "is a device or a pipe");

  private final String zh;
  private final String en;

  Kind(String zh, String en) {
    this.zh = zh;
    this.en = en;
  }

  String zh() {
    return zh;
  }

  String en() {
    return en;
  }

  static Kind of(BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      return LINK;
    }
    if (attributes.isDirectory()) {
      return FOLDER;
    }
    return attributes.isRegularFile() ? FILE : OTHER;
  }
}
