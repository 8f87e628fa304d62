package dev.earmark.media.cache;

import dev.earmark.base.Clock;
import dev.earmark.media.cache.FileCache.PartFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the folder and the index together at the start: what a crash or a hand has left in one of
 * them only is removed or taken up. Looks at its own folders alone, so that a misdirected cache
 * deletes nothing of somebody else's.
 */
final class Recovery {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  private final Path folder;
  private final Clock clock;
  private final Changes changes;
  private final boolean tidies;
  private final Map<String, PartFile> parts = new HashMap<>();
  private final Map<String, PartFile> complete = new HashMap<>();
  private final Set<String> begun = new HashSet<>(); // hashes of parts, empty ones included
  private final List<Path> sidecars = new ArrayList<>();

  /**
   * Makes it.
   *
   * @param changes makes what changes on the disk
   * @param tidies whether files that are of no use are removed
   */
  Recovery(Path folder, Clock clock, Changes changes, boolean tidies) {
    this.changes = changes;
    this.tidies = tidies;
    this.folder = folder;
    this.clock = clock;
  }

  /**
   * What was found.
   *
   * @param lostKeys entries whose file is gone or has another size
   * @param unknown complete files that have no entry yet
   * @param parts unfinished files by the hash of their key
   */
  record Found(List<String> lostKeys, List<CacheEntry> unknown, Map<String, PartFile> parts) {}

  Found scan(Collection<CacheEntry> known) throws IOException {
    try (DirectoryStream<Path> shards = Files.newDirectoryStream(folder)) {
      for (Path shard : shards) {
        if (Layout.SHARD.matcher(String.valueOf(shard.getFileName())).matches()
            && Files.isDirectory(shard)) {
          scanShard(shard);
        }
      }
    }
    List<String> lost = new ArrayList<>();
    Map<String, PartFile> unknown = new HashMap<>(complete);
    for (CacheEntry entry : known) {
      String hash = Layout.hashOf(entry.file());
      PartFile file = complete.get(hash);
      if (file == null || file.bytes() != entry.bytes()) {
        lost.add(entry.key());
      } else {
        unknown.remove(hash);
      }
    }
    List<CacheEntry> taken = new ArrayList<>();
    for (Map.Entry<String, PartFile> file : unknown.entrySet()) {
      Optional<CacheEntry> entry = entryOf(file.getKey(), file.getValue());
      entry.ifPresent(taken::add);
      if (entry.isEmpty()) {
        delete(file.getValue().file(), "nothing tells what it is");
        complete.remove(file.getKey());
      }
    }
    dropOrphans();
    return new Found(lost, taken, parts);
  }

  private void scanShard(Path shard) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(shard)) {
      for (Path file : files) {
        Matcher name = Layout.FILE.matcher(String.valueOf(file.getFileName()));
        if (!name.matches()) {
          delete(file, "it is none of the cache's names");
          continue;
        }
        if (("." + name.group(2)).equals(FileCache.SIDECAR)) {
          sidecars.add(file);
          continue;
        }
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        boolean part = ("." + name.group(2)).equals(FileCache.PART);
        if (part) {
          begun.add(name.group(1));
        }
        if (attributes.size() == 0) {
          delete(file, "it is empty");
          continue;
        }
        Instant at = attributes.lastModifiedTime().toInstant();
        PartFile found = new PartFile(file, attributes.size(), at);
        (part ? parts : complete).put(name.group(1), found);
      }
    }
  }

  /**
   * Returns what a complete file is by its sidecar. A part of the same key has that sidecar written
   * over; the complete file, which got its name only when it was whole, is good all the same.
   */
  private Optional<CacheEntry> entryOf(String hash, PartFile file) {
    boolean isOfPart = begun.contains(hash);
    return Sidecar.read(Layout.sidecarOf(file.file()))
        .filter(s -> Sha256.of(s.key()).equals(hash))
        .filter(s -> isOfPart || s.total() < 0 || s.total() == file.bytes())
        .map(s -> isOfPart ? Sidecar.of(s.key(), s.extension()) : s)
        .map(
            s ->
                new CacheEntry(
                    s.key(),
                    file.file(),
                    file.bytes(),
                    s.sha256(),
                    s.etag(),
                    s.lastModified(),
                    s.decodedS(),
                    file.touchedAt().isAfter(clock.now()) ? clock.now() : file.touchedAt()));
  }

  private void dropOrphans() throws IOException {
    for (Path sidecar : sidecars) {
      String hash = Layout.hashOf(sidecar);
      if (!parts.containsKey(hash) && !complete.containsKey(hash)) {
        delete(sidecar, "its file is gone");
      }
    }
    for (PartFile part : List.copyOf(parts.values())) {
      if (!Files.exists(Layout.sidecarOf(part.file()))) {
        delete(part.file(), "nothing tells what it is");
        parts.remove(Layout.hashOf(part.file()));
      }
    }
  }

  private void delete(Path file, String why) throws IOException {
    if (!tidies || Files.isDirectory(file)) {
      return;
    }
    log.info("removing {} from the cache: {}", file, why);
    changes.delete(file);
  }
}
