package dev.earmark.media.cache;

import java.nio.file.Path;
import java.util.regex.Pattern;

/** Where the cache's files lie: {@code ab/ab….audio}, after the hash of the key. */
final class Layout {
  static final Pattern SHARD = Pattern.compile("[0-9a-f]{2}");
  static final Pattern FILE = Pattern.compile("([0-9a-f]{64})\\.(audio|part|info)");

  private Layout() {}

  static Path file(Path folder, String hash, String suffix) {
    return folder.resolve(hash.substring(0, 2)).resolve(hash + suffix);
  }

  static Path sidecarOf(Path file) {
    return file.resolveSibling(hashOf(file) + FileCache.SIDECAR);
  }

  static String hashOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.indexOf('.'));
  }
}
