package dev.earmark.workspace;

import dev.earmark.base.CancelFlag;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Looks for words in the names and lines of the workspace's text files: a line fits that holds all
 * of them, in any case. Files of more than 1 MiB and those that are no text count by name only; at
 * most 64 MiB are read, and three lines of a file are shown.
 */
public final class FileSearch {
  private static final long MAX_FILE = 1L << 20;
  private static final long MAX_READ = 64L << 20;
  private static final int LINES_OF_A_FILE = 3;
  private static final int EXCERPT = 160; // characters

  private final List<String> words;
  private final int most;
  private final CancelFlag cancel;
  private final List<Hit> hits = new ArrayList<>();
  private long read;

  /**
   * A place that fits.
   *
   * @param line 1-based; 0 when the name fits
   * @param text the line, shortened; empty when the name fits
   */
  public record Hit(String path, int line, String text) {}

  FileSearch(String query, int most, CancelFlag cancel) {
    this.words =
        List.of(query.strip().toLowerCase(Locale.ROOT).split("[\\s\\u3000]+")).stream()
            .filter(word -> !word.isEmpty())
            .toList();
    this.most = most;
    this.cancel = cancel;
  }

  List<Hit> in(Folder root, int mostFiles) throws IOException {
    if (!words.isEmpty()) {
      Walk.through(root, mostFiles, this::visit);
    }
    return List.copyOf(hits);
  }

  private boolean visit(String path, Folder folder, Path name, BasicFileAttributes attributes)
      throws IOException {
    boolean own = name.toString().startsWith(SafePath.OWN_PREFIX);
    if (!own && attributes.isRegularFile()) {
      if (fits(path)) {
        hits.add(new Hit(SafePath.visible(path), 0, ""));
      }
      if (attributes.size() <= MAX_FILE && read + attributes.size() <= MAX_READ) {
        read += attributes.size();
        lines(path, folder, name);
      }
    }
    return hits.size() < most && !cancel.isSet();
  }

  private void lines(String path, Folder folder, Path name) throws IOException {
    String text;
    try {
      text = TextCodec.decode(path, folder.read(name, MAX_FILE)).text();
    } catch (Refused | java.nio.file.FileSystemException e) {
      return; // no text, or gone, or not ours to read
    }
    int number = 0;
    int shown = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      if (fits(line)) {
        hits.add(new Hit(SafePath.visible(path), number, excerpt(line.strip())));
        shown++;
      }
      if (shown == LINES_OF_A_FILE || hits.size() >= most) {
        return;
      }
    }
  }

  private boolean fits(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    return words.stream().allMatch(lower::contains);
  }

  /** Shows the surroundings of the first word. */
  private String excerpt(String line) {
    if (line.length() <= EXCERPT) {
      return line;
    }
    int at = Math.max(0, line.toLowerCase(Locale.ROOT).indexOf(words.get(0)));
    int from = Math.max(0, Math.min(at - EXCERPT / 4, line.length() - EXCERPT));
    int to = Math.min(line.length(), from + EXCERPT);
    String text = line.substring(from, to);
    return (from > 0 ? "…" : "") + text + (to < line.length() ? "…" : "");
  }
}
