package dev.earmark.workspace;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Goes through everything below an open folder, by name, files of a folder before its folders.
 * Links are shown and not followed. What vanishes on the way is left out.
 */
final class Walk {
  /** A folder more than a {@link SafePath} may have, so that nothing of ours is missed. */
  private static final int MAX_DEPTH = SafePath.MAX_DEPTH + 1;

  private final Visitor visitor;
  private final int mostNames;
  private boolean over;

  private Walk(Visitor visitor, int mostNames) {
    this.visitor = visitor;
    this.mostNames = mostNames;
  }

  /** Is told of everything. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Takes an entry.
     *
     * @param path from the beginning of the walk, names joined by slashes
     * @return false to end the walk
     */
    boolean visit(String path, Folder folder, Path name, BasicFileAttributes attributes)
        throws IOException;
  }

  /** Goes through the folder; at most the given number of names in each one. */
  static void through(Folder folder, int mostNames, Visitor visitor) throws IOException {
    new Walk(visitor, mostNames).go(folder, "", 0);
  }

  private void go(Folder folder, String prefix, int depth) throws IOException {
    List<Path> names;
    try (Folder again = folder.again()) {
      names = again.names(mostNames);
    }
    names.sort(Comparator.comparing(Path::toString));
    for (Path name : names) {
      BasicFileAttributes attributes = folder.look(name);
      if (attributes != null && !attributes.isDirectory()) {
        visit(prefix + name, folder, name, attributes);
      }
      if (over) {
        return;
      }
    }
    for (Path name : names) {
      BasicFileAttributes attributes = folder.look(name);
      if (attributes != null && attributes.isDirectory()) {
        visit(prefix + name, folder, name, attributes);
        if (!over && depth < MAX_DEPTH) {
          enter(folder, name, prefix + name + "/", depth + 1);
        }
      }
      if (over) {
        return;
      }
    }
  }

  private void visit(String path, Folder folder, Path name, BasicFileAttributes attributes)
      throws IOException {
    over = over || !visitor.visit(path, folder, name, attributes);
  }

  private void enter(Folder folder, Path name, String prefix, int depth) throws IOException {
    try (Folder child = open(folder, name)) {
      if (child != null) {
        go(child, prefix, depth);
      }
    }
  }

  /** Returns null for a folder that has gone, or that may not be looked into. */
  private static @Nullable Folder open(Folder folder, Path name) throws IOException {
    try {
      return folder.child(name);
    } catch (NoSuchFileException
        | NotDirectoryException
        | java.nio.file.AccessDeniedException gone) {
      return null;
    }
  }
}
