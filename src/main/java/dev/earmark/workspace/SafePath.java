package dev.earmark.workspace;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/**
 * A path below the workspace as a list of plain names, checked before any of it is used.
 *
 * <p>Refused are: absolute paths, drive letters, {@code ~}, {@code ..}, control characters and
 * characters that turn the direction of writing, names that begin or end with a blank, names of
 * more than 255 bytes, and more than {@value #MAX_DEPTH} folders. A backslash separates names as a
 * slash does, as models write both. Names are composed (Unicode NFC).
 *
 * @param names from the top down; empty for the workspace itself
 */
record SafePath(List<String> names) {
  static final int MAX_DEPTH = 32;

  /** The beginning of the names of unfinished files. */
  static final String OWN_PREFIX = ".earmark-";

  private static final int MAX_NAME = 255; // bytes, the limit of Linux's file systems
  private static final int MAX_LENGTH = 2_000;

  SafePath {
    names = List.copyOf(names);
  }

  static SafePath of(String written) throws Refused {
    String path = written.strip().replace('\\', '/');
    if (path.length() > MAX_LENGTH) {
      throw new Refused("路径太长了。", "The path is too long.");
    }
    boolean drive = path.length() > 1 && path.charAt(1) == ':' && isLatin(path.charAt(0));
    if (path.startsWith("/") || path.startsWith("~") || drive) {
      throw outside(shown(path));
    }
    List<String> names = new ArrayList<>();
    for (String name : path.split("/", -1)) {
      if (!name.isEmpty() && !name.equals(".")) {
        names.add(checked(Normalizer.normalize(name, Normalizer.Form.NFC), path));
      }
    }
    if (names.size() > MAX_DEPTH) {
      throw new Refused(
          "文件夹套得太深，最多 " + MAX_DEPTH + " 层。",
          "The folders are nested too deeply; " + MAX_DEPTH + " is the most.");
    }
    return new SafePath(names);
  }

  private static boolean isLatin(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  private static String checked(String name, String path) throws Refused {
    if (name.equals("..")) {
      throw outside(shown(path));
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME) {
      throw new Refused(
          "名字太长：" + name.substring(0, 20) + "…",
          "The name is too long: " + name.substring(0, 20) + "…");
    }
    if (name.codePoints().anyMatch(SafePath::isUnsafe) || !name.equals(name.strip())) {
      throw new Refused(
          "名字“" + shown(name) + "”里有看不见的字符，或者首尾有空格。",
          "The name \""
              + shown(name)
              + "\" has invisible characters, or a blank at its beginning or end.");
    }
    if (name.startsWith(OWN_PREFIX)) {
      throw new Refused(
          "以 " + OWN_PREFIX + " 开头的名字留给 Earmark 自己用。",
          "Names that begin with " + OWN_PREFIX + " are Earmark's own.");
    }
    return name;
  }

  private static boolean isUnsafe(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      // Joiners belong to emoji and to some scripts; everything else of this class is invisible.
      case Character.FORMAT -> c != 0x200C && c != 0x200D;
      default -> false;
    };
  }

  private static Refused outside(String path) {
    return new Refused(
        "“" + path + "”在工作区以外。只能用工作区里的相对路径，例如 src/index.html。",
        "\""
            + path
            + "\" is outside of the workspace. Use a path relative to it, such as src/index.html.");
  }

  private static String shown(String text) {
    return visible(text.length() <= 60 ? text : text.substring(0, 60));
  }

  /** Returns a name that somebody else may have chosen so that it can stand in a text. */
  static String visible(String name) {
    StringBuilder shown = new StringBuilder();
    name.codePoints().forEach(c -> shown.appendCodePoint(isUnsafe(c) ? '\uFFFD' : c));
    return shown.toString();
  }

  boolean isRoot() {
    return names.isEmpty();
  }

  /** Returns the last name; not for the workspace itself. */
  String name() {
    return names.get(names.size() - 1);
  }

  /** Returns the names above the last one. */
  List<String> parents() {
    return names.subList(0, names.size() - 1);
  }

  boolean isBelow(SafePath other) {
    return names.size() > other.names.size()
        && names.subList(0, other.names.size()).equals(other.names);
  }

  @Override
  public String toString() {
    return names.isEmpty() ? "." : String.join("/", names);
  }
}
