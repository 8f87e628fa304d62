package dev.earmark.media.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.earmark.base.FakeClock;
import dev.earmark.media.MediaSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The process ends before, and in the middle of, every single change of the cache on the disk. */
final class CrashTest {
  private static final CacheSettings ROOMY = new CacheSettings(1L << 30, 0);
  private static final String KEY = "book#1";
  private static final int PIECE = 40_000;

  @TempDir Path temp;
  private final FakeClock clock = new FakeClock();
  private final byte[] old = bytes(90_000, 1);
  private final byte[] fresh = bytes(120_000, 2);

  /** Changes until the process ends; nothing reaches the disk after that. */
  private static final class Dying extends Changes {
    private final int lives;
    private final boolean torn;
    private final Set<Kind> seen = EnumSet.noneOf(Kind.class);
    private int made;
    private @Nullable Kind last;

    Dying(int lives, boolean torn) {
      this.lives = lives;
      this.torn = torn;
    }

    @Override
    void before(Kind kind) throws IOException {
      made++;
      if (made > lives) {
        last = last == null ? kind : last;
        throw new IOException("the process has ended");
      }
      seen.add(kind);
    }

    @Override
    long write(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
      if (torn && made == lives) {
        ByteBuffer half = buffer.slice(buffer.position(), buffer.remaining() / 2);
        channel.write(half, position);
      }
      return super.write(channel, buffer, position);
    }
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private FileCache open(Path folder, Changes changes) throws IOException {
    return FileCache.open(folder, ROOMY, clock, f -> 1L << 40, changes);
  }

  /** Fetches a file in pieces and makes it complete. */
  private static void fetch(FileCache cache, byte[] file) throws IOException {
    try (Part part = cache.part(KEY, "mp3")) {
      part.truncate(0);
      part.note(part.sidecar().withServer("\"e\"", "", file.length));
      for (int at = 0; at < file.length; at += PIECE) {
        part.append(file, at, Math.min(PIECE, file.length - at));
      }
      part.commit(part.sha256(), 1);
    }
  }

  /** Does a story until it dies; returns whether it lived to its end. */
  private boolean live(Path folder, Changes changes, Story story) throws IOException {
    FileCache cache;
    try {
      cache = open(folder, changes);
    } catch (IOException e) {
      return false;
    }
    try (cache) {
      story.tell(cache);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Something that happens in a life of the process. */
  @FunctionalInterface
  private interface Story {
    void tell(FileCache cache) throws IOException;
  }

  private Optional<byte[]> read(FileCache cache) throws IOException {
    Optional<MediaSource> source = cache.openCached(KEY);
    if (source.isEmpty()) {
      return Optional.empty();
    }
    try (MediaSource file = source.get()) {
      byte[] all = new byte[(int) file.size()];
      int have = 0;
      while (have < all.length) {
        have += file.read(have, all, have, all.length - have);
      }
      return Optional.of(all);
    }
  }

  /** Ends a story at each of its changes; returns all kinds of change it went through. */
  private Set<Changes.Kind> endAtEvery(boolean torn, boolean withOld, Story story, Check check)
      throws IOException {
    return endAtEvery(torn, withOld ? cache -> fetch(cache, old) : cache -> {}, story, check);
  }

  private Set<Changes.Kind> endAtEvery(boolean torn, Story before, Story story, Check check)
      throws IOException {
    for (int lives = 0; ; lives++) {
      Path folder = temp.resolve((torn ? "t" : "f") + lives);
      assertThat(live(folder, Changes.REAL, before)).isTrue();
      Dying changes = new Dying(lives, torn);
      boolean lived = live(folder, changes, story);
      if (lives % 3 == 0) {
        loseIndex(folder); // what lies there has to be enough
      }
      try (FileCache cache = open(folder, Changes.REAL)) {
        String when = "ended before change " + lives + " (" + changes.last + ")";
        check.of(cache, lived, when);
        fetch(cache, fresh);
        assertThat(read(cache)).as("fetched again, %s", when).contains(fresh);
      }
      wipe(folder);
      if (lived) {
        return changes.seen;
      }
    }
  }

  /** What has to be true after the next start. */
  @FunctionalInterface
  private interface Check {
    void of(FileCache cache, boolean lived, String when) throws IOException;
  }

  private static void loseIndex(Path folder) throws IOException {
    for (String name : new String[] {"index.db", "index.db-wal", "index.db-shm"}) {
      Files.deleteIfExists(folder.resolve(name));
    }
  }

  private static void wipe(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void partIsABeginning(FileCache cache, String when) throws IOException {
    try (Part part = cache.part(KEY, "mp3")) {
      byte[] there = Files.readAllBytes(part.file());
      assertThat(there).as(when).hasSize((int) part.bytes());
      assertThat(there).as(when).isEqualTo(Arrays.copyOf(fresh, there.length));
    }
  }

  @Test
  void firstFetch_endedAnywhere_leavesNothingABeginningOrTheWholeFile() throws IOException {
    for (boolean torn : new boolean[] {false, true}) {
      Set<Changes.Kind> seen =
          endAtEvery(
              torn,
              /* withOld= */ false,
              cache -> fetch(cache, fresh),
              (cache, lived, when) -> {
                Optional<byte[]> there = read(cache);
                assertThat(there.isEmpty() || Arrays.equals(there.get(), fresh)).as(when).isTrue();
                assertThat(there.isPresent() || !lived).as(when).isTrue();
                if (there.isEmpty()) {
                  partIsABeginning(cache, when);
                }
              });
      assertThat(seen)
          .contains(
              Changes.Kind.WRITE,
              Changes.Kind.SYNC,
              Changes.Kind.RENAME,
              Changes.Kind.TRUNCATE,
              Changes.Kind.SYNC_FOLDER,
              Changes.Kind.MAKE_FOLDER);
    }
  }

  @Test
  void remove_endedAnywhere_leavesTheWholeFileOrNone() throws IOException {
    for (boolean torn : new boolean[] {false, true}) {
      Set<Changes.Kind> seen =
          endAtEvery(
              torn,
              /* withOld= */ true,
              cache -> cache.remove(KEY),
              (cache, lived, when) -> {
                Optional<byte[]> there = read(cache);
                assertThat(there.isEmpty() || Arrays.equals(there.get(), old)).as(when).isTrue();
                assertThat(there.isEmpty() || !lived).as(when).isTrue();
              });
      assertThat(seen).contains(Changes.Kind.DELETE);
    }
  }

  /** The next start tidies up, and may end in the middle of that. */
  @Test
  void start_endedAnywhereWhileItTidiesUp_isDoneByTheNextOne() throws IOException {
    for (int lives = 0; ; lives++) {
      Path folder = temp.resolve("s" + lives);
      assertThat(live(folder, Changes.REAL, cache -> fetch(cache, old))).isTrue();
      Path shard;
      try (Stream<Path> files = Files.walk(folder)) {
        shard =
            files
                .filter(f -> String.valueOf(f.getFileName()).matches("[0-9a-f]{2}"))
                .findFirst()
                .orElseThrow();
      }
      Path ahead = Files.write(shard.resolve("0123.ahead"), fresh);
      Path empty = Files.createFile(shard.resolve("a".repeat(64) + ".part"));
      Dying changes = new Dying(lives, /* torn= */ false);
      boolean lived = live(folder, changes, cache -> {});
      try (FileCache cache = open(folder, Changes.REAL)) {
        String when = "ended before change " + lives;
        assertThat(ahead).as(when).doesNotExist();
        assertThat(empty).as(when).doesNotExist();
        assertThat(read(cache)).as(when).contains(old);
      }
      if (lived) {
        assertThat(changes.seen).contains(Changes.Kind.DELETE);
        return;
      }
    }
  }

  @Test
  void fetchAnew_endedAnywhere_leavesTheOldFileOrTheNewOne() throws IOException {
    for (boolean torn : new boolean[] {false, true}) {
      endAtEvery(
          torn,
          /* withOld= */ true,
          cache -> fetch(cache, fresh),
          (cache, lived, when) -> {
            Optional<byte[]> there = read(cache);
            assertThat(there).as(when).isPresent();
            byte[] file = there.orElseThrow();
            assertThat(Arrays.equals(file, old) || Arrays.equals(file, fresh)).as(when).isTrue();
            assertThat(Arrays.equals(file, fresh) || !lived).as(when).isTrue();
          });
    }
  }

  /** The second half comes by two ways: ahead into a file of its own, and by the usual answer. */
  private void resume(FileCache cache) throws IOException {
    try (Part part = cache.part(KEY, "mp3")) {
      int start = (int) part.bytes();
      Path ahead = part.file().resolveSibling("resume.ahead");
      try (FileChannel beside =
          FileChannel.open(
              ahead,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE)) {
        part.writeBeside(beside, ByteBuffer.wrap(fresh, 100_000, 20_000), 100_000);
      }
      part.note(part.sidecar().withServer("\"e\"", "", fresh.length));
      for (int at = start; at < fresh.length; at += PIECE) {
        part.append(fresh, at, Math.min(PIECE, fresh.length - at));
      }
      part.deleteBeside(ahead);
      part.commit(part.sha256(), 1);
    }
  }

  private void begin(FileCache cache) throws IOException {
    try (Part part = cache.part(KEY, "mp3")) {
      part.note(part.sidecar().withServer("\"e\"", "", fresh.length));
      part.append(fresh, 0, 50_000);
    }
  }

  @Test
  void resumedFetch_endedAnywhere_leavesNothingABeginningOrTheWholeFile() throws IOException {
    for (boolean torn : new boolean[] {false, true}) {
      Set<Changes.Kind> seen =
          endAtEvery(
              torn,
              this::begin,
              this::resume,
              (cache, lived, when) -> {
                Optional<byte[]> there = read(cache);
                assertThat(there.isEmpty() || Arrays.equals(there.get(), fresh)).as(when).isTrue();
                assertThat(there.isPresent() || !lived).as(when).isTrue();
                if (there.isEmpty()) {
                  partIsABeginning(cache, when);
                }
              });
      assertThat(seen).contains(Changes.Kind.WRITE, Changes.Kind.DELETE, Changes.Kind.RENAME);
    }
  }

  /** A file whose bytes have rotted is found by its checksum; the repair may end in the middle. */
  @Test
  void verify_endedAnywhere_neverLeavesWhatItFoundDamagedForLong() throws IOException {
    Set<Changes.Kind> seen =
        endAtEvery(
            /* torn= */ false,
            cache -> {
              fetch(cache, old);
              Path file = cache.entry(KEY).orElseThrow().file();
              byte[] rotten = old.clone();
              rotten[70_000]++;
              Files.write(file, rotten);
            },
            FileCache::verify,
            (cache, lived, when) -> {
              assertThat(read(cache).isEmpty() || !lived).as(when).isTrue();
              cache.verify();
              assertThat(read(cache)).as(when).isEmpty();
            });
    assertThat(seen).contains(Changes.Kind.DELETE);
  }
}
