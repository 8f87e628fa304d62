package dev.earmark.workspace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a folder holds.
 *
 * @param lines one a file with its size, or a folder with a slash behind it; bounded
 * @param left how many others there are
 */
public record Listing(List<String> lines, int left) {
  /** Copies the list. */
  public Listing {
    lines = List.copyOf(lines);
  }

  static Listing of(Folder folder, int most, int mostFiles) throws IOException {
    List<String> lines = new ArrayList<>();
    int[] left = {0};
    Walk.through(
        folder,
        mostFiles,
        (path, in, name, attributes) -> {
          if (name.toString().startsWith(SafePath.OWN_PREFIX)) {
            return true;
          }
          if (lines.size() < most) {
            lines.add(SafePath.visible(path) + ending(Kind.of(attributes), attributes.size()));
          } else {
            left[0]++;
          }
          return left[0] < mostFiles;
        });
    return new Listing(lines, left[0]);
  }

  private static String ending(Kind kind, long bytes) {
    return switch (kind) {
      case FOLDER -> "/";
      case FILE -> " (" + bytes + ")";
      case LINK -> " (link)";
      case OTHER -> " (device)";
    };
  }
}
