package dev.earmark.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.earmark.base.Failure.Kind;
import dev.earmark.base.FailureException;
import dev.earmark.base.FakeClock;
import dev.earmark.media.cache.CacheSettings;
import dev.earmark.media.cache.FileCache;
import dev.earmark.media.download.DownloadSettings;
import dev.earmark.media.download.Downloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every source does, whatever stands behind it. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class MediaSourceContractTest {
  private enum Kinds {
    FAKE,
    LOCAL_FILE,
    CACHED,
    DOWNLOADED
  }

  @TempDir Path folder;
  private final byte[] bytes = new byte[30_000];

  private interface Check {
    void on(MediaSource source) throws IOException;
  }

  private void with(Kinds kind, Check check) throws IOException {
    new Random(5).nextBytes(bytes);
    bytes[0] = 1;
    if (kind == Kinds.FAKE) {
      check.on(FakeMediaSource.complete("a", bytes));
      return;
    }
    if (kind == Kinds.LOCAL_FILE) {
      check.on(MediaSources.file(Files.write(folder.resolve("a.mp3"), bytes)));
      return;
    }
    FakeClock clock = new FakeClock();
    try (FaultServer server = FaultServer.start();
        FileCache cache =
            FileCache.open(folder.resolve("cache"), new CacheSettings(1L << 30, 0), clock);
        Downloads downloads =
            new Downloads(
                cache,
                new OkHttpClient(),
                DownloadSettings.DEFAULT,
                FakeDecoder.factory(),
                clock,
                new Random(1))) {
      server.put("/a", bytes);
      MediaRequest.Location location = new MediaRequest.Location(server.uri("/a"), Map.of(), "", 0);
      MediaRequest request = new MediaRequest("k", "", "", 1, "", 0, cancel -> location);
      Download download = downloads.fetch(request, /* urgent= */ true);
      MediaSource growing = downloads.open(download);
      assertThat(download.ended().toCompletableFuture().join().state())
          .isEqualTo(Download.State.DONE);
      check.on(kind == Kinds.CACHED ? downloads.openCached("k").orElseThrow() : growing);
      growing.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void read_anyPosition_givesTheBytesThere(Kinds kind) throws IOException {
    with(
        kind,
        source -> {
          byte[] target = new byte[100];
          for (int position : new int[] {0, 29_000, 12_345, 29_999}) {
            int n = source.read(position, target, 10, 50);
            assertThat(n).isBetween(1, 50);
            assertThat(Arrays.copyOfRange(target, 10, 10 + n))
                .isEqualTo(Arrays.copyOfRange(bytes, position, position + n));
          }
          source.close();
        });
  }

  @ParameterizedTest
  @EnumSource
  void read_atTheEndAndBehind_isMinusOne(Kinds kind) throws IOException {
    with(
        kind,
        source -> {
          assertThat(source.read(30_000, new byte[10], 0, 10)).isEqualTo(-1);
          assertThat(source.read(99_000, new byte[10], 0, 10)).isEqualTo(-1);
          assertThat(source.size()).isEqualTo(30_000);
          assertThat(source.available()).isEqualTo(30_000);
          assertThat(source.isComplete()).isTrue();
          assertThat(source.name()).isNotEmpty();
          source.close();
        });
  }

  @ParameterizedTest
  @EnumSource
  void read_afterClose_isCancelled(Kinds kind) throws IOException {
    with(
        kind,
        source -> {
          source.close();
          source.close();
          assertThatThrownBy(() -> source.read(0, new byte[10], 0, 10))
              .isInstanceOfSatisfying(
                  FailureException.class,
                  e -> assertThat(e.failure().kind()).isEqualTo(Kind.CANCELLED));
        });
  }

  @Test
  void file_missingOrFolder_failsWithASentence() {
    assertThatThrownBy(() -> MediaSources.file(folder.resolve("none.mp3")))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> MediaSources.file(folder))
        .isInstanceOf(FailureException.class)
        .hasMessageContaining("is not a file");
  }
}
