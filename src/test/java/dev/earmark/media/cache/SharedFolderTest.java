package dev.earmark.media.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two never share a cache, by whatever path they come to it. */
final class SharedFolderTest {
  private static final CacheSettings ROOMY = new CacheSettings(1L << 30, 0);

  @TempDir Path temp;

  private FileCache open(Path folder) throws IOException {
    return FileCache.open(folder, ROOMY, new FakeClock(), f -> 1L << 40);
  }

  private void assertRefused(Path other) {
    assertThatThrownBy(() -> open(other))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("in use by another Earmark")
        .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
  }

  @Test
  void secondOpen_throughALink_isRefused() throws IOException {
    Path folder = Files.createDirectory(temp.resolve("cache"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), folder);
    Path above = Files.createSymbolicLink(temp.resolve("above"), temp);
    try (FileCache cache = open(folder)) {
      assertThat(cache.entries()).isEmpty();
      assertRefused(link);
      assertRefused(above.resolve("cache"));
      assertRefused(temp.resolve("link/../cache"));
    }
    try (FileCache cache = open(link)) {
      assertThat(cache.entries()).isEmpty();
      assertRefused(folder);
    }
  }
}
